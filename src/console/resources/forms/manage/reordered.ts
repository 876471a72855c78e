/** New values for some fields of a row that was read at `version`. */
export interface RowChange {
  row: { id: number; version: number };
  data: object;
}

/** The changes of `order` that move the row at `from` by `step` positions; gaps are left for later moves. */
export function reordered(
  rows: readonly (RowChange['row'] & { order: number | null })[],
  from: number,
  step: number,
): RowChange[] {
  const moved = [...rows];
  moved.splice(from + step, 0, ...moved.splice(from, 1));
  return moved.flatMap((row, index) => {
    const order = (index + 1) * 10;
    return row.order === order ? [] : [{ row, data: { order } }];
  });
}
