import { MAX_ROWS } from '../declarations/list-query.ts';

/** A write, named by the version of the row that it made. */
export interface RowChange {
  resource: string;
  id: string | number;
  version: number;
}

/** What a write to several rows answers: `changes` without the rows that had the values already. */
export interface BulkAnswer {
  ids: (string | number)[];
  changes: RowChange[];
}

/** POST /api/undo: at most so many at once; as many as one call can write. */
export const MOST_UNDONE = MAX_ROWS;
