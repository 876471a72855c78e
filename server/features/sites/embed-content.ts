import { formatClock, formatDay, formatHours, formatLocal } from '../../../domain/values/formats.ts';
import { sql, type RawBuilder } from 'kysely';
import type { CalendarEvent } from '../../../domain/calls/places.ts';
import { WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';
import { addDays, listedDays } from '../../../domain/hours/hours.ts';
import type { PublicDate, PublicSession } from '../../../domain/calls/sessions.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { ReadServices, RowServices } from '../../services.ts';
import { visitor } from '../accounts/held-roles.ts';
import { sessionRow } from '../sessions/listing/public-session.ts';
import { upcoming } from '../sessions/listing/upcoming.ts';
import { locationCalendar } from '../places/location-calendar.ts';
import { placeFor } from '../sessions/location.ts';
import { weekHours } from '../places/week-hours.ts';
import { escaped, type EmbedContent } from './embed-page.ts';

export async function embeddedHours(services: RowServices, id: number): Promise<EmbedContent> {
  const { displayName, days, weekends, today, locationId } = await weekHours(
    services,
    visitor(services.model.roles),
    id,
  );
  const rows = listedDays(days ?? [], weekends).map(({ date, weekday, intervals, reason }) => {
    const times = intervals.map(({ from, to }) => formatHours(from, to)).join(', ') || 'Closed';
    const why = reason === null ? '' : `<div class="facts">${escaped(reason)}</div>`;
    const mark = date === today ? ' class="today" aria-current="date"' : '';
    return `<tr${mark}><th scope="row">${WEEKDAY_NAMES[weekday] ?? ''}</th><td>${times}${why}</td></tr>`;
  });
  return {
    title: `${displayName}: opening hours`,
    body: rows.length === 0 ? '<p>No opening hours are set.</p>' : `<table><tbody>${rows.join('')}</tbody></table>`,
    more: { label: 'Calendar', path: `/calendar/${locationId}` },
  };
}

/** What takes place at a location on the days from today. Throws 404 for a place that visitors do not see. */
export async function embeddedCalendar(services: RowServices, id: number, days: number): Promise<EmbedContent> {
  const actor = visitor(services.model.roles);
  const { timezone } = await placeFor(services, actor, id);
  const from = localDate(services.clock.now(), timezone);
  const span = { from, to: addDays(from, days - 1) };
  const { location, events } = await locationCalendar(services, actor, id, { span });
  return {
    title: `${location.displayName}: calendar`,
    body: listed(events.map(itemOfCalendar), from) || `<p>No events in the next ${days} days.</p>`,
    more: { label: 'Whole calendar', path: `/calendar/${id}` },
  };
}

/** The next dates of published sessions that visitors find, wherever they take place. */
export async function embeddedEvents(services: ReadServices, most: number): Promise<EmbedContent> {
  const now = services.clock.now();
  const rows = await upcoming(services, visitor(services.model.roles))
    .where(nextDate(services.clock.instant()), 'is not', null)
    // Of sessions with several dates the first one may be over, or the next one later than all others.
    .orderBy(nextDate(services.clock.instant()))
    .orderBy('i.id')
    .limit(most)
    .execute();
  const items = rows
    .map((row) => sessionRow(services, row).session)
    .flatMap((session) => (session.dates.length > 0 ? session.dates : [session]).map((date) => itemAt(session, date)))
    .filter(({ start }) => Date.parse(start) > now)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
    .slice(0, most);
  return {
    title: 'Upcoming events',
    body: listed(items, '') || '<p>No events are planned at the moment.</p>',
    more: { label: 'All upcoming events', path: '/signup/upcomingworkshops' },
  };
}

/** SQL: when the next date of the session `i` begins; null when none is to come. */
function nextDate(now: string): RawBuilder<string | null> {
  return sql`case when "i"."dates" is null then case when "i"."startsAt" > ${now}::timestamptz then "i"."startsAt" end
    else (select min((date ->> 'startsAt')::timestamptz) from jsonb_array_elements("i"."dates") date
      where (date ->> 'startsAt')::timestamptz > ${now}::timestamptz) end`;
}

/** What a list shows: times are local texts such as "2026-11-23T10:30:00-07:00". */
interface EmbedItem {
  title: string;
  start: string;
  end: string;
  /** Empty where the list is of one place, and where none is known. */
  place: string;
  /** The page of this site about it; null: there is none. */
  path: string | null;
}

function itemOfCalendar({ id, kind, title, start, end }: CalendarEvent): EmbedItem {
  return { title, start, end, place: '', path: kind === 'event' ? detailsPath(id) : null };
}

function itemAt(
  { id, title, isOnline }: PublicSession,
  { start, end, place }: Pick<PublicDate, 'start' | 'end' | 'place'>,
): EmbedItem {
  return { title, start, end, place: place || (isOnline ? 'Online' : ''), path: detailsPath(id) };
}

function detailsPath(id: number): string {
  return `/signup/details/${id}`;
}

/** Events under their days; one that has begun earlier is under the first of them. Empty without events. */
function listed(events: readonly EmbedItem[], from: string): string {
  const days = new Map<string, EmbedItem[]>();
  for (const event of events) {
    const day = event.start.slice(0, 10) < from ? from : event.start.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days]
    .map(([day, those]) => `<h2>${formatDay(day, 'day')}</h2><ul>${those.map(listItem).join('')}</ul>`)
    .join('');
}

function listItem({ title, start, end, place, path }: EmbedItem): string {
  const until = end.slice(0, 10) === start.slice(0, 10) ? formatClock(end) : formatLocal(end, 'day');
  const facts = [`${formatClock(start)} – ${until}`, ...(place === '' ? [] : [place])].join(' · ');
  const name = path === null ? escaped(title) : `<a href="${escaped(path)}" target="_top">${escaped(title)}</a>`;
  return `<li><div class="title">${name}</div><div class="facts">${escaped(facts)}</div></li>`;
}
