import { sql } from 'kysely';
import { DateTime } from 'luxon';
import type { Actor } from '../../../domain/actor.ts';
import { addDays, type SpecialHours, type UsualHours } from '../../../domain/hours.ts';
import type { Json } from '../../../domain/model.ts';
import { PREPARED } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

/** A location as the caller may see it. */
export interface Place { id: number; displayName: string; buildingCode: string; room: string; timezone: string; hours: UsualHours | null }

/** Refused with 404 when there is no such location for the caller. */
export async function placeFor({ engine, model }: Services, actor: Actor, id: number | string): Promise<Place> {
  const row = await engine.get(actor, 'locations', id);
  const text = (name: string): string => String(row[name] ?? '');
  return {
    id: Number(row['id']), displayName: text('displayName'), buildingCode: text('buildingCode'), room: text('room'),
    timezone: text('timezone') || model.site.timezone, hours: usualHours(row['hours']),
  };
}

/** Special hours that reach into the days from a date on, the location's own and those of all. */
export async function specialHours({ db }: Services, locationId: number, from: string, days: number): Promise<SpecialHours[]> {
  const { rows } = await sql<SpecialHours>`${PREPARED}
    select "id", "locationId", "reason", "startsOn", "endsOn", "closed", "opensAt", "closesAt" from "hoursExceptions"
    where ("locationId" = ${locationId} or "locationId" is null) and "startsOn" < ${addDays(from, days)} and "endsOn" >= ${from}`.execute(db);
  return rows;
}

/** Calendar and clock of a place. */
export function localTime({ timezone }: Pick<Place, 'timezone'>, now: Date): DateTime {
  return DateTime.fromJSDate(now, { zone: timezone });
}

function usualHours(value: Json | undefined): UsualHours | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { weekends, openTimes, closeTimes } = value;
  return Array.isArray(openTimes) && Array.isArray(closeTimes)
    ? { weekends: weekends === true, openTimes: openTimes.map(hourOf), closeTimes: closeTimes.map(hourOf) }
    : null;
}

/** A day without an hour is closed. */
function hourOf(value: Json): number | null {
  return typeof value === 'number' ? value : null;
}
