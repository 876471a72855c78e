import type { MonthDay } from '../layout/month.ts';
import type { PlacedItem } from '../layout/placement.ts';
import { pageZoom, type PageZoom } from './pageZoom.ts';

/** Pixels, as in MonthView.module.css: the least height of a day, its head, a bar, a line of an event, what is between events. */
const LEAST = 64;
const HEAD = 32;
const BAR = 22;
const LINE = 15;
const GAP = 5;
/** Letters of a line of an event, on paper held upright and sideways. */
const LETTERS = 15;
const LETTERS_SIDEWAYS = 20;

/** By how much a month is reduced so that all its events are on one page. */
export function printedMonth(rows: readonly (readonly MonthDay[])[], metaOf: (placed: PlacedItem) => string): PageZoom {
  const heightOf = ({ lanes, items }: MonthDay, letters: number) => {
    let height = HEAD + lanes * BAR;
    for (const placed of items) {
      const length = placed.item.title.length + 1 + metaOf(placed).length;
      height += Math.ceil(length / letters) * LINE + GAP;
    }
    return Math.max(LEAST, height);
  };
  const total = (letters: number) =>
    rows.reduce((sum, row) => sum + Math.max(...row.map((day) => heightOf(day, letters))), 0);
  return pageZoom(total(LETTERS), total(LETTERS_SIDEWAYS));
}
