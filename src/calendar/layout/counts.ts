import { dateOf } from './days.ts';
import type { PlacedItem } from './placement.ts';

/** Number of events by month ("2026-11-01") or year ("2026-01-01"): from `byMonth`, else of the items that touch it. */
export function countsByCell(
  view: 'year' | 'years',
  cells: readonly string[],
  items: readonly PlacedItem[],
  byMonth?: Readonly<Record<string, number>>,
): Map<string, number> {
  const counts = new Map(cells.map((cell) => [cell, 0]));
  const length = view === 'years' ? 4 : 7;
  const add = (part: string, count: number) => {
    const cell = view === 'years' ? `${part}-01-01` : `${part}-01`;
    const known = counts.get(cell);
    if (known !== undefined) counts.set(cell, known + count);
  };
  if (byMonth !== undefined) {
    for (const [month, count] of Object.entries(byMonth)) add(month.slice(0, length), count);
    return counts;
  }
  const parts = cells.map((cell) => cell.slice(0, length));
  for (const { firstDay, lastDay } of items) {
    const [first, last] = [dateOf(firstDay).slice(0, length), dateOf(lastDay).slice(0, length)];
    if (first === last) add(first, 1);
    else for (const part of parts) if (part >= first && part <= last) add(part, 1);
  }
  return counts;
}

/** Number of events by part of the range: days of a year ("2026-11-27") or months of years ("2026-11"). */
export function countsWithin(
  view: 'year' | 'years',
  items: readonly PlacedItem[],
  given?: Readonly<Record<string, number>>,
): ReadonlyMap<string, number> {
  if (given !== undefined) return new Map(Object.entries(given));
  const counts = new Map<string, number>();
  const length = view === 'years' ? 7 : 10;
  for (const { firstDay, lastDay } of items) {
    const parts = new Set<string>();
    for (let day = firstDay; day <= lastDay; day += 1) parts.add(dateOf(day).slice(0, length));
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
}
