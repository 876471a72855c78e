import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CalendarEvent } from '../../../../domain/calls/places.ts';
import { dateSpans } from '../../../../domain/sessions/session-dates.ts';
import { htmlText } from '../../../../domain/html/html-text.ts';
import { columnRefs, prepared, type Db } from '../../../platform/database.ts';
import { localText } from '../../../platform/zone-years.ts';
import { publicTitleOf, type BlockOccurrence } from '../blocks/blocks-between.ts';
import { isListed, type Viewer } from '../visibility.ts';
import type { Place } from '../location.ts';

const LONGEST_DESCRIPTION = 4000;

/** What a visitor may know of a session: instants in epoch milliseconds. */
export interface PublicSession {
  id: number;
  /** Which of its dates, from 1. */
  nth: number;
  /** When it or its event was last changed. */
  changedAt: number;
  title: string;
  /** Plain text. */
  description: string;
  /** Of visitors' categories. */
  category?: Pick<CalendarEvent, 'category' | 'color'> | undefined;
  startsAt: number;
  endsAt: number;
}

/** The dates at a place of sessions that the viewer finds, which overlap [from, to) and are published or done, by start. */
export async function sessionsBetween(
  db: Db,
  viewer: Viewer,
  locationId: number,
  from: number,
  to: number,
): Promise<PublicSession[]> {
  const rows = await prepared(
    db,
    db
      .selectFrom('instances as i')
      .innerJoin('events as e', 'e.id', 'i.eventId')
      .select(['i.id', 'i.updatedAt', 'i.eventId', 'i.startsAt', 'i.endsAt', 'i.dates', 'i.locationId'])
      .where(isListed(viewer))
      .where(takesPlaceAt(locationId))
      .where('i.status', 'in', ['published', 'done'])
      .where('i.startsAt', '<', new Date(to).toISOString())
      .where('i.endsAt', '>', new Date(from).toISOString())
      .orderBy('i.startsAt')
      .orderBy('i.endsAt')
      .orderBy('i.id'),
  );
  const events = await publicEvents(db, new Set(rows.map(({ eventId }) => eventId)));
  return rows
    .flatMap((row) => {
      const event = events.get(row.eventId);
      if (!event) return [];
      const changedAt = Math.max(Date.parse(row.updatedAt), event.changedAt);
      return dateSpans(row)
        .filter((span) => span.locationId === locationId && span.startsAt < to && span.endsAt > from)
        .map(({ nth, startsAt, endsAt }) => ({ id: row.id, nth, ...event, changedAt, startsAt, endsAt }));
    })
    .toSorted((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt || a.id - b.id);
}

/** An instance with a date at the place, or all of them. */
export function takesPlaceAt(locationId: number): RawBuilder<SqlBool> {
  const { locationId: own, dates } = columnRefs('instances', 'i');
  return sql<SqlBool>`(${own} = ${locationId} or ${dates} @> ${JSON.stringify([{ locationId }])}::jsonb)`;
}

/** Sessions share the text of their event. */
async function publicEvents(
  db: Db,
  ids: ReadonlySet<number>,
): Promise<Map<number, Pick<PublicSession, 'title' | 'description' | 'category' | 'changedAt'>>> {
  if (ids.size === 0) return new Map();
  const rows = await prepared(
    db,
    db
      .selectFrom('events')
      .select(['id', 'title', 'summary', 'description', 'categoryId', 'updatedAt'])
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids])))),
  );
  const categories = await publicCategories(db, new Set(rows.flatMap(({ categoryId }) => categoryId ?? [])));
  return new Map(
    rows.map(({ id, title, summary, description, categoryId, updatedAt }) => [
      id,
      {
        title,
        category: categories.get(categoryId ?? 0),
        description: (htmlText(description ?? '') || (summary ?? '')).slice(0, LONGEST_DESCRIPTION),
        changedAt: Date.parse(updatedAt),
      },
    ]),
  );
}

/** Visitors may read the active ones. */
async function publicCategories(
  db: Db,
  ids: ReadonlySet<number>,
): Promise<Map<number, Pick<CalendarEvent, 'category' | 'color'>>> {
  if (ids.size === 0) return new Map();
  const rows = await prepared(
    db,
    db
      .selectFrom('categories')
      .select(['id', 'name', 'color'])
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
      .where('active', '=', true),
  );
  return new Map(rows.map(({ id, name, color }) => [id, { category: name, ...(color === null ? {} : { color }) }]));
}

type Location = Pick<Place, 'displayName' | 'buildingCode' | 'room' | 'timezone'>;

/** "Makeshop, ITLL 1B10". */
export function placeText({ displayName, buildingCode, room }: Omit<Location, 'timezone'>): string {
  return `${displayName}, ${buildingCode} ${room}`;
}

/** Sessions and the blocks that have a public title, in one list by start. */
export function calendarEvents(
  location: Location,
  sessions: readonly PublicSession[],
  occurrences: readonly BlockOccurrence[],
): CalendarEvent[] {
  const place = placeText(location);
  const text = (instant: number) => localText(instant, location.timezone);
  const events = sessions.map(({ id, title, description, category, startsAt, endsAt }) => ({
    at: startsAt,
    event: {
      id,
      kind: 'event' as const,
      title,
      start: text(startsAt),
      end: text(endsAt),
      description,
      place,
      ...category,
    },
  }));
  const blocks = occurrences.flatMap(({ block, startsAt, endsAt }) => {
    const title = publicTitleOf(block);
    if (title === null) return [];
    const [start, end] = [text(startsAt), text(endsAt)];
    return [
      { at: startsAt, event: { id: block.id, kind: 'block' as const, title, start, end, description: '', place } },
    ];
  });
  return [...events, ...blocks].toSorted((a, b) => a.at - b.at).map(({ event }) => event);
}
