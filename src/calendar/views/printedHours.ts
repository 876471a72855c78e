import { pageZoom, type PageZoom } from './pageZoom.ts';
import { positionOfMinute, type DayAxis } from '../layout/axis.ts';
import { rem, type DrawingSettings } from '../layout/settings.ts';
import type { SpecialHoursBand } from '../layout/types.ts';
import type { Column } from './timeColumns.ts';

const WHOLE = 1440;
/** What is printed of days without anything: 8 AM to 6 PM. */
const IDLE = { from: 480, to: 1080 };

type Printed = Record<'--print-top' | '--print-height', string> & PageZoom;

/** What of the grid is printed: from the first to the last hour in which something takes place or it is open, on one page. */
export function printedHours(
  columns: readonly Column[],
  axis: DayAxis,
  { cellHeight, timeStep }: DrawingSettings,
  hoursOf: ((date: string) => readonly SpecialHoursBand[]) | undefined,
): Printed {
  let [first, last] = [axis.length, 0];
  const include = (from: number, to: number) => {
    first = Math.min(first, from);
    last = Math.max(last, to);
  };
  for (const { date, split, boxes } of columns) {
    for (const { top, height } of boxes.boxes) include(top, top + height);
    const bands = (hoursOf?.(date) ?? []).filter((band) => band.split === undefined || band.split === split?.id);
    for (const { from, to } of openTimes(bands))
      include(positionOfMinute(axis, from), positionOfMinute(axis, to, 'end'));
  }
  if (first >= last) include(positionOfMinute(axis, IDLE.from), positionOfMinute(axis, IDLE.to, 'end'));
  const from = axis.rows.findLast(({ at }) => at <= first)?.at ?? 0;
  const to = axis.rows.find(({ at, height }) => at + height >= last);
  const pixels = cellHeight / timeStep;
  const height = ((to === undefined ? axis.length : to.at + to.height) - from) * pixels;
  return {
    '--print-top': rem(from * pixels),
    '--print-height': rem(height),
    ...pageZoom(height),
  };
}

/** Minutes of a day that are named as open, or lie between closed ones. */
function openTimes(bands: readonly SpecialHoursBand[]): { from: number; to: number }[] {
  const closed = bands.filter(({ look }) => look === 'closed').sort((one, other) => one.from - other.from);
  const times: { from: number; to: number }[] = bands.filter(({ look }) => look !== 'closed');
  if (closed.length === 0) return times;
  let open = 0;
  for (const { from, to } of [...closed, { from: WHOLE, to: WHOLE }]) {
    if (from > open) times.push({ from: open, to: from });
    open = Math.max(open, to);
  }
  return times;
}
