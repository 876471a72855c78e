/**
 * The current time for all decisions and records: `services.clock`. In SQL it is `atrium_now()`, which the connections of the same
 * services keep in step (database.ts). Durations are measured by `performance.now()` instead.
 */
export class Clock {
  #offset: number;

  /** `offset`: milliseconds that this clock is ahead of the machine's. */
  constructor(offset = 0) {
    this.#offset = offset;
  }

  get offset(): number {
    return this.#offset;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offset;
  }

  date(): Date {
    return new Date(this.now());
  }

  /** ISO 8601 in UTC, as rows hold instants. */
  instant(): string {
    return this.date().toISOString();
  }

  /** For tests: sets the time; the clock keeps running from there. */
  moveTo(instant: Date | string | number): void {
    this.#offset = Math.round(new Date(instant).getTime() - Date.now());
  }
}
