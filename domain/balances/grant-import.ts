/** Bytes of a file of free quota, as UTF-8, and its rows. */
export const GRANT_FILE_BYTES = 500_000;
export const GRANT_ROWS = 1_000;

/** How many grants a preview names; the counts are of all. */
export const SHOWN_GRANTS = 50;
