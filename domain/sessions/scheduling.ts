/** Days per answer. */
export const STAFF_CALENDAR_DAYS = 62;

/** Filters of the staff's calendar; ids as text, as in the address. */
export const STAFF_FILTERS = ['categoryId', 'eventId', 'instructorId', 'status'] as const;
export type StaffFilter = (typeof STAFF_FILTERS)[number];

export const CONFLICTS_SHOWN = 50;

export const MOST_SESSIONS = 200;

/** The resources of opening hours. */
export const HOURS_RESOURCES = ['blocks', 'hoursExceptions', 'locations'] as const;
export type HoursResource = (typeof HOURS_RESOURCES)[number];

/** Characters of what staff add to the messages about a change. */
export const NOTE_LENGTH = 1000;
