import { formatDay, formatMinute, type ClockHours } from '../../../domain/values/formats.ts';
import { type DayAxis } from '../layout/axis.ts';
import { barsOf, type Bar } from '../layout/bars.ts';
import { dayOf } from '../layout/days.ts';
import type { PlacedItem } from '../layout/placement.ts';
import { boxesOf, type DayBoxes } from '../layout/timeBoxes.ts';
import { heightsOf, type DrawingSettings } from '../layout/settings.ts';
import type { CalendarSplit } from '../layout/types.ts';

export interface TimeSlot {
  date: string;
  /** Minutes from the top of the axis. */
  at: number;
  split?: string | undefined;
}

export interface Column {
  date: string;
  split: CalendarSplit | null;
  boxes: DayBoxes;
  allDay: readonly PlacedItem[];
}

export interface ColumnSource {
  dates: readonly string[];
  axis: DayAxis;
  /** Items of each date, in order of drawing. */
  items: ReadonlyMap<string, readonly PlacedItem[]>;
  splits: readonly CalendarSplit[];
  settings: DrawingSettings;
}

export function columnsOf({ dates, axis, items, splits, settings }: ColumnSource): Column[] {
  const heights = heightsOf(settings);
  return dates.flatMap((date) => {
    const ofDay = items.get(date) ?? [];
    return (splits.length > 0 ? splits : [null]).map((split) => {
      const own = split === null ? ofDay : ofDay.filter(({ item }) => item.split === split.id);
      const boxes = boxesOf(axis, date, own, heights);
      return { date, split, boxes, allDay: own.filter(({ allDay }) => allDay) };
    });
  });
}

/** Bars by the column in which they begin: over several days, or within a place's column of one day. */
export function allDayBars(
  dates: readonly string[],
  splits: readonly CalendarSplit[],
  columns: readonly Column[],
): Bar[][] {
  const byColumn: Bar[][] = columns.map(() => []);
  if (splits.length > 0) {
    for (const [index, { date, allDay }] of columns.entries()) byColumn[index] = barsOf([dayOf(date)], allDay);
    return byColumn;
  }
  const days = dates.map(dayOf);
  const all = [...new Set(columns.flatMap(({ allDay }) => allDay))];
  for (const bar of barsOf(days, all)) byColumn[bar.from]?.push(bar);
  return byColumn;
}

export function lanesOver(bars: readonly Bar[][], index: number, perDate: number): number {
  let lanes = 0;
  for (const row of bars)
    for (const { from, to, lane } of row)
      if (perDate > 1 || (from <= index && to >= index)) lanes = Math.max(lanes, lane + 1);
  return lanes;
}

export function columnName({ date, split, boxes, allDay }: Column): string {
  const count = boxes.boxes.length + boxes.background.length + allDay.length;
  const events = count === 0 ? 'no events' : count === 1 ? '1 event' : `${count} events`;
  return `${formatDay(date, 'full')}${split === null ? '' : `, ${split.label}`}, ${events}`;
}

export function slotName(slot: TimeSlot, axis: DayAxis, { split }: Column, clock?: ClockHours): string {
  const row = axis.rows.find(({ at, height }) => slot.at >= at && slot.at < at + height);
  const minute = row === undefined ? 0 : row.minute + slot.at - row.at;
  return `${formatMinute(minute, clock)}${row?.isRepeated === true ? ' again' : ''}, ${formatDay(slot.date, 'full')}${split === null ? '' : `, ${split.label}`}`;
}
