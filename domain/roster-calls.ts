import type { RowChange } from './values/undo.ts';

/** The API of class rosters. */

/** What a column of a roster file can be. status: of the registration; who has dropped the class is left out. */
export const ROSTER_COLUMNS = ['studentId', 'email', 'name', 'firstName', 'lastName', 'section', 'status'] as const;
export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

/** Why a file of another kind cannot be read. */
export const NO_TEXT = 'This is no text. Save the sheet as CSV and choose that file.';

export const NO_SHEET =
  'This is a web page, even if it opens as a sheet. Open it in a spreadsheet, and save it as CSV.';

/** Bytes of a file, as UTF-8, and lines with people. */
export const ROSTER_BYTES = 5 * 1024 * 1024;
export const ROSTER_LINES = 20_000;

/** A roster, pasted or from a file. */
export interface RosterFile {
  text: string;
  /** What each column is, in the order of the file; null for none. Guessed where it is missing. */
  columns?: (RosterColumn | null)[];
  /** Whoever is not in the file stays on the roster. */
  keepsMissing?: boolean;
}

/** Somebody as the roster has them. */
export interface RosterPerson {
  name: string;
  studentId: string | null;
  email: string | null;
  section: string | null;
}

/** What an import does with somebody. */
export interface PlannedPerson extends RosterPerson {
  /** Of the file, from 1; null for who is not in it. */
  line: number | null;
  /** The name of the account that is linked; null for who has none yet. */
  account: string | null;
  /** What of them is different now, before and after. */
  changes: { field: 'name' | 'studentId' | 'email' | 'section' | 'account'; from: string | null; to: string | null }[];
}

export interface RosterFault {
  line: number;
  words: string;
}

/** The most people, and faults, that a plan names of each kind; the counts are of all. */
export const PLAN_NAMES = 200;

/** POST /api/rosters/:classId/plan (RosterFile): what an import would do. */
export interface RosterPlan {
  /** The first line of the file, if it has titles; otherwise "Column 1" and so on. */
  titles: string[];
  columns: (RosterColumn | null)[];
  /** The first lines with people. */
  samples: string[][];
  /** Lines with people. */
  lines: number;
  /** Why nothing of the file can be read; null when it can be. */
  fault: string | null;
  added: PlannedPerson[];
  /** They were dropped, and are in the file again. */
  returned: PlannedPerson[];
  changed: PlannedPerson[];
  dropped: PlannedPerson[];
  faults: RosterFault[];
  counts: Record<'added' | 'returned' | 'changed' | 'dropped' | 'unchanged' | 'faults' | 'waiting', number>;
  /** Nobody is dropped while it is not known who stands on these lines. */
  keepsMissing: 'asked' | 'faults' | null;
  /** Stands for the plan: the import does this and nothing else. */
  basis: string;
}

/** POST /api/rosters/:classId/import: 409 when the plan is another one by now. */
export interface ImportRoster extends RosterFile {
  basis: string;
}

export interface ImportedRoster {
  counts: RosterPlan['counts'];
  /** What POST /api/undo takes back; empty when there are too many of them. */
  changes: RowChange[];
}
