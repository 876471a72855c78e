/** Characters that are read from a code, a card or an id. */
export const MOST_SCANNED = 300;

/** For which the name of a person who has checked in is shown, at most. */
export const SELF_CHECK_IN_SECONDS = 3;
