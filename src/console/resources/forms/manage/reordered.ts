interface Ordered {
  order: number;
}

/** The rows whose `order` must change to move the one at `from` by `step` positions; gaps are left for later moves. */
export function reordered<R extends Ordered>(
  rows: readonly R[],
  from: number,
  step: number,
): { row: R; order: number }[] {
  const moved = [...rows];
  moved.splice(from + step, 0, ...moved.splice(from, 1));
  return moved.map((row, index) => ({ row, order: (index + 1) * 10 })).filter(({ row, order }) => row.order !== order);
}
