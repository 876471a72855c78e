import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { CommandServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import { checkedAnswers } from '../questions/answers.ts';
import { moveChargesLater } from '../../payments/void.ts';
import { activeTicket } from '../seats/active-ticket.ts';
import { afterOtherBooking } from '../seats/booking-lock.ts';
import { formatMoment } from '../../sessions/listing/date-text.ts';
import { inLockedSessions } from '../seats/session-queue.ts';
import type { LockedSession, Ticket } from '../seats/locked-session.ts';
import { instanceOfTicket } from '../seats/session-of-ticket.ts';
import { noInstance, notPossible, NO_MOVE_OF_SERIES } from '../../sessions/refusals.ts';
import { expireHoldsAndOfferSeats } from '../seats/expire-and-offer.ts';
import { signUp, signUpAll, type SignUpWith } from './sign-up.ts';

/**
 * Signs the person up for a session and gives up their ticket in another session of the event, in one transaction. A
 * refused sign-up leaves that ticket unchanged; so does a full session, with 409. Repeating the call changes nothing.
 * After the old session's deadline the cancellation is late, as without the move.
 */
export async function moveSeat(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  { moveFrom = 0, isInvited = false, inAddition = false, ...given }: SignUpWith,
): Promise<Ticket> {
  const userId = requireAccountId(actor);
  const fromId = await instanceOfTicket(services, moveFrom, userId);
  if (fromId === instanceId) return signUp(services, actor, instanceId, { ...given, isInvited });
  const checked = await checkedAnswers(services, given, userId, moveFrom);
  const ids = [fromId, instanceId].toSorted((a, b) => a - b);
  return afterOtherBooking(services, () =>
    inLockedSessions(services, ids, async (lockedSessions) => {
      const [source, target] = [lockedSessionOf(lockedSessions, fromId), lockedSessionOf(lockedSessions, instanceId)];
      const there = await activeTicket(services, target.tx, instanceId, userId);
      const moved = await source.ticket(moveFrom);
      if (there !== null && moved.status === 'cancelled') return there;
      if (there !== null) throw notPossible('You already have a ticket for this session.');
      requireSameEvent(source, target);
      await expireHoldsAndOfferSeats(source);
      const ticket = await source.ticket(moveFrom);
      const leave = source.transition(ticket, 'attendee', 'cancelled');
      if (leave === null) throw notPossible('This seat cannot be moved anymore.');
      const [outcome] = await signUpAll(target, [
        { userId, actor, isInvited, inAddition, given, checked, moved: ticket },
      ]);
      if (outcome === undefined || 'error' in outcome) throw outcome?.error;
      await giveUpFor(source, ticket, { target, ticket: outcome.value }, actor);
      return outcome.value;
    }),
  );
}

/** Cancels a ticket whose place is taken by one in the other session. A seat there that is not paid again takes over what was paid. */
export async function giveUpFor(
  source: LockedSession,
  ticket: Ticket,
  { target, ticket: other }: { target: LockedSession; ticket: Ticket },
  actor: Actor,
): Promise<void> {
  const leave = source.transition(ticket, 'attendee', 'cancelled');
  if (leave === null) throw notPossible('This seat cannot be moved anymore.');
  const { startsAt, timezone } = target.instance;
  const reason = `Moved to the session of ${formatMoment(startsAt, timezone)}.`;
  const isPaid = ticket.status === 'confirmed' && other.status === 'confirmed';
  if (isPaid) moveChargesLater(source.services, source.tx, { endpoint: 'ticket', fromId: ticket.id, toId: other.id });
  const refund = isPaid ? 'nothing' : 'everything';
  await source.move(ticket, leave, { as: 'attendee', actor, reason, refund });
  await expireHoldsAndOfferSeats(source);
}

function requireSameEvent({ instance: from }: LockedSession, { instance: to }: LockedSession): void {
  if (from.eventId !== to.eventId) throw notPossible('You can move a seat only to another session of the same event.');
  if (from.wholeSeriesId !== null || to.wholeSeriesId !== null) throw notPossible(NO_MOVE_OF_SERIES);
}

function lockedSessionOf(lockedSessions: readonly LockedSession[], id: number): LockedSession {
  const locked = lockedSessions.find(({ instance }) => instance.id === id);
  if (locked === undefined) throw noInstance();
  return locked;
}
