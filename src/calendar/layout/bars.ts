import type { PlacedItem } from './placement.ts';
import type { Part } from './timeBoxes.ts';

/** An item over consecutive columns of a row of days. */
export interface Bar {
  placed: PlacedItem;
  from: number;
  to: number;
  lane: number;
  part: Part;
}

/** Bars of a row of days, each in the first free lane. Items must be in order of drawing; days may be hidden in between. */
export function barsOf(days: readonly number[], items: readonly PlacedItem[]): Bar[] {
  const bars: Bar[] = [];
  /** Per lane, the column after its last bar. */
  const lanes: number[] = [];
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  for (const placed of items) {
    if (placed.firstDay > last || placed.lastDay < first) continue;
    const from = days.findIndex((day) => day >= placed.firstDay);
    const to = days.findLastIndex((day) => day <= placed.lastDay);
    if (from < 0 || to < from) continue;
    let lane = lanes.findIndex((column) => column <= from);
    if (lane < 0) lane = lanes.length;
    lanes[lane] = to + 1;
    const starts = placed.firstDay >= (days[from] ?? 0);
    const ends = placed.lastDay <= (days[to] ?? 0);
    bars.push({ placed, from, to, lane, part: starts ? (ends ? 'only' : 'first') : ends ? 'last' : 'middle' });
  }
  return bars;
}
