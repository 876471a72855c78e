import { DateTime } from 'luxon';
import type { Query } from '../../../../domain/calls/call.ts';
import type { StaffCalendar, StaffEntry, StaffPlace, scheduleCalls } from '../../../../domain/calls/staff-calendar.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import { conflictsOf, closedSpans, type PlannedSpan } from './conflicts.ts';
import { hoursOfDays, type SpecialHours } from '../../../../domain/hours/hours.ts';
import type { DateSpan } from '../../../../domain/sessions/session-dates.ts';
import { parseRule } from '../../../../domain/hours/recurrence.ts';
import { describeRule } from '../../../../domain/hours/describe-rule.ts';
import { zoneOffsets } from '../../../../domain/values/zoned-time.ts';
import { loopTurns } from '../../../platform/loop-turns.ts';
import type { SeenRow } from '../../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { blocksBetween, closuresOf, type BlockOccurrence } from '../blocks/blocks-between.ts';
import { startDate } from '../blocks/series.ts';
import { placeFor, placeFromRow, type Place } from '../location.ts';
import { readAll, readById } from '../../../resources/read-rows.ts';
import { visibleDates, perhapsAt, specialHoursOfAll } from './rows.ts';

const DAY = 86_400_000;

export type Overview = Query<(typeof scheduleCalls)['GET /api/scheduling/calendar']> & Record<'from' | 'to', string>;

/**
 * Everything at all places, or at one, that the caller can see, with conflicts. 403 for callers who cannot read
 * sessions.
 */
export async function staffCalendar(services: RowServices, actor: Actor, query: Overview): Promise<StaffCalendar> {
  const { from, to, locationId } = query;
  const places = await visiblePlaces(services, actor, locationId);
  const range = dayBounds(query, locationId === undefined ? services.model.site.timezone : places[0]?.timezone);
  const [instances, occurrences, special] = await Promise.all([
    readAll(services, actor, 'instances', {
      filter: {
        startsAt_lt: range.end,
        endsAt_gt: range.start,
        ...(locationId === undefined ? {} : perhapsAt(services, actor, [locationId])),
      },
      sort: 'startsAt',
    }),
    occurrencesFor(services, actor, places, range),
    specialHoursOfAll(services, from, to),
  ]);
  const staffPlaces = places.map((place) => staffPlace(place, special, occurrences, query));
  const dates = instances.rows.flatMap((row) =>
    visibleDates(row)
      .filter((date) => date.startsAt < Date.parse(range.end) && date.endsAt > Date.parse(range.start))
      .filter((date) => locationId === undefined || date.locationId === locationId)
      .map((date) => ({ row, date })),
  );
  const sessions = await sessionEntries(services, actor, dates, places);
  const blocks = await blockEntries(services, actor, occurrences);
  const entries = markConflicts([...sessions.map(({ entry }) => entry), ...blocks], staffPlaces);
  const isShown = new Set(sessions.filter((session) => matches(session, query)).map(({ entry }) => entry.id));
  return {
    from,
    to,
    places: staffPlaces,
    entries: entries.filter(({ id, kind }) => kind === 'block' || isShown.has(id)),
    choices: filterChoices(sessions),
    isCut: instances.isCut,
  };
}

async function visiblePlaces(services: RowServices, actor: Actor, locationId: number | undefined): Promise<Place[]> {
  if (locationId !== undefined) return [await placeFor(services, actor, locationId)];
  const { rows } = await readAll(services, actor, 'locations', { filter: { active: true }, sort: 'displayName' });
  return rows.map((row) => placeFromRow(services, row));
}

/** The instants at which the first day begins and the last one ends. */
function dayBounds({ from, to }: Overview, zone = 'UTC'): { start: string; end: string } {
  const start = DateTime.fromISO(from, { zone }).startOf('day');
  const end = DateTime.fromISO(to, { zone }).startOf('day').plus({ days: 1 });
  return { start: start.toUTC().toISO() ?? '', end: end.toUTC().toISO() ?? '' };
}

/** Blocked times, for callers who can read blocks. */
async function occurrencesFor(
  { db, engine }: Needs<'db' | 'engine'>,
  actor: Actor,
  places: readonly Place[],
  { start, end }: { start: string; end: string },
): Promise<BlockOccurrence[]> {
  if (!engine.resolver.canRead(actor, engine.resolver.resource('blocks'))) return [];
  const zones = new Map(places.map(({ id, timezone }) => [id, timezone]));
  return blocksBetween(db, zones, Date.parse(start), Date.parse(end));
}

/** Blocks that the caller can read, with their readable fields. */
async function blockEntries(
  services: Needs<'engine'>,
  actor: Actor,
  occurrences: readonly BlockOccurrence[],
): Promise<StaffEntry[]> {
  const seen = await readById(
    services,
    actor,
    'blocks',
    occurrences.map(({ block }) => block.id),
  );
  const nextTurn = loopTurns();
  const recurrences = new Map<number, string | null>();
  const entries: StaffEntry[] = [];
  for (const one of occurrences) {
    const block = seen.get(one.block.id);
    if (block === undefined) continue;
    const repeats = recurrences.get(one.block.id) ?? recurrenceText(one, block);
    recurrences.set(one.block.id, repeats);
    entries.push(blockEntry(one, block, repeats));
    await nextTurn();
  }
  return entries;
}

/** "Every day until December 12"; null without a rule that the caller may read. */
function recurrenceText({ block, zone }: BlockOccurrence, { rule }: SeenRow<'blocks'>): string | null {
  return rule == null ? null : describeRule(parseRule(rule), startDate(block, zone), zone);
}

function blockEntry(
  { block, date, startsAt, endsAt }: BlockOccurrence,
  { title, kind }: SeenRow<'blocks'>,
  repeats: string | null,
): StaffEntry {
  return {
    id: `block-${block.id}-${date}`,
    kind: 'block',
    recordId: block.id,
    title: title ?? 'Block',
    start: new Date(startsAt).toISOString(),
    end: new Date(endsAt).toISOString(),
    placeId: block.locationId,
    state: kind ?? '',
    color: null,
    category: null,
    seats: null,
    instructors: [],
    date,
    version: block.version,
    repeats,
    conflicts: [],
  };
}

function staffPlace(
  place: Place,
  special: readonly SpecialHours[],
  occurrences: readonly BlockOccurrence[],
  { from, to }: Overview,
): StaffPlace {
  const own = special.filter(({ locationId }) => locationId === null || locationId === place.id);
  const length = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  const closures = closuresOf(occurrences.filter(({ block }) => block.locationId === place.id));
  const offsets = zoneOffsets(place.timezone, Date.parse(from) - 40 * DAY, Date.parse(to) + 40 * DAY);
  return {
    ...place,
    days: place.hours === null ? null : hoursOfDays(from, length, place.hours, own, { closures, offsets }),
  };
}

interface Session {
  row: SeenRow<'instances'>;
  entry: StaffEntry;
  categoryId: number | null;
}

async function sessionEntries(
  services: Needs<'engine'>,
  actor: Actor,
  dates: readonly { row: SeenRow<'instances'>; date: DateSpan }[],
  places: readonly Place[],
): Promise<Session[]> {
  const eventIds = dates.map(({ row }) => row.eventId);
  const userIds = dates.flatMap(({ row }) => row.instructorIds ?? []);
  const [events, users] = await Promise.all([
    readById(services, actor, 'events', eventIds),
    readById(services, actor, 'users', userIds),
  ]);
  const categoryIds = [...events.values()].map(({ categoryId }) => categoryId);
  const categories = await readById(services, actor, 'categories', categoryIds);
  const shown = new Set(places.map(({ id }) => id));
  return dates.map(({ row, date }) => {
    const event = row.eventId == null ? undefined : events.get(row.eventId);
    const category = event?.categoryId == null ? undefined : categories.get(event.categoryId);
    return {
      row,
      categoryId: event?.categoryId ?? null,
      entry: {
        ...sessionEntry(row, date),
        title: event?.title ?? 'Session',
        placeId: date.locationId !== null && shown.has(date.locationId) ? date.locationId : null,
        color: category?.color ?? null,
        category: category?.name ?? null,
        instructors: (row.instructorIds ?? []).flatMap((id) => {
          const name = users.get(id)?.displayName;
          return name == null ? [] : [{ id, name }];
        }),
      },
    };
  });
}

/** Of the row and the date alone. */
function sessionEntry(
  { id, status, capacity, confirmed }: SeenRow<'instances'>,
  { nth, startsAt, endsAt }: DateSpan,
): Omit<StaffEntry, 'title' | 'placeId' | 'color' | 'category' | 'instructors'> {
  return {
    id: nth === 1 ? `instance-${id}` : `instance-${id}-${nth}`,
    kind: 'instance',
    recordId: Number(id),
    start: new Date(startsAt).toISOString(),
    end: new Date(endsAt).toISOString(),
    state: status ?? '',
    seats: capacity == null ? null : { taken: confirmed ?? 0, capacity },
    ...{ date: null, version: null, repeats: null, conflicts: [] },
  };
}

function filterChoices(sessions: readonly Session[]): StaffCalendar['choices'] {
  const named = {
    categoryId: new Map<number, string>(),
    eventId: new Map<number, string>(),
    instructorId: new Map<number, string>(),
  };
  for (const { row, entry, categoryId } of sessions) {
    if (categoryId !== null && entry.category !== null) named.categoryId.set(categoryId, entry.category);
    if (row.eventId != null) named.eventId.set(row.eventId, entry.title);
    for (const { id, name } of entry.instructors) named.instructorId.set(id, name);
  }
  const listed = (names: Map<number, string>) =>
    [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
  return {
    categoryId: listed(named.categoryId),
    eventId: listed(named.eventId),
    instructorId: listed(named.instructorId),
  };
}

function matches({ row, ...session }: Session, query: Overview): boolean {
  const { categoryId, eventId, instructorId, status } = query;
  return (
    (categoryId === undefined || session.categoryId === categoryId) &&
    (eventId === undefined || row.eventId === eventId) &&
    (instructorId === undefined || (row.instructorIds ?? []).includes(instructorId)) &&
    (status === undefined || row.status === status)
  );
}

/** Conflicts count all sessions, also those hidden by a filter. */
function markConflicts(entries: readonly StaffEntry[], places: readonly StaffPlace[]): StaffEntry[] {
  const spans = (kind: StaffEntry['kind']) => entries.filter((entry) => entry.kind === kind).flatMap(entrySpan);
  const closed = places.flatMap(({ id, timezone, days }) => (days === null ? [] : closedSpans(id, timezone, days)));
  const conflicts = conflictsOf(spans('instance'), spans('block'), closed);
  return entries.map((entry) => ({ ...entry, conflicts: conflicts.get(entry.id) ?? [] }));
}

function entrySpan({ id, placeId, start, end, title, state }: StaffEntry): PlannedSpan[] {
  if (placeId === null || state === 'cancelled') return [];
  return [{ id, placeId, title, start: Date.parse(start), end: Date.parse(end) }];
}
