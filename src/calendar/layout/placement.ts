import { instantOfWallTime, offsetOf, zoneOffsets, type ZoneOffset } from '../../../domain/values/zoned-time.ts';
import type { CalendarItem, DateRange } from './types.ts';
import { DAY, MINUTE, dayOf } from './days.ts';

/** An item with its times determined once. The caller's item is never changed. */
export interface PlacedItem {
  item: CalendarItem;
  /** Epoch milliseconds; of what lasts whole days, the midnights of its first day and of the day after its last. */
  start: number;
  /** Never before `start`. */
  end: number;
  /** Local time of start and end as the milliseconds that UTC has when its clock shows the same. */
  wallStart: number;
  wallEnd: number;
  /** Day numbers of the first and the last day (inclusive): midnight at its end belongs to the day before. */
  firstDay: number;
  lastDay: number;
  allDay: boolean;
  /** Its end is before its start: it has no length, and says so. */
  isReversed: boolean;
}

/** How far from the shown range an item's times are exact to the hour: beyond, the nearest offset counts. */
const REACH = 400 * DAY;

/** Offsets that also cover the given items' own times, within a year of the range. */
export function offsetsWith(zone: string, range: DateRange, items: readonly CalendarItem[]): ZoneOffset[] {
  const [first, last] = [dayOf(range.first) * DAY - 3 * DAY, dayOf(range.last) * DAY + 4 * DAY];
  // The earliest and the latest as texts: whatever their offsets, they are right to a day.
  let [from, to] = [range.first, range.last];
  for (const { start, end } of items) {
    if (start < from) from = start;
    if (end > to) to = end;
  }
  const earliest = (dayOf(from.slice(0, 10)) - 2) * DAY || first;
  const latest = (dayOf(to.slice(0, 10)) + 2) * DAY || last;
  return zoneOffsets(
    zone,
    Math.max(Math.min(earliest, first), first - REACH),
    Math.min(Math.max(latest, last), last + REACH),
  );
}

/** Items of a range of dates in the order of drawing: by start, then the longer, then by id. Without times, an item is left out. */
export function placeItems(
  items: readonly CalendarItem[],
  offsets: readonly ZoneOffset[],
  range: DateRange,
): PlacedItem[] {
  const [first, last] = [dayOf(range.first), dayOf(range.last)];
  const placed: PlacedItem[] = [];
  for (const item of items) {
    const one = placeItem(item, offsets);
    if (one !== null && one.firstDay <= last && one.lastDay >= first) placed.push(one);
  }
  return placed.sort(byStart);
}

function placeItem(item: CalendarItem, offsets: readonly ZoneOffset[]): PlacedItem | null {
  const startsOnDate = item.start.length === 10;
  const endsOnDate = item.end.length === 10;
  const start = Date.parse(item.start);
  const end = endsOnDate ? Date.parse(item.end) + DAY : Date.parse(item.end);
  if (Number.isNaN(start) || Number.isNaN(end)) return null;
  const wallStart = startsOnDate ? start : start + offsetOf(start, offsets) * MINUTE;
  const wallEnd = endsOnDate ? end : end + offsetOf(end, offsets) * MINUTE;
  if (item.allDay === true || startsOnDate) {
    const firstDay = Math.floor(wallStart / DAY);
    const lastDay = Math.max(firstDay, Math.floor((wallEnd - 1) / DAY));
    const [from, to] = [firstDay * DAY, (lastDay + 1) * DAY];
    return {
      item,
      start: instantOfWallTime(from, offsets),
      end: instantOfWallTime(to, offsets),
      wallStart: from,
      wallEnd: to,
      firstDay,
      lastDay,
      allDay: true,
      isReversed: wallEnd < wallStart,
    };
  }
  // The last date as a whole: until its midnight, which is the place's own.
  const until = endsOnDate ? instantOfWallTime(wallEnd, offsets) : end;
  const firstDay = Math.floor(wallStart / DAY);
  if (until <= start) {
    const isReversed = until < start;
    return {
      item,
      start,
      end: start,
      wallStart,
      wallEnd: wallStart,
      firstDay,
      lastDay: firstDay,
      allDay: false,
      isReversed,
    };
  }
  const before = until - 1;
  const lastDay = Math.max(firstDay, Math.floor((before + offsetOf(before, offsets) * MINUTE) / DAY));
  return { item, start, end: until, wallStart, wallEnd, firstDay, lastDay, allDay: false, isReversed: false };
}

function byStart(a: PlacedItem, b: PlacedItem): number {
  return a.start - b.start || b.end - a.end || (a.item.id < b.item.id ? -1 : Number(a.item.id > b.item.id));
}
