/** Characters that are read from a code, a card or an id. */
export const MOST_SCANNED = 300;

/** How long a checked-in person's name is shown at most. */
export const SELF_CHECK_IN_SECONDS = 3;
