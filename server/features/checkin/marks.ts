import type { Actor } from '../../../domain/declarations/actor.ts';
import { DOOR_MARKS } from '../../../domain/sessions/door.ts';
import type { DoorMark, DoorMarkResult, DoorMarksAnswer } from '../../../domain/calls/door.ts';
import type { TicketTransition } from '../../../domain/sessions/tickets.ts';
import { ProblemError } from '../../platform/problem.ts';
import { once } from '../../platform/idempotency.ts';
import type { CommandServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import type { LockedSession } from '../registration/seats/locked-session.ts';
import { inLockedSession } from '../registration/seats/session-queue.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { doorsOpenAt } from '../sessions/instance.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { lostSeatsEffect } from './lost-seat-refunds.ts';
import { isCodeOf } from './ticket-codes.ts';
import { requireTransition } from './mark.ts';

const DONE = 'done';
const UNSEEN_REFUND =
  'Paid seats that depend on this one would be released and refunded. Mark it again, then check the refund.';

/**
 * Applies marks made at a door, in their order and in one transaction. A mark that no longer applies is refused by
 * itself. Each is remembered by its key: when it is repeated because its answer was lost, its first result is returned.
 */
export async function markAtDoor(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  marks: readonly DoorMark[],
): Promise<DoorMarksAnswer> {
  requireDoorStaff(actor);
  const userId = requireAccountId(actor);
  return inLockedSession(services, instanceId, async (locked) => {
    await expireHoldsAndOfferSeats(locked);
    const results: DoorMarkResult[] = [];
    for (const { key, ...mark } of marks) {
      const scope = `POST /api/events/door/${instanceId}/marks`;
      const said = await once(locked.tx, { userId, scope, key, body: mark }, () => carryOut(locked, actor, mark));
      const needsQuestion = said === UNSEEN_REFUND && ({ needsQuestion: true } as const);
      results.push({ key, isDone: said === DONE, words: said === DONE ? null : said, ...needsQuestion });
    }
    await expireHoldsAndOfferSeats(locked);
    return { results };
  });
}

async function carryOut(
  locked: LockedSession,
  actor: Actor,
  { ticketId, from, to, at, codeHash, ...given }: Omit<DoorMark, 'key'>,
): Promise<string> {
  const ticket = await locked.ticket(ticketId).catch((error: unknown) => {
    if (error instanceof ProblemError && error.problem.status === 404) return null;
    throw error;
  });
  if (ticket === null) return 'This ticket is no longer for this session.';
  if (ticket.status === to) return DONE;
  if (ticket.status !== from) return 'Someone else changed this ticket in the meantime.';
  // Marking at the door neither pays, nor gives a seat, nor readmits someone.
  if (!DOOR_MARKS.some((status) => status === from)) return 'The status of this ticket does not allow this.';
  // A door that has not read the list since takes a code that was revoked a moment ago.
  if (codeHash !== undefined && !(await isCodeOf(locked.tx, ticket.id, codeHash)))
    return 'This code was revoked. Ask for the new one, or check the person’s identity.';
  let transition: TicketTransition;
  try {
    transition = await requireTransition(locked, ticket, to, { actor, ...given });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.message;
  }
  if (to === 'noShow' && (await lostSeatsEffect(locked.services, locked, { ids: [ticket.id] })) !== null)
    return UNSEEN_REFUND;
  // A later mark as late keeps the time of arrival.
  const came = ticket.checkedInAt === null ? arrivalTime(locked, at) : Date.parse(ticket.checkedInAt);
  await locked.move(ticket, transition, { as: 'staff', actor, at: came, reason: given.reason });
  return DONE;
}

/** A device's clock may be wrong: arrivals lie neither in the future nor before the doors open. */
function arrivalTime({ instance, now }: LockedSession, at: string): number {
  return Math.min(now, Math.max(Date.parse(at), doorsOpenAt(instance)));
}
