import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
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

interface BookingOptions {
  /** The session ends by this instant. */
  endsBy: number;
  /** The session is not over then; null: sessions that are over count too, until the attendance is recorded. */
  endsAfter: number | null;
  /** Ids of tickets that do not count. */
  without?: readonly number[];
}

export async function bookingsOf(
  { model }: Needs<'model'>,
  db: Db,
  userIds: readonly number[],
  eventIds: readonly number[],
  { endsBy, endsAfter, without = [] }: BookingOptions,
): Promise<Booking[]> {
  if (userIds.length === 0 || eventIds.length === 0) return [];
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .leftJoin('locations as l', 'l.id', 'i.locationId')
    .select(['t.id as ticketId', 't.userId', 't.instanceId', 'i.eventId', 'e.title', 'i.startsAt', 'i.endsAt'])
    .select('l.timezone')
    .where('t.userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('i.eventId', '=', sql<number>`any(${eventIds}::bigint[])`)
    .where('t.status', 'in', BOOKED)
    .where('i.status', 'in', ['published', 'done'])
    .where('i.endsAt', '<=', new Date(endsBy).toISOString())
    .$if(without.length > 0, (query) => query.where('t.id', '!=', sql<number>`all(${without}::bigint[])`))
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
