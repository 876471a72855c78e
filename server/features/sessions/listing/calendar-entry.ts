import { htmlText } from '../../../../domain/html/html-text.ts';
import { dateUid, dateSpans, type Arrangement } from '../../../../domain/sessions/session-dates.ts';
import { siteOrigin } from '../../../platform/http/site-origin.ts';
import type { Db } from '../../../platform/database.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Needs } from '../../../services.ts';
import { feedHost } from '../../../platform/calendar-file.ts';
import type { CalendarPart } from '../../messages/notify.ts';
import { placeText } from './public-entries.ts';

/** One date of a session, as those who come may know it: instants in epoch milliseconds. */
export interface PlacedDate {
  startsAt: number;
  endsAt: number;
  /** "Makeshop, ITLL 1B10, by the window"; may be empty. */
  place: string;
  timezone: string;
  note: string;
}

/** A session as it stands in calendars. */
export interface CalendarEntry {
  id: number;
  title: string;
  description: string;
  dates: PlacedDate[];
}

/** Characters; the last ones are the address of the session. */
const LONGEST_DESCRIPTION = 4000;

/** SEQUENCE counts seconds from here on, as in feeds, so that no file of a session is older than a mail about an earlier state of it. */
const EPOCH = Date.UTC(2020, 0, 1);

/** The number of the next mails about an entry: higher than the last one. `now` in epoch milliseconds. */
export function nextSequence(last: number, now: number): number {
  return Math.max(last + 1, Math.floor((now - EPOCH) / 1000));
}

export async function readEntry(services: Needs<'model'>, db: Db, id: number): Promise<CalendarEntry> {
  const { title, summary, description, ...row } = await db
    .selectFrom('instances as i')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select(['e.title', 'e.summary', 'e.description', 'i.startsAt', 'i.endsAt', 'i.dates', 'i.locationId'])
    .select('i.locationNote')
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    id,
    title,
    description: htmlText(description ?? '') || (summary ?? ''),
    dates: await placedDates(services, db, row),
  };
}

/** Its dates with their places; attendees also see places hidden from visitors. */
export async function placedDates(
  { model }: Needs<'model'>,
  db: Db,
  row: Arrangement & Pick<RowOf<'instances'>, 'locationId' | 'locationNote'>,
): Promise<PlacedDate[]> {
  const spans = dateSpans(row);
  const ids = [...new Set(spans.flatMap(({ locationId }) => locationId ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('locations')
          .select(['id', 'displayName', 'buildingCode', 'room', 'timezone'])
          .where('id', 'in', ids)
          .execute();
  return spans.map(({ startsAt, endsAt, locationId, note }) => {
    const place = rows.find(({ id }) => id === locationId);
    const exactly = locationId === row.locationId ? row.locationNote : null;
    return {
      startsAt,
      endsAt,
      place: [place === undefined ? null : placeText(place), exactly].filter(Boolean).join(', '),
      timezone: place?.timezone ?? model.site.timezone,
      note,
    };
  });
}

/** An entry for each date, since a mail may change one of them alone (RFC 5546). */
export function calendarParts(
  { settings }: Needs<'settings'>,
  { id, title, description, dates }: CalendarEntry,
  method: CalendarPart['method'],
  sequence: number,
): CalendarPart[] {
  const origin = siteOrigin(settings, null);
  const host = feedHost(settings.publicUrl);
  const from = settings.mailReplyTo ??
    settings.mailFrom ?? { name: '', address: `no-reply@${new URL(origin).hostname}` };
  const address = `${origin}/signup/details/${id}`;
  const most = LONGEST_DESCRIPTION - address.length - 2;
  return dates.map(({ startsAt, endsAt, place, note }, index) => ({
    uid: `${dateUid(id, index + 1)}@${host}`,
    sequence,
    method,
    start: new Date(startsAt).toISOString(),
    end: new Date(endsAt).toISOString(),
    title: title.slice(0, 200),
    place: place.slice(0, 200),
    description: [[note, description].filter(Boolean).join('\n\n').slice(0, most), address]
      .filter(Boolean)
      .join('\n\n'),
    organizer: { name: from.name, address: from.address },
  }));
}
