import { barsOf, type Bar } from './bars.ts';
import { dayOf } from './days.ts';
import type { PlacedItem } from './placement.ts';

export interface MonthDay {
  date: string;
  /** Bars that begin in this day's cell: at the start of the item or of the row. */
  bars: Bar[];
  /** Lanes of the row that bars take up over this day. */
  lanes: number;
  /** What takes place on this day alone: whole days first, then by start. */
  items: PlacedItem[];
  /** All of what takes place on it. */
  count: number;
}

/** The cells of a month (dates, `columns` in a row) with what takes place on them. */
export function monthRows(cells: readonly string[], columns: number, items: readonly PlacedItem[]): MonthDay[][] {
  const days: MonthDay[] = cells.map((date) => ({ date, bars: [], lanes: 0, items: [], count: 0 }));
  const byDay = new Map(days.map((day) => [dayOf(day.date), day]));
  const long: PlacedItem[] = [];
  const timed: PlacedItem[] = [];
  for (const placed of items)
    if (placed.firstDay !== placed.lastDay) long.push(placed);
    else if (placed.allDay) byDay.get(placed.firstDay)?.items.push(placed);
    else timed.push(placed);
  for (const placed of timed) byDay.get(placed.firstDay)?.items.push(placed);
  const rows: MonthDay[][] = [];
  for (let index = 0; index < days.length; index += columns) {
    const row = days.slice(index, index + columns);
    const bars = barsOf(
      row.map(({ date }) => dayOf(date)),
      long,
    );
    for (const bar of bars) {
      row[bar.from]?.bars.push(bar);
      for (const day of row.slice(bar.from, bar.to + 1)) {
        day.lanes = Math.max(day.lanes, bar.lane + 1);
        day.count += 1;
      }
    }
    for (const day of row) day.count += day.items.length;
    rows.push(row);
  }
  return rows;
}

export function itemsByDay(cells: readonly string[], items: readonly PlacedItem[]): Map<string, PlacedItem[]> {
  const byDay = new Map(cells.map((date) => [dayOf(date), { date, items: [] as PlacedItem[] }]));
  const [first, last] = [dayOf(cells[0] ?? ''), dayOf(cells.at(-1) ?? '')];
  for (const placed of items)
    for (let day = Math.max(first, placed.firstDay); day <= Math.min(last, placed.lastDay); day += 1)
      byDay.get(day)?.items.push(placed);
  return new Map([...byDay.values()].map((day) => [day.date, day.items]));
}
