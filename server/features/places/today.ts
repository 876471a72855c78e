import { sql } from 'kysely';
import { DateTime } from 'luxon';
import type { Actor } from '../../../domain/actor.ts';
import type { CalendarEvent, LocationCalendar } from '../../../domain/calendar.ts';
import { hoursOfDays, type DayHours, type EffectiveDay } from '../../../domain/hours.ts';
import { htmlText } from '../../../domain/html-text.ts';
import { columnRefs, PREPARED } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { clockOf, localTime, placeFor, specialHours } from './location.ts';

const INSTANCE = columnRefs('instances', 'i');
const EVENT = columnRefs('events', 'e');

const LONGEST_DESCRIPTION = 4000;

interface Scheduled {
  id: number;
  title: string;
  summary: string | null;
  description: string | null;
  startsAt: string;
  endsAt: string;
}

/** Events at a location on its current day, including those that cross midnight at either end. */
export async function locationToday(
  services: Services,
  actor: Actor,
  id: number | string,
  now: Date = services.clock.date(),
): Promise<LocationCalendar> {
  const { hours, ...location } = await placeFor(services, actor, id);
  const local = localTime(location, now);
  const date = local.toFormat('yyyy-MM-dd');
  const events = await scheduled(services, location.id, firstMoment(local));
  const special = hours ? await specialHours(services, location.id, date, 1) : [];
  const days = hoursOfDays(date, 1, hours, special);
  return {
    location,
    clock: clockOf(location, now),
    events: events.map((event) => shown(event, location)),
    hours: hours ? { ...hours, ...dayHours(days) } : null,
    days,
  };
}

/** Of the first day, without what DayHours does not have. */
function dayHours(days: readonly EffectiveDay[]): DayHours {
  const [{ intervals: _intervals, closures: _closures, ...day }] = days as [EffectiveDay];
  return day;
}

async function scheduled({ db }: Services, locationId: number, midnight: DateTime): Promise<Scheduled[]> {
  const next = firstMoment(midnight.plus({ days: 1 }));
  const { rows } = await sql<Scheduled>`${PREPARED}
    select ${INSTANCE.id}, ${EVENT.title}, ${EVENT.summary}, ${EVENT.description}, ${INSTANCE.startsAt}, ${INSTANCE.endsAt}
    from "instances" i join "events" e on ${EVENT.id} = ${INSTANCE.eventId} and ${EVENT.deletedAt} is null
    where ${INSTANCE.locationId} = ${locationId} and ${INSTANCE.status} in ('published', 'done')
      and ${INSTANCE.startsAt} < ${next.toUTC().toISO()} and ${INSTANCE.endsAt} > ${midnight.toUTC().toISO()}
    order by ${INSTANCE.startsAt}, ${INSTANCE.endsAt}, ${INSTANCE.id}`.execute(db);
  return rows;
}

/** The first instant of the day; where the clock is set back across midnight, the first of its two midnights. */
function firstMoment(day: DateTime): DateTime {
  const midnight = day.startOf('day');
  const earlier = midnight.minus({ hours: 1 });
  return earlier.toISODate() === midnight.toISODate() ? earlier : midnight;
}

function shown(
  { id, title, summary, description, startsAt, endsAt }: Scheduled,
  { timezone: zone, displayName, buildingCode, room }: LocationCalendar['location'],
): CalendarEvent {
  const words = htmlText(description ?? '') || (summary ?? '');
  return {
    id,
    kind: 'event',
    title,
    start: wallClock(startsAt, zone),
    end: wallClock(endsAt, zone),
    description: words.slice(0, LONGEST_DESCRIPTION),
    place: `${displayName}, ${buildingCode} ${room}`,
  };
}

/** The instant with the place's UTC offset: "2026-03-08T09:00:00-06:00". */
function wallClock(instant: string, zone: string): string {
  return DateTime.fromISO(instant, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}
