import type { Db } from '../../../platform/database.ts';
import { localDate } from '../../../platform/zone-years.ts';
import { addDays } from '../../../../domain/hours/hours.ts';
import { instantOfWallTime, zoneOffsets } from '../../../../domain/values/zoned-time.ts';
import type { Needs } from '../../../services.ts';
import { effectiveDays } from '../../places/location-calendar.ts';
import { placeFromRow, type Place } from '../../sessions/location.ts';
import type { ListedInstance } from '../../sessions/instance.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days searched for the next opening: first the near ones, since most places open within days. */
const SEARCHED_DAYS = [7, 60];

type Site = Needs<'model'>;

export interface OpenSpan {
  opens: number;
  closes: number;
}

/**
 * By when a seat that is held or offered at `now` has to be paid or accepted, in epoch milliseconds: the event's hours from now, but not
 * while the place is closed, and not before it has been open for an hour (an hour after it opened where it always closes earlier). A place
 * that has no hours, or does not open within 60 days, does not extend it. Ignores that it is never after the session's start (`holdsEndAt`).
 */
export function holdDeadline(site: Site, db: Db, instance: ListedInstance, now: number): Promise<number> {
  return deadlineWhileOpen(site, db, instance, now, now + instance.offerHours * HOUR);
}

/** The deadline that replaces one at which the place turns out to be closed: the same one if it is open. */
export function extendedDeadline(site: Site, db: Db, instance: ListedInstance, deadline: number): Promise<number> {
  return deadlineWhileOpen(site, db, instance, deadline, deadline);
}

async function deadlineWhileOpen(
  site: Site,
  db: Db,
  instance: ListedInstance,
  since: number,
  earliest: number,
): Promise<number> {
  // A later one makes no difference.
  if (earliest >= instance.holdsEndAt) return earliest;
  const place = await placeWithHours(site, db, instance.locationId);
  if (place === null) return earliest;
  let spans: OpenSpan[] = [];
  for (const days of SEARCHED_DAYS) {
    spans = await openSpans(db, place, since, earliest + days * DAY);
    const deadline = holdDeadlineWithin(spans, since, earliest);
    if (deadline !== null) return deadline;
  }
  return afterNextOpening(spans, since, earliest);
}

async function placeWithHours(site: Site, db: Db, locationId: number | null): Promise<Place | null> {
  if (locationId === null) return null;
  const row = await db.selectFrom('locations').selectAll().where('id', '=', locationId).executeTakeFirst();
  const place = row === undefined ? null : placeFromRow(site, row);
  return place?.hours == null ? null : place;
}

/** When the place is open between two instants, in order; days that are open around midnight are one. */
async function openSpans(db: Db, place: Place, from: number, to: number): Promise<OpenSpan[]> {
  const { timezone } = place;
  const days = await effectiveDays({ db }, place, {
    from: addDays(localDate(from, timezone), -1),
    to: localDate(to, timezone),
  });
  const offsets = zoneOffsets(timezone, from - 4 * DAY, to + 4 * DAY);
  const instant = (date: string, hour: number) =>
    instantOfWallTime(Date.parse(`${date}T00:00:00Z`) + hour * HOUR, offsets);
  const spans: OpenSpan[] = [];
  for (const { date, intervals } of days)
    for (const span of intervals) {
      const [opens, closes] = [instant(date, span.from), instant(date, span.to)];
      const last = spans.at(-1);
      if (last !== undefined && last.closes >= opens) last.closes = Math.max(last.closes, closes);
      else if (closes > opens) spans.push({ opens, closes });
    }
  return spans;
}

/**
 * By when something held from `now` on, until `earliest` at least, has to be collected at a place with these opening
 * times (in order, apart from each other): `earliest` if it is open then and has been since `now` or for an hour;
 * otherwise an hour after it next opens. Null if no time is late enough.
 */
export function holdDeadlineWithin(spans: readonly OpenSpan[], now: number, earliest: number): number | null {
  for (const { opens, closes } of spans) {
    const deadline = opens <= now ? earliest : Math.max(earliest, opens + HOUR);
    if (deadline <= closes) return deadline;
  }
  return null;
}

/** For a place that never opens for an hour: an hour after it next opens, although it is closed then. */
export function afterNextOpening(spans: readonly OpenSpan[], now: number, earliest: number): number {
  const next = spans.find(({ opens }) => opens > now);
  return next === undefined ? earliest : Math.max(earliest, next.opens + HOUR);
}
