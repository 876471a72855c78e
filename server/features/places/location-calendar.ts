import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { CalendarCounts, LocationCalendar } from '../../../domain/calls/places.ts';
import { addDays, hoursOfDays, type EffectiveDay } from '../../../domain/hours/hours.ts';
import { zoneOffsets, type ZoneOffset } from '../../../domain/values/zoned-time.ts';
import { columnRefs } from '../../platform/database.ts';
import { firstInstant, localDate } from '../../platform/zone-years.ts';
import type { Needs, RowServices } from '../../services.ts';
import { blocksBetween, closuresOf, type BlockOccurrence } from '../sessions/blocks/blocks-between.ts';
import { clockSpan, placeFor, specialHours, type Place } from '../sessions/location.ts';
import { isListed } from '../sessions/visibility.ts';
import { calendarEvents, sessionsBetween, takesPlaceAt } from '../sessions/listing/public-entries.ts';

export interface DateSpan {
  from: string;
  to: string;
}

const DAY = 86_400_000;
/** For closures that began long before the days they close. */
const CLOCK_MARGIN = 3 * DAY;

/** What visitors may know of a place's dates, by default of its present one; `now` is for tests. */
export async function locationCalendar(
  services: RowServices,
  actor: Actor,
  id: number | string,
  { span, now = services.clock.date() }: { span?: DateSpan | undefined; now?: Date } = {},
): Promise<LocationCalendar> {
  const place = await placeFor(services, actor, id);
  const today = localDate(now.getTime(), place.timezone);
  const { from, to } = span ?? { from: today, to: today };
  const [start, end] = calendarBounds({ from, to }, place);
  const [sessions, occurrences] = await Promise.all([
    sessionsBetween(services.db, actor, place.id, start, end),
    blocksBetween(services.db, placeZones(place), start, end),
  ]);
  const days = await effectiveDays(services, place, { from, to }, occurrences);
  const { hours, ...location } = place;
  const todays = today === from ? days : await effectiveDays(services, place, { from: today, to: today });
  return {
    location,
    clock: clockAround(place, [start, end], now.getTime()),
    events: calendarEvents(location, sessions, occurrences),
    hours: hours && todays[0] ? { ...hours, ...withoutIntervals(todays[0]) } : null,
    days,
  };
}

export async function calendarCounts(
  services: RowServices,
  actor: Actor,
  id: number | string,
  span: DateSpan,
): Promise<CalendarCounts> {
  const place = await placeFor(services, actor, id);
  const [start, end] = calendarBounds(span, place);
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char("at" at time zone ${place.timezone}, 'YYYY-MM-DD') as "day", count(*)::int as "count"
    from "instances" i join "events" e on ${EVENT.id} = ${INSTANCE.eventId} and ${isListed(actor)}
      cross join lateral (
        select ${INSTANCE.startsAt} as "at", ${INSTANCE.locationId} as "placeId" where ${INSTANCE.dates} is null
        union all select (date ->> 'startsAt')::timestamptz, coalesce((date ->> 'locationId')::bigint, ${INSTANCE.locationId})
        from jsonb_array_elements(${INSTANCE.dates}) date) as "spans"
    where ${takesPlaceAt(place.id)} and "placeId" = ${place.id} and ${INSTANCE.status} in ('published', 'done')
      and ${INSTANCE.startsAt} < ${new Date(end).toISOString()} and ${INSTANCE.endsAt} > ${new Date(start).toISOString()}
      and "at" >= ${new Date(start).toISOString()} and "at" < ${new Date(end).toISOString()}
    group by 1 order by 1`.execute(services.db);
  const months: Record<string, number> = {};
  for (const { day, count } of rows) months[day.slice(0, 7)] = (months[day.slice(0, 7)] ?? 0) + count;
  const isOfYear = addDays(span.from, 366) > span.to;
  // Repeated blocks of many years would be many occurrences.
  const days = place.hours === null ? [] : await effectiveDays(services, place, span, isOfYear ? undefined : []);
  return {
    months,
    ...(isOfYear ? { days: Object.fromEntries(rows.map(({ day, count }) => [day, count])) } : {}),
    closed: Object.fromEntries(
      days.flatMap(({ date, intervals, reason }) => (intervals.length > 0 || reason === null ? [] : [[date, reason]])),
    ),
  };
}

const INSTANCE = columnRefs('instances', 'i');
const EVENT = columnRefs('events', 'e');

/**
 * The effective hours of a place: usual and special hours, and the blocks that close it. The server's only source of
 * them.
 */
export async function effectiveDays(
  services: Needs<'db'>,
  place: Place,
  { from, to }: DateSpan,
  known?: readonly BlockOccurrence[],
): Promise<EffectiveDay[]> {
  const [start, end] = calendarBounds({ from, to }, place);
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
  const [special, occurrences] = await Promise.all([
    place.hours ? specialHours(services, place.id, from, length) : [],
    known ?? blocksBetween(services.db, placeZones(place), start, end),
  ]);
  const closures = closuresOf(occurrences).map(({ startsAt, endsAt, title }) => ({
    startsAt: Math.max(startsAt, start),
    endsAt: Math.min(endsAt, end),
    title,
  }));
  const offsets = zoneOffsets(place.timezone, start - CLOCK_MARGIN, end + CLOCK_MARGIN);
  return hoursOfDays(from, length, place.hours, special, { closures, offsets });
}

/** The instants at which the first date begins and the last one is over. */
export function calendarBounds({ from, to }: DateSpan, { timezone }: Pick<Place, 'timezone'>): [number, number] {
  return [firstInstant(from, timezone), firstInstant(addDays(to, 1), timezone)];
}

function placeZones({ id, timezone }: Place): Map<number, string> {
  return new Map([[id, timezone]]);
}

/** Of the dates and of the present; what lies between the two, far apart, is left out. */
function clockAround({ timezone }: Place, [start, end]: [number, number], now: number): ZoneOffset[] {
  const spans: [number, number][] = [clockSpan(now), [start - CLOCK_MARGIN, end + CLOCK_MARGIN]];
  const [earlier = clockSpan(now), later = clockSpan(now)] = spans.toSorted(([a], [b]) => a - b);
  if (later[0] <= earlier[1]) return zoneOffsets(timezone, earlier[0], Math.max(earlier[1], later[1]));
  return [...zoneOffsets(timezone, ...earlier), ...zoneOffsets(timezone, ...later)];
}

function withoutIntervals({ intervals: _intervals, closures: _closures, ...day }: EffectiveDay) {
  return day;
}
