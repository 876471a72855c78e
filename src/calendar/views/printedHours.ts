import { positionOfMinute, type DayAxis } from '../layout/axis.ts';
import { rem, type DrawingSettings } from '../settings.ts';
import type { SpecialHoursBand } from '../types.ts';
import type { Column } from './timeColumns.ts';

/** Pixels of a printed page that are left for the grid below the page's title and the dates, on paper of 11 inches. */
const PAGE = 640;

/** What of the grid is printed: from the first to the last hour in which something takes place or it is open, on one page. */
export function printedHours(
  columns: readonly Column[],
  axis: DayAxis,
  { cellHeight, timeStep }: DrawingSettings,
  hoursOf: ((date: string) => readonly SpecialHoursBand[]) | undefined,
): Record<'--print-top' | '--print-height' | '--print-zoom', string> {
  let [first, last] = [axis.length, 0];
  const include = (from: number, to: number) => {
    first = Math.min(first, from);
    last = Math.max(last, to);
  };
  for (const { date, boxes } of columns) {
    for (const { top, height } of boxes.boxes) include(top, top + height);
    for (const { look, from, to } of hoursOf?.(date) ?? [])
      if (look !== 'closed') include(positionOfMinute(axis, from), positionOfMinute(axis, to, 'end'));
  }
  const [top, bottom] = first < last ? [first, last] : [0, axis.length];
  const from = axis.rows.findLast(({ at }) => at <= top)?.at ?? 0;
  const to = axis.rows.find(({ at, height }) => at + height >= bottom);
  const pixels = cellHeight / timeStep;
  const height = ((to === undefined ? axis.length : to.at + to.height) - from) * pixels;
  return {
    '--print-top': rem(from * pixels),
    '--print-height': rem(height),
    '--print-zoom': String(Math.min(1, Math.round((PAGE / height) * 100) / 100)),
  };
}
