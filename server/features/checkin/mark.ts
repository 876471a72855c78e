import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Deliberately } from '../../../domain/calls/door.ts';
import { isAttended } from '../../../domain/sessions/door.ts';
import type { TicketStatus, TicketTransition } from '../../../domain/sessions/tickets.ts';
import type { LockedSession, Ticket } from '../registration/seats/locked-session.ts';
import type { SessionView } from '../registration/seats/session-view.ts';
import { hasAgreed, requireTermsToCome, termsMissingMessage } from './terms-at-door.ts';
import { lockBooking, otherTicketMessage } from '../registration/seats/other-tickets.ts';
import { deliberationMessage, fullSessionAdvice, requireDeliberate } from '../registration/seats/overbooking.ts';
import { personName } from '../registration/seats/person-name.ts';
import { doorsOpenAt, type ListedInstance } from '../sessions/instance.ts';
import { notPossible } from '../sessions/refusals.ts';

/**
 * Staff set the status of a ticket: paid at the door, attended, late, missed, canceled, or one of these undone. 409 where that is not
 * possible, or takes a reason or an agreement that is not given.
 */
export async function requireTransition(
  locked: LockedSession,
  ticket: Ticket,
  to: TicketStatus,
  { actor, ...given }: Deliberately & { actor: Actor },
): Promise<TicketTransition> {
  const transition = locked.transition(ticket, 'staff', to);
  if (transition === null) throw notPossible(statusRefusal(locked.instance, locked.now, to));
  if (givesSeat(ticket, to)) {
    const { eventId, oneSeatPerPerson } = locked.instance;
    if (oneSeatPerPerson) await lockBooking(locked.tx, eventId, ticket.userId);
    const { name, deliberation } = await seatDeliberation(locked, ticket);
    await requireDeliberate(locked, name, { ...deliberation, reason: given.reason });
  }
  await requireTermsToCome(locked, actor, ticket, to, given);
  return transition;
}

/** Why staff give a reason for the status; null if they need none. */
export async function reasonNeeded(session: SessionView, ticket: Ticket, to: TicketStatus): Promise<string | null> {
  if (givesSeat(ticket, to)) {
    const { name, deliberation } = await seatDeliberation(session, ticket);
    return deliberationMessage(session, name, deliberation);
  }
  if (!isAttended(to) || isAttended(ticket.status) || (await hasAgreed(session, ticket.userId))) return null;
  return termsMissingMessage(await personName(session.tx, ticket.userId));
}

/** To waitlisted people, and to those with an offer. */
function givesSeat({ status }: Ticket, to: TicketStatus): boolean {
  return to === 'confirmed' && (status === 'waitlisted' || status === 'offered');
}

async function seatDeliberation(session: SessionView, ticket: Ticket) {
  const name = await personName(session.tx, ticket.userId);
  const elsewhere = session.instance.oneSeatPerPerson ? await otherTicketMessage(session, ticket.userId, name) : null;
  return { name, deliberation: { own: ticket, hasSeat: ticket.status === 'offered', elsewhere } };
}

export function statusRefusal(instance: ListedInstance, now: number, to: TicketStatus): string {
  if (instance.status === 'cancelled') return 'This session is canceled.';
  const isOfDoor = isAttended(to) || to === 'noShow';
  if (isOfDoor && now < doorsOpenAt(instance)) return 'Check-in opens one hour before the session.';
  if (to === 'noShow' && now < instance.startsAt) return 'People can be marked as no-shows once the session has begun.';
  const isFull = to !== 'cancelled' && to !== 'noShow' && instance.taken >= instance.capacity;
  if (!isFull) return 'The status of this ticket does not allow this.';
  return `All seats of this session are taken. ${fullSessionAdvice(instance, now)}`;
}
