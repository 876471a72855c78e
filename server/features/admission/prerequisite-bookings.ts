import { sql } from 'kysely';
import { columnRefs, type Db } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';

/** Statuses of a seat that can still be attended. A seat that is only offered is not booked yet. */
export const BOOKED = ['held', 'confirmed'] as const;

export interface Booking {
  ticketId: number;
  userId: number;
  instanceId: number;
  eventId: number;
  title: string;
  startsAt: number;
  endsAt: number;
  timezone: string;
}

/** Tickets as they would be after a change. */
export interface AssumedChange {
  /** Ids of tickets that count neither as booked nor as attended. */
  without?: readonly number[];
  /** Ids of tickets that count as booked in another session. */
  moved?: { ids: readonly number[]; toInstanceId: number };
}

interface BookingOptions extends AssumedChange {
  /** The session ends by this instant. */
  endsBy: number;
  /** The session is not over then; null: sessions that are over count too, until the attendance is recorded. */
  endsAfter: number | null;
}

const T = columnRefs('tickets', 't');

export async function bookingsOf(
  { model }: Needs<'model'>,
  db: Db,
  userIds: readonly number[],
  eventIds: readonly number[],
  { endsBy, endsAfter, without = [], moved }: BookingOptions,
): Promise<Booking[]> {
  if (userIds.length === 0 || eventIds.length === 0) return [];
  const isMoved = sql<boolean>`${T.id} = any(${moved?.ids ?? []}::bigint[])`;
  const sessionId = moved
    ? sql<number>`case when ${isMoved} then ${moved.toInstanceId}::bigint else ${T.instanceId} end`
    : sql<number>`${T.instanceId}`;
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', (join) => join.on('i.id', '=', sessionId))
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .leftJoin('locations as l', 'l.id', 'i.locationId')
    .select(['t.id as ticketId', 't.userId', 'i.id as instanceId', 'i.eventId', 'e.title', 'i.startsAt', 'i.endsAt'])
    .select('l.timezone')
    .where('t.userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('i.eventId', '=', sql<number>`any(${eventIds}::bigint[])`)
    .where(({ and, eb, or }) =>
      or([
        and([
          eb('t.status', 'in', BOOKED),
          ...(without.length > 0 ? [eb('t.id', '!=', sql<number>`all(${without}::bigint[])`)] : []),
        ]),
        ...(moved ? [isMoved] : []),
      ]),
    )
    .where('i.status', 'in', ['published', 'done'])
    .where('i.endsAt', '<=', new Date(endsBy).toISOString())
    .$if(endsAfter !== null, (query) => query.where('i.endsAt', '>', new Date(endsAfter ?? 0).toISOString()))
    .orderBy('i.endsAt')
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    ...row,
    startsAt: Date.parse(row.startsAt),
    endsAt: Date.parse(row.endsAt),
    timezone: row.timezone ?? model.site.timezone,
  }));
}
