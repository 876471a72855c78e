export const REMINDERS = ['week', 'day', 'hour'] as const;
export type Reminder = (typeof REMINDERS)[number];

export type ReminderTimes = Record<Reminder, boolean>;

/** Defaults of an account. */
export const USUAL_REMINDERS: ReminderTimes = { week: false, day: true, hour: false };

/**
 * done: attended, or counted as done. signedUp: has a seat. waiting: on a waitlist. overdue: none of these, and the day is over.
 */
export const CELL_STATES = ['done', 'signedUp', 'waiting', 'missing', 'overdue'] as const;
export type CellState = (typeof CELL_STATES)[number];

export const MOST_CELLS = 1_000;

/**
 * Whether a session takes sign-ups: with a seat (open), for its waitlist (waitlist), not anymore (full, closed, begun, over,
 * cancelled), or not yet (early).
 */
export const SIGNUP_STATES = ['open', 'waitlist', 'full', 'early', 'closed', 'begun', 'over', 'cancelled'] as const;
export type SignupState = (typeof SIGNUP_STATES)[number];

export const SESSIONS_PER_PAGE = 50;
export const SESSIONS_IN_CALENDAR = 1000;

export const OWN_TICKETS = ['upcoming', 'past'] as const;

export const MOST_ISSUED_CODES = 50;

export const WISHES_LENGTH = 1000;
