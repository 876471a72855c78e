import { formatDay } from '../../../../domain/values/formats.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { Db } from '../../../platform/database.ts';
import { problem, type ProblemError } from '../../../platform/problem.ts';
import { localDate } from '../../../platform/zone-years.ts';
import type { CommandServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import { activeTicket } from '../seats/active-ticket.ts';
import type { LockedSession, Ticket } from '../seats/locked-session.ts';
import type { By } from '../seats/ticket-change.ts';
import { inLockedSessions } from '../seats/session-queue.ts';
import { afterOtherBooking } from '../seats/booking-lock.ts';
import { entryChange } from '../seats/ticket-notice.ts';
import { ticketFacts, readInstance } from '../../sessions/instance.ts';
import { checkedAnswers } from '../questions/answers.ts';
import { noInstance, notPossible, NO_MOVE_OF_SERIES } from '../../sessions/refusals.ts';
import { expireHoldsAndOfferSeats } from '../seats/expire-and-offer.ts';
import { signUpAll, type SignUpWith } from './sign-up.ts';

/**
 * Books a whole series: a ticket for each session, or none. A series has no waitlist: it is full when one of its
 * sessions is. Opens and closes with the first session. Repeating it changes nothing. Returns the ticket for the
 * instance. 404 without such a series.
 */
export async function bookSeries(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  { isInvited = false, moveFrom, inAddition = false, ...given }: SignUpWith = {},
): Promise<Ticket> {
  const userId = requireAccountId(actor);
  const checked = await checkedAnswers(services, given, userId);
  const { wholeSeriesId } = await readInstance(services, services.db, instanceId);
  if (wholeSeriesId === null) throw noInstance();
  if (moveFrom !== undefined) throw notPossible(NO_MOVE_OF_SERIES);
  const ids = await seriesSessions(services.db, wholeSeriesId);
  const join = () =>
    inLockedSessions(services, ids, async (lockedSessions) => {
      // Sessions may have joined or left the series since they were looked up.
      const current = await seriesSessions(lockedSessions[0]?.tx ?? services.db, wholeSeriesId);
      if (current.join() !== ids.join()) throw seriesChanged();
      const first = lockedSessions.toSorted((a, b) => a.instance.startsAt - b.instance.startsAt)[0];
      // Paid as a whole, so all seats are held until the same instant.
      const deadlines: number[] = [];
      for (const locked of lockedSessions) deadlines.push(await locked.expiry.deadline(), locked.instance.holdsEndAt);
      const holdsEndAt = Math.min(...deadlines);
      const tickets: Ticket[] = [];
      for (const locked of lockedSessions) {
        await expireHoldsAndOfferSeats(locked);
        const own = await activeTicket(services, locked.tx, locked.instance.id, userId);
        if (own === null && ticketFacts(locked.instance, locked.now).seatsLeft <= 0) throw seriesFull(locked);
        Object.assign(locked.instance, {
          opensAt: first?.instance.opensAt,
          closesAt: first?.instance.closesAt,
          holdsEndAt,
        });
        const seriesBooking = { isNotified: locked === first };
        const [outcome] = await signUpAll(locked, [
          { userId, actor, isInvited, inAddition, given, checked, seriesBooking },
        ]);
        if (outcome === undefined || 'error' in outcome) throw outcome?.error;
        tickets.push(outcome.value);
      }
      for (const locked of lockedSessions) {
        const own = tickets.find((one) => one.instanceId === locked.instance.id);
        if (locked === first || own === undefined) continue;
        await first?.notices.addSession(userId, locked.notices, own.status === 'confirmed' ? 'REQUEST' : null);
      }
      const ticket = tickets.find((one) => one.instanceId === instanceId);
      if (ticket === undefined) throw noInstance();
      return ticket;
    });
  return afterOtherBooking(services, join);
}

/**
 * Locks the instance and runs `work`. `others`: the other locked sessions of a series booked as a whole, by id. All are
 * locked in that order, as sign-ups do, which prevents deadlocks.
 */
export async function inLockedSeries<T>(
  services: CommandServices,
  instanceId: number,
  work: (locked: LockedSession, others: readonly LockedSession[]) => Promise<T>,
): Promise<T> {
  const ids = await sessionsBookedWith(services.db, [instanceId]);
  return inLockedSessions(services, ids, (lockedSessions) => {
    const own = lockedSessions.find(({ instance }) => instance.id === instanceId);
    if (own === undefined) throw noInstance();
    return work(
      own,
      lockedSessions.filter((locked) => locked !== own),
    );
  });
}

/**
 * A change of a person's ticket for one session of a whole series applies to the tickets for the others still to come:
 * a series is paid, and given back, as a whole.
 */
export async function propagateToSeries(
  locked: LockedSession,
  others: readonly LockedSession[],
  { userId }: Ticket,
  to: TicketStatus,
  by: By,
): Promise<void> {
  if (to !== 'cancelled' && to !== 'confirmed') return;
  for (const other of others) {
    const ticket = await activeTicket(locked.services, locked.tx, other.instance.id, userId);
    if (ticket === null || ticket.status === to) continue;
    const transition = other.transition(ticket, by.as, to, by.facts);
    if (transition === null) continue;
    await other.move(ticket, { from: transition.from, to: transition.to, by: transition.by }, by);
    const method = entryChange(ticket.status, to);
    if (method !== null) await locked.notices.addSession(userId, other.notices, method);
    await expireHoldsAndOfferSeats(other);
  }
  if (to === 'cancelled') await forgetCancelled(others, userId);
}

/**
 * Restoring a canceled session then restores nothing of the series. Not a change of a ticket, so it is not in its
 * history.
 */
async function forgetCancelled(others: readonly LockedSession[], userId: number): Promise<void> {
  for (const { tx, instance } of others)
    if (instance.status === 'cancelled')
      await tx
        .updateTable('tickets')
        .set({ cancelledFrom: null })
        .where('instanceId', '=', instance.id)
        .where('userId', '=', userId)
        .execute();
}

/** The instances, with the sessions of their series, other than drafts, where that is booked as a whole, by id. */
export async function sessionsBookedWith(db: Db, instanceIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('instances as own')
    .innerJoin('eventSeries as s', 's.id', 'own.seriesId')
    .innerJoin('instances as i', 'i.seriesId', 's.id')
    .select('i.id')
    .where('own.id', 'in', instanceIds)
    .where('s.isBookedAsWhole', '=', true)
    .where('i.status', '!=', 'draft')
    .execute();
  return [...new Set([...instanceIds, ...rows.map(({ id }) => id)])].toSorted((a, b) => a - b);
}

/** The published sessions of a series that is booked as a whole, by id. Throws 404 where there is no such series. */
async function seriesSessions(db: Db, seriesId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('instances as i')
    .innerJoin('eventSeries as s', 's.id', 'i.seriesId')
    .select('i.id')
    .where('s.id', '=', seriesId)
    .where('s.isBookedAsWhole', '=', true)
    .where('i.status', '=', 'published')
    .orderBy('i.id')
    .execute();
  if (rows.length === 0) throw noInstance();
  return rows.map(({ id }) => id);
}

function seriesChanged(): ProblemError {
  return problem(
    409,
    'events.series-changed',
    'Not signed up',
    'The sessions of this series have just changed. Review them, and sign up again.',
  );
}

function seriesFull({ instance }: LockedSession): ProblemError {
  const date = localDate(instance.startsAt, instance.timezone);
  return problem(
    409,
    'events.series-full',
    'Not signed up',
    `The session of ${formatDay(date, 'full')} is full, and this series can only be booked as a whole.`,
  );
}
