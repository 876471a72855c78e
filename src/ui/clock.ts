/** The current time, which tests move together with the server's. Durations are measured by `performance.now()`. */
export const clock = {
  now: (): number => Date.now(),
  date: (): Date => new Date(),
  /** ISO 8601 in UTC, as the API writes instants. */
  instant: (): string => new Date().toISOString(),
};
