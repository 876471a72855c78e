import type { Actor } from '../../../../domain/declarations/actor.ts';
import { closedSpans, overlaps, type ClosedSpan, type PlannedSpan } from './conflicts.ts';
import { addDays, hoursOfDays, type SpecialHours } from '../../../../domain/hours/hours.ts';
import { CONFLICTS_SHOWN } from '../../../../domain/sessions/scheduling.ts';
import type {
  ConflictingSession,
  HoursConflictQuestion,
  HoursConflicts,
} from '../../../../domain/calls/staff-calendar.ts';
import type { DateSpan } from '../../../../domain/sessions/session-dates.ts';
import { localDate } from '../../../platform/zone-years.ts';
import { ungranted } from '../../../resources/refusals.ts';
import type { SeenRow } from '../../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { plannedMove, type PlacedSeries } from '../blocks/change-occurrence.ts';
import { occurrencesOf } from '../blocks/series.ts';
import { placeFor, placeFromRow, type Place } from '../location.ts';
import { readAll, readById } from '../../../resources/read-rows.ts';
import { visibleDates, perhapsAt, specialHoursOfAll } from './rows.ts';

/** Sessions are looked at for so many days, from now or the beginning of a block on. */
const AHEAD = 366;
const DAY = 86_400_000;

/** What a row was before a change that is stored already; null: it is new. */
export type RowBefore = PlacedSeries | SpecialHours | null;

/**
 * The sessions that would be in the way of a change, by time: those that its new closures touch and no present one does. Of special hours
 * that are deleted, also those that they closed. With `before`, the change is stored already.
 */
export async function findHoursConflicts(
  services: RowServices,
  actor: Actor,
  question: HoursConflictQuestion,
  before?: RowBefore,
): Promise<HoursConflicts> {
  const instances = services.engine.resolver.resource('instances');
  if (!services.engine.resolver.canRead(actor, instances))
    throw ungranted(actor, `You do not have access to ${instances.config.label}.`);
  const now = services.clock.now();
  const places = await concerned(services, actor, question);
  const closures = await newClosures(services, actor, question, places, before);
  if (closures.length === 0) return { sessions: [], total: 0 };
  const { rows } = await readAll(services, actor, 'instances', {
    filter: {
      startsAt_lt: new Date(Math.max(...closures.map(({ end }) => end))).toISOString(),
      endsAt_gt: new Date(Math.max(now, Math.min(...closures.map(({ start }) => start)))).toISOString(),
      ...perhapsAt(
        services,
        actor,
        places.map(({ id }) => id),
      ),
      status_in: ['draft', 'published'],
    },
    sort: 'startsAt',
  });
  const planned = rows.flatMap((row) =>
    visibleDates(row).flatMap((date) => (date.endsAt > now ? collidingDates(row, date) : [])),
  );
  const inTheWay = [...new Set(overlaps(planned, closures, 1).map(([span]) => span))].toSorted(
    (a, b) => a.start - b.start,
  );
  const shown = inTheWay.slice(0, CONFLICTS_SHOWN);
  return { sessions: await named(services, actor, shown, places), total: inTheWay.length };
}

/** The places that a change is about. 404 for one that the caller may not see. */
async function concerned(services: RowServices, actor: Actor, question: HoursConflictQuestion): Promise<Place[]> {
  const { locationId } = changeIn(question);
  if (locationId !== null) return [await placeFor(services, actor, locationId)];
  const { rows } = await readAll(services, actor, 'locations', { filter: { active: true }, sort: 'displayName' });
  return rows.map((row) => placeFromRow(services, row));
}

function changeIn(question: HoursConflictQuestion): { locationId: number | null } {
  if ('block' in question) return question.block;
  if ('occurrence' in question) return question.occurrence;
  return 'special' in question ? question.special : question.usual;
}

async function newClosures(
  services: RowServices,
  actor: Actor,
  question: HoursConflictQuestion,
  places: readonly Place[],
  stored: RowBefore | undefined,
): Promise<ClosedSpan[]> {
  const now = services.clock.now();
  if ('block' in question) {
    const { id, rule = null, exceptDates = null, ...times } = question.block;
    const row = stored !== undefined || id === undefined ? stored : await services.engine.get(actor, 'blocks', id);
    return closedNewly(readSeries(row ?? null), { ...times, rule, exceptDates }, places, now);
  }
  if ('occurrence' in question) {
    const { id, date, ...change } = question.occurrence;
    const { before, after } = await plannedMove(services, actor, id, date, change);
    return closedNewly(before, after, places, now);
  }
  const today = addDays(localDate(now, 'UTC'), -1);
  const first = 'special' in question && question.special.startsOn > today ? question.special.startsOn : today;
  const last = 'special' in question ? question.special.endsOn : addDays(today, AHEAD);
  const length = Math.min((Date.parse(last) - Date.parse(first)) / DAY + 1, AHEAD);
  if (length < 1) return [];
  const special = await specialHoursOfAll(services, first, addDays(first, length - 1));
  const id = 'special' in question ? question.special.id : undefined;
  const known = stored === undefined ? special : special.filter((one) => one.id !== id);
  if (stored && 'startsOn' in stored) known.push(stored);
  return places.flatMap((place) => {
    const own = known.filter(({ locationId }) => locationId === null || locationId === place.id);
    const before = place.hours === null ? [] : hoursOfDays(first, length, place.hours, own);
    const after = hoursAfter(question, place, own, first, length);
    const [earlier, later] = [before, after].map((days) => closedSpans(place.id, place.timezone, days)) as [
      ClosedSpan[],
      ClosedSpan[],
    ];
    const closed = later.flatMap((span) => without(span, earlier));
    return isDeletion(question) ? [...closed, ...earlier.flatMap((span) => without(span, later))] : closed;
  });
}

/** A block as far as the caller may read it; a hold is in no one's way. */
function readSeries(row: Partial<SeenRow<'blocks'>> | null): PlacedSeries | null {
  const { kind, locationId, startsAt, endsAt, rule = null, exceptDates = null } = row ?? {};
  return kind === 'hold' || locationId == null || startsAt == null || endsAt == null
    ? null
    : { locationId, startsAt, endsAt, rule, exceptDates };
}

/** When a series blocks its place and, as it was before, did not. */
function closedNewly(
  before: PlacedSeries | null,
  after: PlacedSeries,
  places: readonly Place[],
  now: number,
): ClosedSpan[] {
  const from = Math.max(now, Date.parse(after.startsAt));
  return places.flatMap(({ id: placeId, timezone }) => {
    const spansOf = (series: PlacedSeries) =>
      occurrencesOf(series, timezone, from, from + AHEAD * DAY).map(({ startsAt, endsAt }): ClosedSpan => ({
        placeId,
        start: startsAt,
        end: endsAt,
        reason: null,
      }));
    const earlier = before?.locationId === placeId ? spansOf(before) : [];
    return spansOf(after).flatMap((span) => without(span, earlier));
  });
}

/** The hours once the change is saved; a general exception leaves a place's own ones in force. */
function hoursAfter(
  question: HoursConflictQuestion,
  place: Place,
  own: readonly SpecialHours[],
  from: string,
  days: number,
) {
  if ('usual' in question) return hoursOfDays(from, days, question.usual.hours, own);
  if (!('special' in question) || place.hours === null) return [];
  const { id = Number.MAX_SAFE_INTEGER, ...special } = question.special;
  const others = own.filter((one) => one.id !== id);
  const changed = isDeletion(question) ? others : [...others, { ...special, id, reason: '' }];
  return hoursOfDays(from, days, place.hours, changed);
}

function isDeletion(question: HoursConflictQuestion): boolean {
  return 'special' in question && question.special.isDeleted === true;
}

/** The parts of a span that no other covers. */
function without(span: ClosedSpan, others: readonly ClosedSpan[]): ClosedSpan[] {
  return others.reduce<ClosedSpan[]>(
    (parts, other) =>
      parts.flatMap((part) => {
        if (other.end <= part.start || other.start >= part.end) return [part];
        return [
          { ...part, end: other.start },
          { ...part, start: other.end },
        ].filter(({ start, end }) => end > start);
      }),
    [span],
  );
}

interface PlannedDate extends PlannedSpan {
  row: SeenRow<'instances'>;
}

function collidingDates(row: SeenRow<'instances'>, { nth, locationId, startsAt, endsAt }: DateSpan): PlannedDate[] {
  if (locationId === null) return [];
  return [{ id: `${row.id}-${nth}`, placeId: locationId, start: startsAt, end: endsAt, title: '', row }];
}

async function named(
  services: Needs<'engine'>,
  actor: Actor,
  dates: readonly PlannedDate[],
  places: readonly Place[],
): Promise<ConflictingSession[]> {
  const events = await readById(
    services,
    actor,
    'events',
    dates.map(({ row }) => row.eventId),
  );
  return dates.map(({ row, placeId, start, end }) => {
    const place = places.find(({ id }) => id === placeId);
    return {
      instanceId: Number(row.id),
      title: events.get(row.eventId ?? 0)?.title ?? 'Session',
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      placeId: place?.id ?? 0,
      place: place?.displayName ?? '',
      timezone: place?.timezone ?? 'UTC',
      state: row.status ?? '',
      taken: row.confirmed ?? 0,
      capacity: row.capacity ?? 0,
    };
  });
}
