import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { CommandServices, Needs } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import type { Db } from '../../../platform/database.ts';
import { ownCancelEffect, requireSeenEffect } from '../../payments/money-effect.ts';
import { BookingBusy, isSeat, lockBooking, otherTickets, type OtherTicket } from '../seats/other-tickets.ts';
import { afterOtherBooking } from '../seats/booking-lock.ts';
import type { LockedSession, Ticket } from '../seats/locked-session.ts';
import { inLockedSessions } from '../seats/session-queue.ts';
import { readInstance, type OpenInstance } from '../../sessions/instance.ts';
import { instanceOfTicket } from '../seats/session-of-ticket.ts';
import { giveUpFor } from './move-seat.ts';
import { noTicket, notPossible } from '../../sessions/refusals.ts';
import { expireHoldsAndOfferSeats } from '../seats/expire-and-offer.ts';
import { propagateToSeries, inLockedSeries } from './series-booking.ts';

const NOT_CANCELABLE = 'This ticket cannot be canceled anymore.';

/**
 * The seat goes to the first on the waitlist, in the same transaction. `seenCents`: the refund that the person has seen; 409
 * `payment.effect-changed` if it is another one.
 */
export async function cancelTicket(
  services: CommandServices,
  actor: Actor,
  ticketId: number,
  seenCents?: number,
): Promise<Ticket> {
  const instanceId = await instanceOfTicket(services, ticketId, requireAccountId(actor));
  return inLockedSeries(services, instanceId, async (locked, others) => {
    const { tx } = locked;
    await expireHoldsAndOfferSeats(locked);
    const { status } = await locked.ticket(ticketId);
    // Repeating it changes nothing.
    if (status !== 'cancelled')
      requireSeenEffect(seenCents, await ownCancelEffect({ services, tx, actor }, 'ticket', ticketId));
    return changeSeries(locked, others, { actor, ticketId, wanted: ['cancelled'], refused: NOT_CANCELABLE });
  });
}

/**
 * Accepts the offer: the seat is confirmed, or held until it is paid. With one seat per person, the seat in another
 * session is given up in the same transaction.
 */
export async function acceptOffer(services: CommandServices, actor: Actor, ticketId: number): Promise<Ticket> {
  const accept = ['confirmed', 'held'] as const;
  const refused = 'This seat is not offered to you anymore.';
  const userId = requireAccountId(actor);
  const instanceId = await instanceOfTicket(services, ticketId, userId);
  const instance = await readInstance(services, services.db, instanceId);
  // A series booked as a whole has no waitlist.
  if (!instance.oneSeatPerPerson) return change(services, actor, ticketId, accept, refused);
  return afterOtherBooking(services, async () => {
    const seats = await otherSeats(services, services.db, instance, userId);
    const ids = new Set([instanceId, ...seats.map((seat) => seat.instanceId)]);
    return inLockedSessions(
      services,
      [...ids].toSorted((a, b) => a - b),
      async (lockedSessions) => {
        const locked = lockedSessions.find((one) => one.instance.id === instanceId);
        if (locked === undefined) throw noTicket();
        await lockBooking(locked.tx, instance.eventId, userId);
        const current = await otherSeats(services, locked.tx, instance, userId);
        // A newer seat: its session is not locked.
        if (current.some((seat) => !ids.has(seat.instanceId))) throw new BookingBusy(instance.eventId, userId);
        const { before, after } = await changeAt(locked, actor, ticketId, accept, refused);
        if (before.status === 'offered')
          for (const seat of current) {
            const source = lockedSessions.find((one) => one.instance.id === seat.instanceId);
            if (source !== undefined)
              await giveUpFor(source, await source.ticket(seat.ticketId), { target: locked, ticket: after }, actor);
          }
        return after;
      },
    );
  });
}

async function otherSeats(
  services: Needs<'clock' | 'model'>,
  db: Db,
  instance: OpenInstance,
  userId: number,
): Promise<OtherTicket[]> {
  const tickets = (await otherTickets(services, db, instance, [userId])).get(userId) ?? [];
  return tickets.filter(({ status, wholeSeriesId }) => isSeat(status) && wholeSeriesId === null);
}

/** Records that the holder has seen the move. Not a change of the ticket, so it is not in its history. */
export async function seeMove({ db, engine }: Needs<'db' | 'engine'>, actor: Actor, ticketId: number): Promise<Ticket> {
  const seen = await db
    .updateTable('tickets')
    .set({ movedFrom: null })
    .where('id', '=', ticketId)
    .where('userId', '=', requireAccountId(actor))
    .returning('id')
    .executeTakeFirst();
  if (seen === undefined) throw noTicket();
  return engine.transaction(async (tx) => {
    const [ticket] = await engine.lock(tx, 'tickets', [seen.id]);
    if (ticket === undefined) throw noTicket();
    return ticket;
  });
}

async function change(
  services: CommandServices,
  actor: Actor,
  ticketId: number,
  wanted: readonly TicketStatus[],
  refused: string,
): Promise<Ticket> {
  const instanceId = await instanceOfTicket(services, ticketId, requireAccountId(actor));
  return inLockedSeries(services, instanceId, (locked, others) =>
    changeSeries(locked, others, { actor, ticketId, wanted, refused }),
  );
}

interface Change {
  actor: Actor;
  ticketId: number;
  wanted: readonly TicketStatus[];
  refused: string;
}

async function changeSeries(
  locked: LockedSession,
  others: readonly LockedSession[],
  { actor, ticketId, wanted, refused }: Change,
): Promise<Ticket> {
  const { before, after } = await changeAt(locked, actor, ticketId, wanted, refused);
  if (before !== after) await propagateToSeries(locked, others, after, after.status, { as: 'attendee', actor });
  return after;
}

async function changeAt(
  locked: LockedSession,
  actor: Actor,
  ticketId: number,
  wanted: readonly TicketStatus[],
  refused: string,
): Promise<{ before: Ticket; after: Ticket }> {
  await expireHoldsAndOfferSeats(locked);
  const before = await locked.ticket(ticketId);
  // Repeating it changes nothing.
  if (wanted.includes(before.status)) return { before, after: before };
  const transition = wanted.map((to) => locked.transition(before, 'attendee', to)).find((row) => row !== null);
  if (transition == null) throw notPossible(refused);
  const after = await locked.move(before, transition, { as: 'attendee', actor });
  await expireHoldsAndOfferSeats(locked);
  return { before, after };
}
