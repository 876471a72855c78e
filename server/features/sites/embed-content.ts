import type { Actor } from '../../../domain/actor.ts';
import type { CalendarEvent } from '../../../domain/calendar.ts';
import { monthName, WEEKDAY_NAMES } from '../../../domain/date-names.ts';
import { hourRangeText, hourText } from '../../../domain/hour-text.ts';
import { addDays, listedDays, weekdayOf } from '../../../domain/hours.ts';
import { spansOf, type DateSpan } from '../../../domain/session-dates.ts';
import { localDate, localText } from '../../platform/zone-years.ts';
import type { Services } from '../../services.ts';
import { implicitRoles } from '../accounts/held-roles.ts';
import { locationCalendar } from '../places/location-calendar.ts';
import { isListed, type Viewer } from '../places/listed.ts';
import { placeFor, placeOf, type Place } from '../places/location.ts';
import { placeText } from '../places/public-entries.ts';
import { weekHours } from '../places/week-hours.ts';
import { escaped, type EmbedContent } from './embed-page.ts';

/** The hours of the present week. Throws 404 for a place that visitors do not see. */
export async function embeddedHours(services: Services, id: number): Promise<EmbedContent> {
  const { displayName, days, weekends, today, locationId } = await weekHours(services, visitor(services), id);
  const rows = listedDays(days ?? [], weekends).map(({ date, weekday, intervals, reason }) => {
    const times = intervals.map(({ from, to }) => hourRangeText(from, to)).join(', ') || 'Closed';
    const why = reason === null ? '' : `<div class="facts">${escaped(reason)}</div>`;
    const mark = date === today ? ' class="today" aria-current="date"' : '';
    return `<tr${mark}><th scope="row">${WEEKDAY_NAMES[weekday] ?? ''}</th><td>${times}${why}</td></tr>`;
  });
  return {
    title: `${displayName}: opening hours`,
    body: rows.length === 0 ? '<p>No opening hours are set.</p>' : `<table><tbody>${rows.join('')}</tbody></table>`,
    more: { label: 'Calendar', path: `/calendars/${locationId}` },
  };
}

/** What takes place at a location on the days from today. Throws 404 for a place that visitors do not see. */
export async function embeddedCalendar(services: Services, id: number, days: number): Promise<EmbedContent> {
  const actor = visitor(services);
  const { timezone } = await placeFor(services, actor, id);
  const from = localDate(services.clock.now(), timezone);
  const span = { from, to: addDays(from, days - 1) };
  const { location, events } = await locationCalendar(services, actor, id, { span });
  return {
    title: `${location.displayName}: calendar`,
    body: listed(events, from, false) || `<p>Nothing takes place in the next ${days} days.</p>`,
    more: { label: 'Whole calendar', path: `/calendars/${id}` },
  };
}

/** The next published sessions at all places that visitors see. */
export async function embeddedEvents(services: Services, most: number): Promise<EmbedContent> {
  const viewer = visitor(services);
  const { rows } = await services.engine.list(viewer, 'locations', { range: [0, 999] });
  const places = new Map(rows.map((row) => [row.id, placeOf(services, row)]));
  const sessions = await nextSessions(services, viewer, [...places.keys()], most);
  const now = services.clock.now();
  const events = sessions
    .flatMap((session) => spansOf(session).map((span) => ({ span, session })))
    .filter(({ span }) => span.startsAt > now)
    .toSorted((a, b) => a.span.startsAt - b.span.startsAt)
    .flatMap(({ span, session }) => {
      const place = places.get(span.locationId ?? 0);
      return place ? [eventAt(place, session, span)] : [];
    })
    .slice(0, most);
  return {
    title: 'Upcoming events',
    body: listed(events, '', true) || '<p>No events are planned at the moment.</p>',
    more: { label: 'Calendars', path: '/calendars' },
  };
}

type Session = Awaited<ReturnType<typeof nextSessions>>[number];

function nextSessions({ db, clock }: Services, viewer: Viewer, locationIds: number[], most: number) {
  return db
    .selectFrom('instances as i')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select(['i.id', 'e.title', 'i.startsAt', 'i.endsAt', 'i.dates', 'i.locationId'])
    .where(isListed(viewer))
    .where('i.status', '=', 'published')
    .where(({ eb, and, or }) => {
      const now = clock.date().toISOString();
      return or([eb('i.startsAt', '>', now), and([eb('i.dates', 'is not', null), eb('i.endsAt', '>', now)])]);
    })
    .where(({ eb, fn, val, or }) =>
      or([eb('i.locationId', '=', fn.any(val(locationIds))), eb('i.dates', 'is not', null)]),
    )
    .orderBy('i.startsAt')
    .orderBy('i.id')
    .limit(most)
    .execute();
}

function eventAt(place: Place, { id, title }: Session, { startsAt, endsAt }: DateSpan): CalendarEvent {
  const text = (instant: number) => localText(instant, place.timezone);
  const [start, end] = [text(startsAt), text(endsAt)];
  return { id, kind: 'event', title, start, end, description: '', place: placeText(place) };
}

/** Events under their days; one that has begun earlier is under the first of them. Empty without events. */
function listed(events: readonly CalendarEvent[], from: string, hasPlaces: boolean): string {
  const days = new Map<string, CalendarEvent[]>();
  for (const event of events) {
    const day = event.start.slice(0, 10) < from ? from : event.start.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days]
    .map(([day, those]) => `<h2>${dayText(day)}</h2><ul>${those.map((one) => itemOf(one, hasPlaces)).join('')}</ul>`)
    .join('');
}

function itemOf({ title, start, end, place }: CalendarEvent, hasPlace: boolean): string {
  const endDay = end.slice(0, 10);
  const until = endDay === start.slice(0, 10) ? timeText(end) : `${dayText(endDay)}, ${timeText(end)}`;
  const facts = [`${timeText(start)} – ${until}`, ...(hasPlace ? [place] : [])].join(' · ');
  return `<li><div class="title">${escaped(title)}</div><div class="facts">${escaped(facts)}</div></li>`;
}

/** "Monday, November 23" */
function dayText(date: string): string {
  return `${WEEKDAY_NAMES[weekdayOf(date)] ?? ''}, ${monthName(date)} ${Number(date.slice(8, 10))}`;
}

/** Of a local text such as "2026-11-23T10:30:00-07:00". */
function timeText(local: string): string {
  return hourText(Number(local.slice(11, 13)) + Number(local.slice(14, 16)) / 60);
}

function visitor({ model }: Services): Actor {
  return { id: null, username: null, roles: implicitRoles(model.roles, false), groupIds: [], isKiosk: false, ip: null };
}
