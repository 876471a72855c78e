/** The longest period that is answered immediately, in days, and the most entries. */
export const MOST_CALENDAR_DAYS = 400;
export const MOST_CALENDAR_ENTRIES = 2000;
