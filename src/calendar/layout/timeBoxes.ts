import { dayOf } from './days.ts';
import { positionOf, type DayAxis } from './axis.ts';
import { sidesOf, type OverlapOptions, type Side } from './overlap.ts';
import type { PlacedItem } from './placement.ts';

export type Part = 'only' | 'first' | 'middle' | 'last';

/** A segment of an item in a day's column: minutes from the top, parts of the width. */
export interface TimeBox extends Side {
  placed: PlacedItem;
  top: number;
  height: number;
  part: Part;
}

export interface DayBoxes {
  boxes: TimeBox[];
  /** Behind the others, over the whole width. */
  background: TimeBox[];
}

/** Which part of an item a day shows. */
function partOn({ firstDay, lastDay }: PlacedItem, day: number): Part {
  if (firstDay === lastDay) return 'only';
  if (day === firstDay) return 'first';
  return day === lastDay ? 'last' : 'middle';
}

/**
 * The boxes of a day: what takes place in it at times, in order of drawing. What lies outside of the axis is left out; each box is at
 * least `minHeight` minutes high and stays within the axis.
 */
export function boxesOf(
  axis: DayAxis,
  date: string,
  items: readonly PlacedItem[],
  minHeight: number,
  options: OverlapOptions = {},
): DayBoxes {
  const day = dayOf(date);
  const boxes: TimeBox[] = [];
  const background: TimeBox[] = [];
  for (const placed of items) {
    if (placed.allDay || placed.firstDay > day || placed.lastDay < day) continue;
    const from = placed.firstDay < day ? -Infinity : (positionOf(axis, date, placed.start) ?? 0);
    const isMoment = placed.end === placed.start;
    const to = placed.lastDay > day ? Infinity : isMoment ? from : (positionOf(axis, date, placed.end, 'end') ?? 0);
    if (isMoment ? from < 0 || from > axis.length : to <= 0 || from >= axis.length) continue;
    const least = Math.min(minHeight, axis.length);
    const start = Math.max(0, from);
    const height = Math.max(Math.min(axis.length, to) - start, least);
    const top = Math.min(start, axis.length - height);
    const box = { placed, top, height, left: 0, width: 1, part: partOn(placed, day) };
    (placed.item.background === true ? background : boxes).push(box);
  }
  // The least height may have moved one up, at the end of the day.
  boxes.sort((a, b) => a.top - b.top);
  const sides = sidesOf(
    boxes.map(({ top, height }) => ({ from: top, to: top + height })),
    options,
  );
  for (const [index, side] of sides.entries()) Object.assign(boxes[index] ?? {}, side);
  return { boxes, background };
}
