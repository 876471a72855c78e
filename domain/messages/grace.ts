/** How long announcements, and changes of which people are notified, can be undone before messages are sent, in milliseconds. */
export const GRACE = 30_000;
