import type { Actor } from '../../../domain/declarations/actor.ts';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import { problem } from '../../platform/problem.ts';

/** 403 for a caller who does not process events. */
export function requireDoorStaff(actor: Actor): void {
  if (!isCapable(actor, 'processEvents'))
    throw problem(403, 'events.staff-only', 'Not allowed', 'Only event staff can do this.');
}
