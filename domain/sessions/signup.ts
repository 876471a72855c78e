/**
 * Whether a session takes sign-ups: with a seat (open), for its waiting list (waitlist), not any more (full, closed, begun, over,
 * cancelled), or not yet (early).
 */
export const SIGNUP_STATES = ['open', 'waitlist', 'full', 'early', 'closed', 'begun', 'over', 'cancelled'] as const;
export type SignupState = (typeof SIGNUP_STATES)[number];

export const SESSIONS_PER_PAGE = 50;
export const SESSIONS_IN_CALENDAR = 1000;

export const OWN_TICKETS = ['upcoming', 'past'] as const;

export const MOST_ISSUED_CODES = 50;

export const WISHES_LENGTH = 1000;
