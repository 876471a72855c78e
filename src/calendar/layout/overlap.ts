/** What takes up a part of a day's column: minutes from the top, in order of drawing. */
export interface Extent {
  from: number;
  to: number;
}

/** Left edge and width as parts of the column, from 0 to 1. */
export interface Side {
  left: number;
  width: number;
}

/**
 * Places extents side by side where they overlap (touching is not overlapping). They must be sorted by their beginning. Each takes the
 * first free column, so one that begins later may stand left of one that goes on. No one covers anyone; no one is narrower than 1 / the
 * longest streak of concurrent extents of its own group; and no one could be wider where it is.
 */
export function sidesOf(extents: readonly Extent[]): Side[] {
  const sides: Side[] = extents.map(() => ({ left: 0, width: 1 }));
  let [start, end] = [0, -Infinity];
  for (let index = 0; index <= extents.length; index += 1) {
    const extent = extents[index];
    if (extent === undefined || extent.from >= end) {
      placeGroup(extents, start, index, sides);
      start = index;
      end = -Infinity;
    }
    if (extent !== undefined) end = Math.max(end, extent.to);
  }
  return sides;
}

/** A run of extents connected by overlaps. */
function placeGroup(extents: readonly Extent[], start: number, end: number, sides: Side[]): void {
  if (end - start < 2) return;
  const columnEnds: number[] = [];
  const columns: number[] = [];
  /** Of each extent, those it overlaps that are in a column further right, or left. */
  const right: number[][] = [];
  const left: number[][] = [];
  let active: number[] = [];
  for (let index = start; index < end; index += 1) {
    const { from, to } = extents[index] ?? { from: 0, to: 0 };
    let column = columnEnds.findIndex((until) => until <= from);
    if (column < 0) column = columnEnds.length;
    columnEnds[column] = to;
    columns[index] = column;
    right[index] = [];
    left[index] = [];
    active = active.filter((other) => (extents[other]?.to ?? 0) > from);
    for (const other of active) {
      const isLeft = (columns[other] ?? 0) < column;
      (isLeft ? right : left)[other]?.push(index);
      (isLeft ? left : right)[index]?.push(other);
    }
    active.push(index);
  }
  const order = Array.from({ length: end - start }, (_, index) => start + index).sort(
    (a, b) => (columns[a] ?? 0) - (columns[b] ?? 0),
  );
  // How many follow to the right, at least: they share what is left.
  const streaks: number[] = [];
  for (const index of order.toReversed())
    streaks[index] = 1 + (right[index] ?? []).reduce((most, other) => Math.max(most, streaks[other] ?? 0), 0);
  for (const index of order) {
    const edge = (left[index] ?? []).reduce((most, other) => Math.max(most, rightEdge(sides[other])), 0);
    sides[index] = { left: edge, width: (1 - edge) / (streaks[index] ?? 1) };
  }
  for (const index of order) {
    const side = sides[index];
    const edge = (right[index] ?? []).reduce((least, other) => Math.min(least, sides[other]?.left ?? 1), 1);
    if (side !== undefined) side.width = edge - side.left;
  }
}

function rightEdge(side: Side | undefined): number {
  return side === undefined ? 0 : side.left + side.width;
}
