import type { CalendarView } from './types.ts';
import { addDays, addMonths, dayOf } from './days.ts';
import { cellsOf, isHiddenDay, type RangeOptions } from './ranges.ts';

export interface GridKey {
  key: string;
  ctrl: boolean;
}

/** As in the date grid of the ARIA practices: arrows, Home and End in the row (Ctrl: grid), PageUp, PageDown. Null: no such key. */
export function dateAfterKey(
  view: Exclude<CalendarView, 'agenda'>,
  date: string,
  { key, ctrl }: GridKey,
  options: RangeOptions,
): string | null {
  switch (key) {
    case 'ArrowLeft':
      return moved(view, date, -1, options);
    case 'ArrowRight':
      return moved(view, date, 1, options);
    case 'ArrowUp':
      return moved(view, date, -ROW[view], options);
    case 'ArrowDown':
      return moved(view, date, ROW[view], options);
    case 'PageUp':
      return paged(view, date, -1, options);
    case 'PageDown':
      return paged(view, date, 1, options);
    case 'Home':
      return edgeOf(view, date, ctrl, 'first', options);
    case 'End':
      return edgeOf(view, date, ctrl, 'last', options);
    default:
      return null;
  }
}

/** The position of the row of time that a key leads to: the one above or below, with Ctrl the first or last; null for other keys. */
export function rowAfterKey(rows: readonly { at: number }[], at: number, { key, ctrl }: GridKey): number | null {
  const index = rows.findLastIndex((row) => row.at <= at);
  if (key === 'ArrowUp') return rows[Math.max(0, index - 1)]?.at ?? at;
  if (key === 'ArrowDown') return (rows[index + 1] ?? rows.at(-1))?.at ?? at;
  if (!ctrl || (key !== 'Home' && key !== 'End')) return null;
  return rows.at(key === 'Home' ? 0 : -1)?.at ?? at;
}

const ROW = { years: 5, year: 3, month: 7, week: 7, day: 7 } as const;

type GridView = keyof typeof ROW;

function moved(view: GridView, date: string, steps: number, options: RangeOptions): string {
  if (view === 'years') return addMonths(date, 12 * steps);
  if (view === 'year') return addMonths(date, steps);
  return visibleFrom(addDays(date, steps), Math.sign(steps), options);
}

function paged(view: GridView, date: string, direction: 1 | -1, options: RangeOptions): string {
  if (view === 'years') return addMonths(date, 12 * 25 * direction);
  if (view === 'year') return addMonths(date, 12 * direction);
  if (view === 'month') return visibleFrom(addMonths(date, direction), direction, options);
  return visibleFrom(addDays(date, (view === 'week' ? 7 : 1) * direction), direction, options);
}

/** A hidden weekday is passed over. */
function visibleFrom(date: string, direction: number, options: RangeOptions): string {
  let found = date;
  while (isHiddenDay(dayOf(found), options)) found = addDays(found, direction);
  return found;
}

function edgeOf(view: GridView, date: string, whole: boolean, edge: 'first' | 'last', options: RangeOptions): string {
  const cells = cellsOf(view, date, options);
  const row = view === 'month' ? cells.length / 6 : ROW[view];
  const index = cells.findLastIndex((cell) => cell <= date);
  const start = whole ? 0 : Math.floor(Math.max(0, index) / row) * row;
  const shown = whole ? cells : cells.slice(start, start + row);
  // Home and End keep to the month: its neighbors' days would turn the page.
  const own = view === 'month' && whole ? shown.filter((cell) => cell.slice(0, 7) === date.slice(0, 7)) : shown;
  return (edge === 'first' ? own[0] : own.at(-1)) ?? date;
}
