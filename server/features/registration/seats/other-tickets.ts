import { sql } from 'kysely';
import { EXPECTING, type TicketStatus } from '../../../../domain/sessions/tickets.ts';
import { problem, ProblemError } from '../../../platform/problem.ts';
import { prepared, type Db, type Tx } from '../../../platform/database.ts';
import { tryLocks } from '../../../platform/locks.ts';
import type { Needs } from '../../../services.ts';
import { formatMoment } from '../../sessions/listing/date-text.ts';
import type { SessionView } from './session-view.ts';
import type { ListedInstance } from '../../sessions/instance.ts';
import { BOOKED } from '../../admission/prerequisite-bookings.ts';

/** A person's ticket in another upcoming session of the event. Instants in epoch milliseconds. */
export interface OtherTicket {
  ticketId: number;
  userId: number;
  status: TicketStatus;
  createdAt: string;
  instanceId: number;
  title: string;
  startsAt: number;
  timezone: string;
  /** When a cancellation becomes late. */
  cancelUntil: number;
  wholeSeriesId: number | null;
}

type Booked = Pick<ListedInstance, 'id' | 'eventId' | 'wholeSeriesId'>;

const HOUR = 3_600_000;

/**
 * By account id, the tickets in other upcoming sessions of the session's event, by start. The other sessions of a series that is booked as a
 * whole are the same booking.
 */
export async function otherTickets(
  { clock, model }: Needs<'clock' | 'model'>,
  db: Db,
  { id, eventId, wholeSeriesId }: Booked,
  userIds: readonly number[],
): Promise<Map<number, OtherTicket[]>> {
  const query = db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .leftJoin('eventSeries as s', (join) => join.onRef('s.id', '=', 'i.seriesId').on('s.isBookedAsWhole', '=', true))
    .leftJoin('locations as l', 'l.id', 'i.locationId')
    .select(['t.id as ticketId', 't.userId', 't.status', 't.createdAt', 't.instanceId', 'e.title', 'i.startsAt'])
    .select(['e.cancelDeadlineHours', 's.id as wholeSeriesId', 'l.timezone'])
    .where('t.userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('t.status', 'in', EXPECTING)
    .where('i.eventId', '=', eventId)
    .where('i.id', '!=', id)
    .where('i.status', '=', 'published')
    .where('i.startsAt', '>', clock.instant())
    .$if(wholeSeriesId !== null, (query) =>
      query.where(({ eb, or }) => or([eb('s.id', 'is', null), eb('s.id', '!=', wholeSeriesId)])),
    )
    .orderBy('i.startsAt')
    .orderBy('t.id');
  const tickets = (await prepared(db, query)).map(({ cancelDeadlineHours, ...row }) => {
    const startsAt = Date.parse(row.startsAt);
    const timezone = row.timezone ?? model.site.timezone;
    return { ...row, startsAt, timezone, cancelUntil: startsAt - (cancelDeadlineHours ?? 24) * HOUR };
  });
  return Map.groupBy(tickets, ({ userId }) => userId);
}

/** A seat: neither a place on a waitlist nor an offer that has not been accepted. */
export function isSeat(status: TicketStatus): boolean {
  return BOOKED.some((booked) => booked === status);
}

interface Wanted {
  userId: number;
  others?: readonly OtherTicket[] | undefined;
  /** The ticket that is given up for the new one. */
  moved?: { id: number };
  inAddition: boolean;
  isBusy: boolean;
}

/**
 * 409 for a second ticket in upcoming sessions of the event that was not requested, for a second seat of an event with one seat per person,
 * and for a seat that would be given up for a place on a waitlist. With one seat per person, people may still wait for several sessions:
 * accepting an offer then gives up the seat that they have (`acceptOffer`).
 */
export function requireOneBooking(
  { eventId, oneSeatPerPerson }: Pick<ListedInstance, 'eventId' | 'oneSeatPerPerson'>,
  to: TicketStatus,
  { userId, others = [], moved, inAddition, isBusy }: Wanted,
): void {
  if (isBusy) throw new BookingBusy(eventId, userId);
  if (moved !== undefined && to === 'waitlisted') throw noSeatToMoveTo();
  const remaining = others.filter(({ ticketId }) => ticketId !== moved?.id);
  const [seat] = remaining.filter(({ status }) => isSeat(status));
  if (oneSeatPerPerson && isSeat(to) && seat !== undefined)
    throw refused(
      'one-seat',
      `${ownTicketText(seat)} This event allows one seat per person. Move your seat, or cancel it.`,
    );
  const [first] = remaining;
  if (first !== undefined && moved === undefined && !inAddition)
    throw refused('other-seat', `${ownTicketText(first)} Move it to this session, or sign up for both.`);
}

/** What the person has in other upcoming sessions of the event, for staff; null for nothing. */
export async function otherTicketMessage(
  { services, tx, instance }: Pick<SessionView, 'services' | 'tx' | 'instance'>,
  userId: number,
  name: string,
): Promise<string | null> {
  const [first] = (await otherTickets(services, tx, instance, [userId])).get(userId) ?? [];
  return first === undefined ? null : `${name} already ${heldTicketText(first)}.`;
}

function ownTicketText(ticket: OtherTicket): string {
  return `You already ${heldTicketText(ticket).replace(/^has/, 'have').replace(/^is/, 'are')}.`;
}

function heldTicketText({ status, startsAt, timezone }: OtherTicket): string {
  const date = formatMoment(startsAt, timezone);
  if (status === 'waitlisted') return `is on the waitlist for ${date}`;
  return status === 'offered' ? `has an offered seat on ${date}` : `has a seat on ${date}`;
}

function refused(code: string, detail: string): ProblemError {
  return problem(409, `events.${code}`, 'Not signed up', detail);
}

function noSeatToMoveTo(): ProblemError {
  return refused('no-seat-to-move-to', 'This session is now full. You keep your seat, and you can join the waitlist.');
}

/**
 * Locks people for the event until the transaction ends, and returns those locked by another one. Never waits, so it
 * can be taken at any time: sign-ups are committed together, and their people are known only once their session is
 * locked. Refused people wait outside of that transaction and try again (`afterOtherBooking`).
 */
export async function lockBookings(tx: Tx, eventId: number, userIds: readonly number[]): Promise<Set<number>> {
  const busy = await tryLocks(
    tx,
    'booking',
    userIds.map((userId) => bookingKey(eventId, userId)),
  );
  return new Set(userIds.filter((userId) => busy.has(bookingKey(eventId, userId))));
}

/** The key of the lock "booking" of a person for an event. */
export function bookingKey(eventId: number, userId: number): string {
  return `${eventId} ${userId}`;
}

/** Locks one person (`lockBookings`). Throws BookingBusy where another transaction has. */
export async function lockBooking(tx: Tx, eventId: number, userId: number): Promise<void> {
  if ((await lockBookings(tx, eventId, [userId])).size > 0) throw new BookingBusy(eventId, userId);
}

/** Another transaction changes the person's tickets for the event. `afterOtherBooking` waits for it. */
export class BookingBusy extends ProblemError {
  readonly eventId: number;
  readonly userId: number;
  constructor(eventId: number, userId: number) {
    super(
      refused('booking-busy', 'Another sign-up of this person for this event is being processed. Try again.').problem,
    );
    this.eventId = eventId;
    this.userId = userId;
  }
}
