import type { Row } from './model.ts';

/** The longest period that is answered at once, in days, and the most entries. */
export const MOST_CALENDAR_DAYS = 400;
export const MOST_CALENDAR_ENTRIES = 2000;

/** Something that takes place: a row, an occurrence of a row that recurs, or one of a row's several dates. */
export interface ResourceCalendarEntry {
  /** Of the row. */
  id: string | number;
  /** Names the occurrence: the local date on which it begins, or the instant of one of several dates. Null for what takes place once. */
  date: string | null;
  /** Dates, the last one inclusive, or instants in UTC. */
  start: string;
  end: string;
  title: string;
  /** Id of its column; '' for none. */
  column: string;
}

/** GET /api/{resource}/calendar?from&to&filter&zone: what takes place from one local date to another, ordered by start. */
export interface ResourceCalendar {
  zone: string;
  entries: ResourceCalendarEntry[];
  /** The rows of the entries as in a list, by id. */
  rows: Record<string, Row>;
  /** Ids of the rows that the caller may move, and that they may delete. */
  movable: (string | number)[];
  deletable: (string | number)[];
  columns: { id: string; label: string }[];
  /** There is more than the answer holds. */
  isCut: boolean;
}
