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
