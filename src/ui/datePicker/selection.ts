import { DAY, startOfDay, timeOf } from './days.ts';
import type { DayRules } from './disabledDays.ts';
import type { Bound } from './timeRules.ts';

/** Wall times; null is empty. */
export interface WallRange {
  start: number | null;
  end: number | null;
}

/** A range whose first day has been clicked; nothing is committed yet. */
export interface RangeDrag {
  anchor: number;
  over: number;
}

/** What a click on a day leads to: a new drag, a value, or nothing where the day or a part of the range is disabled. */
export type RangeClick = { drag: RangeDrag } | { value: { start: number; end: number } } | null;

/** The days of a drag in their order. */
export function daysOfDrag({ anchor, over }: RangeDrag): { start: number; end: number } {
  return { start: Math.min(anchor, over), end: Math.max(anchor, over) };
}

/** The drag up to another day; as it was where that would contain a disabled day. */
export function extendDrag(drag: RangeDrag, day: number, rules: DayRules): RangeDrag {
  return rules.intersects(drag.anchor, day) ? drag : { ...drag, over: startOfDay(day) };
}

/** The first click starts a range, the second ends it. Each bound keeps its time of day, or takes `times` where it has none. */
export function clickRange(
  drag: RangeDrag | null,
  day: number,
  value: WallRange,
  rules: DayRules,
  times: Readonly<Record<Bound, number>>,
): RangeClick {
  if (rules.isDisabled(day)) return null;
  if (drag === null) return { drag: { anchor: startOfDay(day), over: startOfDay(day) } };
  if (rules.intersects(drag.anchor, day)) return null;
  const days = daysOfDrag({ anchor: drag.anchor, over: startOfDay(day) });
  const start = days.start + (value.start === null ? times.start : timeOf(value.start));
  const end = days.end + (value.end === null ? times.end : timeOf(value.end));
  return { value: { start, end: Math.max(start, end) } };
}

/** The wall time after a click on a day: the day's, at the time that it had. Null clears it, undefined leaves it. */
export function clickDay(
  value: number | null,
  day: number,
  rules: DayRules,
  { isRequired, time }: { isRequired: boolean; time: number },
): number | null | undefined {
  if (rules.isDisabled(day)) return undefined;
  if (value !== null && startOfDay(value) === startOfDay(day)) return isRequired ? value : null;
  return startOfDay(day) + (value === null ? time : timeOf(value));
}

/**
 * The range after an edit of one bound: the other one follows where it would lie on the wrong side, and an empty end takes the start
 * unless the range may be open. Undefined where a day between them is disabled.
 */
export function editBound(
  value: WallRange,
  bound: Bound,
  wall: number | null,
  rules: DayRules,
  isOpenEnded = false,
): WallRange | undefined {
  const other = bound === 'start' ? value.end : value.start;
  if (wall === null) return { ...value, [bound]: null };
  const isWrong = other === null ? bound === 'start' && !isOpenEnded : bound === 'start' ? wall > other : wall < other;
  const next: WallRange = isWrong ? { start: wall, end: wall } : { ...value, [bound]: wall };
  const { start, end } = next;
  return rules.intersects(start ?? wall, end ?? wall) ? undefined : next;
}

/** The first day, from one to the other, that cannot be chosen. */
export function firstDisabled(from: number, to: number, rules: DayRules): number | undefined {
  const step = from <= to ? DAY : -DAY;
  let [near, far] = [startOfDay(from), startOfDay(to)];
  if (!rules.intersects(near, far)) return undefined;
  // The half that is nearer has it, or the other one.
  while (near !== far) {
    const middle = near + step * Math.floor(Math.abs(far - near) / DAY / 2);
    if (rules.intersects(near, middle)) far = middle;
    else near = middle + step;
  }
  return near;
}

export type DayPlace = 'start' | 'end' | 'only' | 'inside' | null;

/** Where a day lies in a range of days. */
export function placeInRange(day: number, start: number | null, end: number | null): DayPlace {
  if (start === null && end === null) return null;
  const [from, to] = [startOfDay(start ?? end ?? 0), startOfDay(end ?? start ?? 0)];
  if (day < from || day > to) return null;
  if (from === to) return 'only';
  return day === from ? 'start' : day === to ? 'end' : 'inside';
}
