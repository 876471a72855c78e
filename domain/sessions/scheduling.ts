/** The staff's calendar and the planning of sessions. */

/** The longest range of the staff's calendar. */
export const STAFF_CALENDAR_DAYS = 62;

/** What the staff's calendar can be reduced to; ids as text, as the address has them. */
export const STAFF_FILTERS = ['categoryId', 'eventId', 'instructorId', 'status'] as const;
export type StaffFilter = (typeof STAFF_FILTERS)[number];

export const COLLISIONS_SHOWN = 50;

/** The most sessions of one series. */
export const MOST_SESSIONS = 200;

/** What keeps the hours of places. */
export const HOURS_RESOURCES = ['blocks', 'hoursExceptions', 'locations'] as const;
export type HoursResource = (typeof HOURS_RESOURCES)[number];
