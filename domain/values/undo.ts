/** A write, named by the version of the row that it made. */
export interface RowChange {
  resource: string;
  id: string | number;
  version: number;
}
