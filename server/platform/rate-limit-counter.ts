/** The database's answer to a lease. */
export interface Leased {
  /** Uses leased by all processes in this window, including this lease. */
  count: number;
  left: number;
}

/** Adds uses to the counter's row, which all processes share. */
export type Lease = (uses: number) => Promise<Leased>;

/** Leases grow up to this part of the limit, so that a counter's row is written some twenty times in a window, not at every use. */
const LARGEST_LEASE = 1 / 20;
/** And up to this part of what is left, so that processes share the last uses. */
const OF_REMAINDER = 1 / 4;

/**
 * A counter for the current window. It leases uses from the database in blocks that double, and spends them in memory: all processes
 * together never exceed the limit, and one that ends loses at most its last block.
 */
export class RateLimitCounter {
  /** When the window ends; milliseconds since 1970. */
  endsAt = 0;
  /** Uses granted by this process in this window. */
  used = 0;
  #limit = 0;
  #leased = 0;
  #lastLease = 0;
  /** Known uses of all processes. */
  #count = 0;
  #isExhausted = false;
  #waiting = 0;
  #leasing: Promise<void> | null = null;
  #members: Set<string> | null = null;
  /** Uses granted without a lease; the first lease records them. */
  #unrecorded = 0;

  /** Begins a new window if the last one is over. */
  enter(now: number, seconds: number): void {
    if (this.endsAt > now) return;
    this.endsAt = now + seconds * 1000;
    this.used = 0;
    this.#unrecorded = 0;
    this.#members = null;
    this.#clearLease();
  }

  /** For a network's counter: whether more than `many` of its addresses have taken part in this window, this one included. */
  hasMoreThan(many: number, address: string): boolean {
    this.#members ??= new Set();
    if (this.#members.size <= many) this.#members.add(address);
    return this.#members.size > many;
  }

  /** Whether the limit is known to be used up. A changed limit applies immediately. */
  isExhausted(limit: number): boolean {
    if (limit !== this.#limit) {
      this.#limit = limit;
      this.#clearLease();
    }
    return this.#isExhausted;
  }

  /** Takes one of the first `most` uses of a window without a lease, up to half of the limit. */
  takeUnrecorded(limit: number, most = 0): boolean {
    if (this.#lastLease > 0 || this.#unrecorded >= Math.min(most, Math.floor(limit / 2))) return false;
    this.#unrecorded += 1;
    return true;
  }

  /** Takes one use; false when the limit is used up. */
  async take(limit: number, now: () => number, lease: Lease): Promise<boolean> {
    this.#waiting += 1;
    try {
      for (;;) {
        if (this.isExhausted(limit)) return false;
        if (this.#leased > 0) break;
        this.#leasing ??= this.#extend(limit, now, lease).finally(() => (this.#leasing = null));
        await this.#leasing;
      }
      this.#leased -= 1;
      return true;
    } finally {
      this.#waiting -= 1;
    }
  }

  giveBack(): void {
    if (this.#unrecorded > 0) this.#unrecorded -= 1;
    else this.#leased += 1;
    this.#isExhausted = false;
  }

  /** Seconds until the window ends, at least 1. */
  secondsLeft(now: number): number {
    return Math.max(1, Math.ceil((this.endsAt - now) / 1000));
  }

  async #extend(limit: number, now: () => number, lease: Lease): Promise<void> {
    const remainder = limit - this.#count;
    const most = Math.min(this.#lastLease * 2, limit * LARGEST_LEASE, remainder * OF_REMAINDER);
    // Never more than the remainder: refused uses would count against a limit that is raised later.
    const uses = Math.max(1, Math.min(Math.max(this.#waiting, Math.floor(most)), remainder));
    const unrecorded = this.#unrecorded;
    const { count, left } = await lease(uses + unrecorded);
    this.#unrecorded -= unrecorded;
    const granted = Math.min(uses, Math.max(0, limit - (count - uses)));
    this.endsAt = now() + left;
    this.#count = count;
    this.#lastLease = uses;
    this.#leased += granted;
    this.#isExhausted = granted === 0;
  }

  #clearLease(): void {
    this.#leased = 0;
    this.#lastLease = 0;
    this.#count = 0;
    this.#isExhausted = false;
  }
}
