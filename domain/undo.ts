/** A write, named by the version of the row that it made. */
export interface RowChange {
  resource: string;
  id: string | number;
  version: number;
}

/** POST /api/undo: at most so many at once. */
export const MOST_UNDONE = 100;
