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
