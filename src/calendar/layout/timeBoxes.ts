import { dayOf } from './days.ts';
import { positionOf, type DayAxis } from './axis.ts';
import { sidesOf, type Side } from './overlap.ts';
import type { PlacedItem } from './placement.ts';

export type Part = 'only' | 'first' | 'middle' | 'last';

/** A segment of an item in a day's column: minutes from the top, parts of the width. */
export interface TimeBox extends Side {
  placed: PlacedItem;
  top: number;
  height: number;
  part: Part;
  /** Minutes from its top to the next box below it, or the end of the day: known of low boxes only. */
  room: number;
}

export interface BoxHeights {
  /** Minutes: no box is lower. */
  least: number;
  /** Minutes: a lower box is extended to this height where time below it is free. Default: none is. */
  wanted?: number;
  /** Minutes below which a box is low, so that its room matters. */
  low?: number;
}

export interface DayBoxes {
  boxes: TimeBox[];
  /** Behind the others, over the whole width. */
  background: TimeBox[];
}

function partOn({ firstDay, lastDay }: PlacedItem, day: number): Part {
  if (firstDay === lastDay) return 'only';
  if (day === firstDay) return 'first';
  return day === lastDay ? 'last' : 'middle';
}

/** A box with what it takes up: its own time, or its least height where it has none. */
interface Extended {
  box: TimeBox;
  from: number;
  to: number;
}

/**
 * The boxes of a day: what takes place in it at times, in order of drawing. What lies outside of the axis is left out; each box is at
 * least `least` minutes high and stays within the axis. Boxes stand side by side where their times overlap: a short one is drawn over the
 * beginning of what follows it, by a few pixels, rather than making both narrower.
 */
export function boxesOf(axis: DayAxis, date: string, items: readonly PlacedItem[], heights: BoxHeights): DayBoxes {
  const day = dayOf(date);
  const extended: Extended[] = [];
  const background: TimeBox[] = [];
  for (const placed of items) {
    const one = boxOf(axis, date, day, placed, heights.least);
    if (one === null) continue;
    if (placed.item.background === true) background.push(one.box);
    else extended.push(one);
  }
  // The least height may have moved a moment up, at the end of the day.
  extended.sort((a, b) => a.from - b.from);
  for (const [index, side] of sidesOf(extended).entries()) Object.assign(extended[index]?.box ?? {}, side);
  const boxes = extended.map(({ box }) => box);
  giveRoom(boxes, axis.length, heights);
  return { boxes, background };
}

function boxOf(axis: DayAxis, date: string, day: number, placed: PlacedItem, minutes: number): Extended | null {
  if (placed.allDay || placed.firstDay > day || placed.lastDay < day) return null;
  const from = placed.firstDay < day ? -Infinity : (positionOf(axis, date, placed.start) ?? 0);
  const isMoment = placed.end === placed.start;
  const to = placed.lastDay > day ? Infinity : isMoment ? from : (positionOf(axis, date, placed.end, 'end') ?? 0);
  if (isMoment ? from < 0 || from > axis.length : to <= 0 || from >= axis.length) return null;
  const least = Math.min(minutes, axis.length);
  const [start, end] = [Math.max(0, from), Math.min(axis.length, to)];
  const height = Math.max(end - start, least);
  const top = Math.min(start, axis.length - height);
  const box: TimeBox = { placed, top, height, left: 0, width: 1, part: partOn(placed, day), room: height };
  return isMoment ? { box, from: top, to: top + height } : { box, from: start, to: end };
}

/** Finds the room below low boxes, and extends those that are lower than wanted into it. */
function giveRoom(boxes: readonly TimeBox[], length: number, { wanted = 0, low = 0 }: BoxHeights): void {
  const most = Math.max(wanted, low);
  for (const [index, box] of boxes.entries()) {
    if (box.height >= most) continue;
    box.room = Math.max(box.height, Math.min(most, length - box.top));
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next];
      if (other === undefined || other.top >= box.top + box.room) break;
      if (isBeside(box, other)) continue;
      box.room = Math.max(box.height, other.top - box.top);
      break;
    }
    box.height = Math.max(box.height, Math.min(wanted, box.room));
  }
}

function isBeside(one: Side, other: Side): boolean {
  const near = 1e-9;
  return one.left + one.width <= other.left + near || other.left + other.width <= one.left + near;
}
