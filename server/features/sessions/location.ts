import type { Actor } from '../../../domain/declarations/actor.ts';
import { addDays, type SpecialHours, type UsualHours } from '../../../domain/hours/hours.ts';
import type { Json } from '../../../domain/values/json.ts';
import { zoneOffsets, type ZoneOffset } from '../../../domain/values/zoned-time.ts';
import { prepared } from '../../platform/database.ts';
import type { SeenRow } from '../../resources/typed-rows.ts';
import type { Needs } from '../../services.ts';

export interface Place {
  id: number;
  displayName: string;
  buildingCode: string;
  room: string;
  timezone: string;
  hours: UsualHours | null;
}

/** Throws 404 when the location does not exist for the caller. */
export async function placeFor(services: Needs<'engine' | 'model'>, actor: Actor, id: number | string): Promise<Place> {
  return placeFromRow(services, await services.engine.get(actor, 'locations', id));
}

export function placeFromRow({ model }: Needs<'model'>, row: SeenRow<'locations'>): Place {
  return {
    id: row.id,
    displayName: row.displayName ?? '',
    buildingCode: row.buildingCode ?? '',
    room: row.room ?? '',
    timezone: row.timezone ?? model.site.timezone,
    hours: usualHours(row.hours),
  };
}

/** Exceptions that overlap the days from a date on, the location's own and general ones. */
export async function specialHours(
  { db }: Needs<'db'>,
  locationId: number,
  from: string,
  days: number,
): Promise<SpecialHours[]> {
  const until = addDays(from, days);
  return prepared(
    db,
    db
      .selectFrom('hoursExceptions')
      .select(['id', 'locationId', 'reason', 'startsOn', 'endsOn', 'closed', 'opensAt', 'closesAt'])
      .where(({ eb, or }) => or([eb('locationId', '=', locationId), eb('locationId', 'is', null)]))
      .where('startsOn', '<', until)
      .where('endsOn', '>=', from),
  );
}

const DAY = 86_400_000;
/** The displayed week and the next one, so that a suspended page still has the offsets it needs. */
const CLOCK_DAYS = { back: 8, ahead: 15 } as const;

/** Within which every answer has a place's offsets, in epoch milliseconds. */
export function clockSpan(now: number): [number, number] {
  return [now - CLOCK_DAYS.back * DAY, now + CLOCK_DAYS.ahead * DAY];
}

/** The UTC offsets of a place around now, with every change, to the minute. */
export function placeClock({ timezone }: Pick<Place, 'timezone'>, now: Date): ZoneOffset[] {
  return zoneOffsets(timezone, ...clockSpan(now.getTime()));
}

/** Tolerates rows written outside of the engine. */
function usualHours(value: Json | undefined): UsualHours | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { weekends, openTimes, closeTimes } = value;
  return Array.isArray(openTimes) && Array.isArray(closeTimes)
    ? { weekends: weekends === true, openTimes: openTimes.map(storedHour), closeTimes: closeTimes.map(storedHour) }
    : null;
}

function storedHour(value: Json): number | null {
  return typeof value === 'number' ? value : null;
}
