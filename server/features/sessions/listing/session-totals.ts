import type { Db } from '../../../platform/database.ts';
import { revisionStamp } from '../../../platform/revisions.ts';

/** Clients choose the keys: bounds memory. */
const MOST = 500;
const MINUTE = 60_000;

/**
 * Totals of lists of sessions, which take longest to count. They hold as long as answers to visitors: until an event, an instance, a
 * category or a place is written, or the minute ends.
 */
export class SessionTotals {
  #generation = '';
  #totals = new Map<string, Promise<number>>();

  /** `now` in epoch milliseconds. A count that fails is counted again. */
  async total(db: Db, now: number, key: string, count: () => Promise<number>): Promise<number> {
    const generation = `${await revisionStamp(db)}/${Math.floor(now / MINUTE)}`;
    if (generation !== this.#generation || this.#totals.size >= MOST) {
      this.#generation = generation;
      this.#totals = new Map();
    }
    const totals = this.#totals;
    const known = totals.get(key);
    if (known !== undefined) return known;
    const counted = count();
    totals.set(key, counted);
    counted.catch(() => totals.delete(key));
    return counted;
  }
}
