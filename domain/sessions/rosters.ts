/** What a column of a roster file can be. status: of the registration; who has dropped the class is left out. */
export const ROSTER_COLUMNS = ['studentId', 'email', 'name', 'firstName', 'lastName', 'section', 'status'] as const;

export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

/** Why a file of another kind cannot be read. */
export const NO_TEXT = 'This is not a text file. Save the sheet as CSV and choose that file.';

export const NO_SHEET =
  'This is a web page, even if it opens as a sheet. Open it in a spreadsheet, and save it as CSV.';

/** Bytes of a file, as UTF-8, and lines with people. */
export const ROSTER_BYTES = 5 * 1024 * 1024;

export const ROSTER_LINES = 20_000;

/** The most people, and faults, that a plan names of each kind; the counts are of all. */
export const PLAN_NAMES = 200;
