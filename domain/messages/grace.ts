/** The time before messages of an announcement or a change are sent, in milliseconds. Until then it can be undone without a message. */
export const GRACE = 30_000;
