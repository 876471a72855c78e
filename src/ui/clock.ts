/**
 * What time it is, for everything in the browser that shows, sends or decides by it. It is the page's own clock, which tests move
 * as they move the server's. How long something takes is measured by `performance.now()` instead.
 */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => Date.now(),
  date: (): Date => new Date(),
  /** ISO 8601 in UTC, as the API writes instants. */
  instant: (): string => new Date().toISOString(),
};
