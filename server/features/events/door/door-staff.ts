import type { Actor } from '../../../../domain/actor.ts';
import { problem } from '../../../platform/problem.ts';
import { isEventStaff } from '../../places/listed.ts';

/** 403 for who does not process events. */
export function requireDoorStaff(actor: Actor): void {
  if (!isEventStaff(actor)) throw problem(403, 'events.staff-only', 'Not allowed', 'Only staff of events may do this.');
}
