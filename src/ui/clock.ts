/**
 * The current time for everything that the browser displays, sends or decides. Tests move it together with the server's clock.
 * Durations are measured by `performance.now()` instead.
 */
export const clock = {
  now: (): number => Date.now(),
  date: (): Date => new Date(),
  /** ISO 8601 in UTC, as the API writes instants. */
  instant: (): string => new Date().toISOString(),
};
