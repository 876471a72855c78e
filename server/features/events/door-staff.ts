import { holdsAny, type Actor } from '../../../domain/actor.ts';
import { problem } from '../../platform/problem.ts';

const STAFF = ['EventAdmin', 'EventScheduler', 'EventProcessor'];

/** 403 for who does not process events. */
export function requireDoorStaff(actor: Actor): void {
  if (!holdsAny(actor.roles, STAFF))
    throw problem(403, 'events.staff-only', 'Not allowed', 'Only staff of events may do this.');
}
