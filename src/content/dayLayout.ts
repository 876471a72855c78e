import { DAY_CARD } from '../../domain/constants.ts';
import type { CalendarEvent } from '../../domain/calendar.ts';
import type { DayHours } from '../../domain/hours.ts';
import { wallHour } from './momentText.ts';

export interface DayScaleHours {
  from: number;
  to: number;
}

/** An event on the scale: offset and height in px at the default text size, and its column among concurrent events. */
export interface DayBlock {
  event: CalendarEvent;
  top: number;
  height: number;
  column: number;
  columns: number;
}

/** Minimum height in px of a clickable block. */
const MIN_HEIGHT = 24;

/** The hours of the scale, rounded outwards from opening to closing; a default where there are none. */
export function scaleHours(hours: Pick<DayHours, 'opens' | 'closes'> | null): DayScaleHours {
  const from = Math.floor(hours?.opens ?? DAY_CARD.opens);
  const to = Math.ceil(hours?.closes ?? DAY_CARD.closes);
  return to > from ? { from, to } : { from: DAY_CARD.opens, to: DAY_CARD.closes };
}

/** Lays out the events of a day; concurrent events are side by side. */
export function dayBlocks(events: readonly CalendarEvent[], date: string, scale: DayScaleHours): DayBlock[] {
  const blocks = events
    .flatMap((event) => blockOf(event, date, scale) ?? [])
    .sort((a, b) => a.top - b.top || b.height - a.height);
  let group: DayBlock[] = [];
  let bottom = 0;
  for (const block of blocks) {
    if (block.top >= bottom) group = [];
    const taken = new Set(group.filter((other) => other.top + other.height > block.top).map(({ column }) => column));
    while (taken.has(block.column)) block.column += 1;
    bottom = group.length === 0 ? block.top + block.height : Math.max(bottom, block.top + block.height);
    group.push(block);
    const columns = Math.max(...group.map(({ column }) => column)) + 1;
    for (const member of group) member.columns = columns;
  }
  return blocks;
}

function blockOf(event: CalendarEvent, date: string, { from, to }: DayScaleHours): DayBlock | null {
  const starts = wallHour(event.start, date);
  // When clocks are set back, the end may be at an earlier hour than the start.
  const ends = Math.max(wallHour(event.end, date), starts);
  if (starts === ends ? starts < from || starts > to : ends <= from || starts >= to) return null;
  const start = Math.max(starts, from);
  const end = Math.min(ends, to);
  const height = Math.max((end - start) * DAY_CARD.cellHeight, MIN_HEIGHT);
  const top = Math.min((start - from) * DAY_CARD.cellHeight, (to - from) * DAY_CARD.cellHeight - height);
  return { event, top, height, column: 0, columns: 1 };
}
