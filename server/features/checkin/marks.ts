import type { Actor } from '../../../domain/declarations/actor.ts';
import { DOOR_MARKS } from '../../../domain/sessions/door-marks.ts';
import type { DoorMark, DoorMarkResult, DoorMarksAnswer } from '../../../domain/calls/door.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import { ProblemError } from '../../platform/problem.ts';
import { once } from '../../platform/idempotency.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import type { LockedSession } from '../registration/seats/locked-session.ts';
import { inLockedSession } from '../registration/seats/session-queue.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { doorsOpenAt } from '../sessions/instance.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { isCodeOf } from './ticket-codes.ts';
import { requireTermsToCome } from './terms-at-door.ts';

const DONE = 'done';

/**
 * Carries out what was marked at a door, in its order and in one transaction. A mark that does not hold any more is refused by itself. Each
 * is remembered by its key: when it is sent again, because its answer was lost, its first result is told.
 */
export async function markAtDoor(
  services: Services,
  actor: Actor,
  instanceId: number,
  marks: readonly DoorMark[],
): Promise<DoorMarksAnswer> {
  requireDoorStaff(actor);
  const userId = accountOf(actor);
  return inLockedSession(services, instanceId, async (locked) => {
    await expireHoldsAndOfferSeats(locked);
    const results: DoorMarkResult[] = [];
    for (const { key, ...mark } of marks) {
      const scope = `POST /api/events/door/${instanceId}/marks`;
      const said = await once(locked.tx, { userId, scope, key, body: mark }, () => carryOut(locked, actor, mark));
      results.push({ key, isDone: said === DONE, words: said === DONE ? null : said });
    }
    await expireHoldsAndOfferSeats(locked);
    return { results };
  });
}

/** DONE, or why not. */
async function carryOut(
  locked: LockedSession,
  actor: Actor,
  { ticketId, from, to, at, codeHash, ...given }: Omit<DoorMark, 'key'>,
): Promise<string> {
  const ticket = await locked.ticket(ticketId).catch((error: unknown) => {
    if (error instanceof ProblemError && error.problem.status === 404) return null;
    throw error;
  });
  if (ticket === null) return 'This ticket is not of this session any more.';
  if (ticket.status === to) return DONE;
  if (ticket.status !== from) return 'Somebody has changed this ticket meanwhile.';
  // To mark at the door is not to pay, to give a seat or to invite somebody back.
  if (!DOOR_MARKS.some((status) => status === from)) return 'This is not possible now.';
  const transition = locked.transition(ticket, 'staff', to);
  if (transition === null) return refusalOf(locked, to);
  // A door that has not read the list since takes a code that was revoked a moment ago.
  if (codeHash !== undefined && !(await isCodeOf(locked.tx, ticket.id, codeHash)))
    return 'The code that was shown has been revoked. Ask for the new one, or check who it is.';
  try {
    await requireTermsToCome(locked, actor, ticket, to, given);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.message;
  }
  // Who is marked as late after all came when they came.
  const came = ticket.checkedInAt === null ? momentOf(locked, at) : Date.parse(ticket.checkedInAt);
  await locked.move(ticket, transition, { as: 'staff', actor, at: came, reason: given.reason });
  return DONE;
}

function refusalOf({ instance, now }: LockedSession, to: TicketStatus): string {
  if (instance.status === 'cancelled') return 'This session is cancelled.';
  if (now < doorsOpenAt(instance)) return 'The doors open an hour before the session begins.';
  if (to === 'noShow' && now < instance.startsAt) return 'Nobody is missing before the session begins.';
  return instance.taken >= instance.capacity ? 'All seats of this session are taken.' : 'This is not possible now.';
}

/** A device's clock may be wrong: nobody comes in the future, nor before the doors are open. */
function momentOf({ instance, now }: LockedSession, at: string): number {
  return Math.min(now, Math.max(Date.parse(at), doorsOpenAt(instance)));
}
