import { sql } from 'kysely';
import { EXPECTING } from '../../../../domain/sessions/tickets.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import type { Db } from '../../../platform/database.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { CommandServices, Needs } from '../../../services.ts';
import type { AssumedChange } from '../../admission/prerequisite-bookings.ts';
import { prerequisiteStates, type MissingPrerequisite } from '../../admission/prerequisites.ts';
import { formatMoment } from '../../sessions/listing/date-text.ts';
import type { ReviewedSeats } from '../seats/dependent-seats.ts';
import type { LockedSession, Ticket } from '../seats/locked-session.ts';
import { BY_SYSTEM } from '../seats/ticket-change.ts';
import { readInstance, type OpenInstance } from '../../sessions/instance.ts';
import { expireHoldsAndOfferSeats } from '../seats/expire-and-offer.ts';
import { propagateToSeries, inLockedSeries } from './series-booking.ts';

type Conditional = Pick<Ticket, 'id' | 'userId' | 'createdAt' | 'isConditional'> & { bookedPrerequisiteIds: number[] };

interface Verdict {
  ticket: Conditional;
  isConditional: boolean;
  /** Prerequisites that are missing now; empty: the seat stays. */
  missing: MissingPrerequisite[];
}

/**
 * Releases the seats whose prerequisites were booked and are missing by now, and marks those as unconditional whose prerequisites are
 * attended, earned, waived or no longer required. Decided by the present state, so a cancellation or a mark that has been undone changes
 * nothing, and so does an attendance that no one has recorded. Without a person or a session: of everyone, which the schedule does in case
 * a booking was canceled while a seat was given.
 */
export async function reviewConditions(services: CommandServices, reviewed: ReviewedSeats = {}): Promise<void> {
  const { db, clock } = services;
  const sessions = await conditionalTickets(db, reviewed)
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select('t.instanceId')
    .distinct()
    .where('i.startsAt', '>', clock.instant())
    .orderBy('t.instanceId')
    .execute();
  await forEachSettled(sessions, async ({ instanceId }) => {
    const instance = await readInstance(services, db, instanceId);
    // Nothing is locked where nothing changes.
    if ((await reviewTickets(services, db, instance, reviewed)).length === 0) return;
    await reviewSession(services, instanceId, reviewed);
  });
}

async function reviewSession(services: CommandServices, instanceId: number, reviewed: ReviewedSeats): Promise<void> {
  await inLockedSeries(services, instanceId, async (locked, others) => {
    await expireHoldsAndOfferSeats(locked);
    for (const verdict of await reviewTickets(services, locked.tx, locked.instance, reviewed)) {
      const ticket = await locked.ticket(verdict.ticket.id);
      if (!EXPECTING.some((status) => status === ticket.status)) continue;
      if (verdict.missing.length > 0) await release(locked, others, ticket, verdict.missing);
      else await locked.record(ticket, { isConditional: verdict.isConditional }, BY_SYSTEM.actor);
    }
    await expireHoldsAndOfferSeats(locked);
  }).catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.problem.status !== 404) throw error;
  });
}

/** Waitlisted people keep their place: they are skipped until they meet the prerequisites again. */
async function release(
  locked: LockedSession,
  others: readonly LockedSession[],
  ticket: Ticket,
  missing: readonly MissingPrerequisite[],
): Promise<void> {
  const transition = locked.transition(ticket, 'system', 'cancelled', { isPrerequisiteUnmet: true });
  if (transition?.notice === undefined) return;
  const reason = await releaseReason(locked, ticket.userId, missing);
  const by = { ...BY_SYSTEM, reason, facts: { isPrerequisiteUnmet: true } };
  const after = await locked.move(ticket, transition, by);
  await propagateToSeries(locked, others, after, 'cancelled', by);
}

/** Tickets that a review changes, after an assumed change. Rules are those of the time at which the first of them was given: what has expired since is no reason. */
export async function reviewTickets(
  services: Needs<'clock' | 'model'>,
  db: Db,
  instance: OpenInstance,
  reviewed: ReviewedSeats,
  assumed: AssumedChange = {},
): Promise<Verdict[]> {
  const rows = await conditionalTickets(db, reviewed)
    .select(['t.id', 't.userId', 't.status', 't.createdAt', 't.isConditional', 't.bookedPrerequisiteIds'])
    .where('t.instanceId', '=', instance.id)
    .orderBy('t.id')
    .execute();
  if (rows.length === 0) return [];
  const since = Math.min(...rows.map(({ createdAt }) => Date.parse(createdAt)));
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const states = await prerequisiteStates(services, db, instance, userIds, {
    now: since,
    keepsUnmarked: true,
    ...assumed,
  });
  return rows.flatMap(({ bookedPrerequisiteIds, status, ...row }) => {
    const ticket = { ...row, bookedPrerequisiteIds: bookedPrerequisiteIds ?? [] };
    const isBooked = ({ ids }: MissingPrerequisite) => ids.some((id) => ticket.bookedPrerequisiteIds.includes(id));
    const { missing = [], booked = [] } = states.get(row.userId) ?? {};
    const lacking = status === 'waitlisted' ? [] : missing.filter(isBooked);
    const isConditional = missing.some(isBooked) || booked.some(isBooked);
    if (lacking.length === 0 && isConditional === (row.isConditional === true)) return [];
    return [{ ticket, isConditional, missing: lacking }];
  });
}

function conditionalTickets(db: Db, { userId, instanceId }: ReviewedSeats) {
  return db
    .selectFrom('tickets as t')
    .where('t.status', 'in', EXPECTING)
    .where('t.bookedPrerequisiteIds', 'is not', null)
    .$if(userId !== undefined, (query) => query.where('t.userId', '=', userId ?? 0))
    .$if(instanceId !== undefined, (query) =>
      query.where(({ selectFrom, eb }) =>
        eb(
          't.userId',
          'in',
          selectFrom('tickets as o')
            .select('o.userId')
            .where('o.instanceId', '=', instanceId ?? 0),
        ),
      ),
    )
    .$if(userId === undefined && instanceId === undefined, (query) => query.where('t.isConditional', '=', true));
}

/** Why the seat is released, for its holder. */
async function releaseReason(
  { tx, services, instance }: LockedSession,
  userId: number,
  missing: readonly MissingPrerequisite[],
): Promise<string> {
  const eventIds = missing.flatMap((one) => one.eventIds);
  const missed = await tx
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .leftJoin('locations as l', 'l.id', 'i.locationId')
    .select(['e.title', 'i.startsAt', 'l.timezone'])
    .where('t.userId', '=', userId)
    .where('t.status', '=', 'noShow')
    .where('i.eventId', '=', sql<number>`any(${eventIds}::bigint[])`)
    .where('i.endsAt', '<=', new Date(instance.startsAt).toISOString())
    .orderBy('i.startsAt', 'desc')
    .executeTakeFirst();
  if (missed !== undefined) {
    const date = formatMoment(Date.parse(missed.startsAt), missed.timezone ?? services.model.site.timezone);
    return `You missed ${missed.title} on ${date}, and this session requires it.`;
  }
  const words = missing.map(({ anyOf }) => anyOf.map((one) => one.words).join(' or ')).join('; ');
  return `You no longer have a seat in ${words} before this session, which requires it.`;
}
