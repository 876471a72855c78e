/**
 * What time it is, for everything that decides or records by it: `services.clock`. SQL says `atrium_now()`, which the connections of
 * the same services keep equal to it (database.ts). How long something takes is measured by `performance.now()` instead.
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

  /** For tests: from now on it is this time, and the clock goes on ticking. */
  moveTo(instant: Date | string | number): void {
    this.#offset = Math.round(new Date(instant).getTime() - Date.now());
  }
}
