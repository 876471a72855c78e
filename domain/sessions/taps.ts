/** Taps that a station sends together: their bodies stay below the limit of calls without an account. */
export const MOST_TAPS = 50;

/** Seconds in which further taps of a person count as the same one. */
export const TAP_REPEAT_SECONDS = 20;
