import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { addressKey, networkKey } from './address-key.ts';
import { tooMany } from './problem.ts';
import { RateLimitCounter, type Lease } from './rate-limit-counter.ts';

export interface RateLimit {
  name: string;
  /** Uses of one client, identified by its network address or another name. */
  perClient: number;
  /** The limit of all clients together, before scaling. While it is used up, only clients above their share are refused. */
  shared?: { total: number; share: number };
  seconds: number;
  /**
   * The first uses of a client in a window, counted in memory alone, since a statement for each would cost too much.
   */
  unrecorded?: number;
}

/** Counters kept in memory, of clients and networks. The least recently used one is dropped: its client counts as a new one. */
const MOST_COUNTERS = 20_000;
/** When more /56s of a /48 than this take part in a window, the whole /48 counts as one client. */
const MANY_IN_NETWORK = 16;
const DAY = 86_400_000;

interface Caller {
  key: string;
  /** Of its address, or of its network when many of the network's addresses take part. */
  counter: RateLimitCounter;
  /** Counts the uses of all its addresses, until they count as one client. */
  network: RateLimitCounter | null;
}

interface Shared {
  counter: RateLimitCounter;
  total: number;
  share: number;
}

/**
 * Rate limits, shared by all server processes. A client is refused when it exceeds its own limit, or when all clients together exceed
 * the shared limit and this one has exceeded its share: others can never lock it out. The database stores addresses only as a hash with
 * a daily key, and is written in blocks of uses. While a limit is used up, calls cause no database work at all.
 */
export class RateLimits {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #secret: () => Promise<string>;
  readonly #scale: () => number;
  readonly #totals = new Map<string, RateLimitCounter>();
  readonly #clients = new Map<string, RateLimitCounter>();

  /** `scale`: the factor of all shared limits. */
  constructor(db: Db, clock: Clock, secret: () => Promise<string>, scale: () => number = () => 1) {
    this.#db = db;
    this.#clock = clock;
    this.#secret = secret;
    this.#scale = scale;
  }

  /** Counts one use by a client: its IP address, or another name. Null within the limit, otherwise the seconds until a retry makes sense. */
  async use(limit: RateLimit, client: string): Promise<number | null> {
    const caller = this.#callerOf(limit, client);
    const { counter } = caller;
    if (counter.isExhausted(limit.perClient)) return counter.secondsLeft(this.#now());
    const shared = this.#sharedOf(limit);
    if (shared?.counter.isExhausted(shared.total)) return this.#useOfShare(caller, shared);
    const isGranted =
      counter.takeUnrecorded(limit.perClient, limit.unrecorded) ||
      (await counter.take(limit.perClient, this.#now, this.#lease(limit, caller.key)));
    if (!isGranted) return counter.secondsLeft(this.#now());
    if (shared && !(await shared.counter.take(shared.total, this.#now, this.#lease(limit, null)))) {
      const wait = this.#useOfShare(caller, shared);
      if (wait !== null) counter.giveBack();
      return wait;
    }
    count(caller);
    return null;
  }

  /** Returns a granted use that should not count. */
  giveBack(limit: RateLimit, client: string): void {
    const { counter } = this.#callerOf(limit, client);
    if (counter.used === 0) return;
    counter.used -= 1;
    counter.giveBack();
    this.#sharedOf(limit)?.counter.giveBack();
  }

  /** A hook that refuses requests beyond the current limit with 429, before their body is read. */
  refusing(
    limit: RateLimit | (() => RateLimit),
    code: string,
    title: string,
    detail: string,
  ): (request: { ip: string }) => Promise<void> {
    return async ({ ip }) => {
      const wait = await this.use(typeof limit === 'function' ? limit() : limit, ip);
      if (wait !== null) throw tooMany(code, title, detail, wait);
    };
  }

  readonly #now = (): number => this.#clock.now();

  /** While the shared limit is used up. Counted in memory alone. */
  #useOfShare(caller: Caller, { counter, share }: Shared): number | null {
    if (caller.counter.used >= share) return counter.secondsLeft(this.#now());
    count(caller);
    return null;
  }

  #callerOf(limit: RateLimit, client: string): Caller {
    const [address, networkName] = [addressKey(client), networkKey(client)];
    if (networkName === null) return { key: address, counter: this.#counterOf(limit, address), network: null };
    const network = this.#counterOf(limit, networkName);
    return network.hasMoreThan(MANY_IN_NETWORK, address)
      ? { key: networkName, counter: network, network: null }
      : { key: address, counter: this.#counterOf(limit, address), network };
  }

  #counterOf({ name, seconds }: RateLimit, key: string): RateLimitCounter {
    const id = `${name}:${key}`;
    const counter = this.#clients.get(id) ?? new RateLimitCounter();
    const [oldest] = this.#clients.keys();
    if (!this.#clients.delete(id) && this.#clients.size >= MOST_COUNTERS && oldest !== undefined)
      this.#clients.delete(oldest);
    this.#clients.set(id, counter);
    counter.enter(this.#now(), seconds);
    return counter;
  }

  #sharedOf({ name, shared, seconds }: RateLimit): Shared | null {
    if (!shared) return null;
    const counter = this.#totals.get(name) ?? new RateLimitCounter();
    this.#totals.set(name, counter);
    counter.enter(this.#now(), seconds);
    return { counter, total: Math.max(1, Math.round(shared.total * this.#scale())), share: shared.share };
  }

  /** `client`: null for the shared total. */
  #lease({ name, seconds }: RateLimit, client: string | null): Lease {
    return async (uses) => {
      const key = client === null ? name : `${name}:${await this.#hash(client)}`;
      const { rows } = await sql<{ count: number; left: number }>`
        insert into "rateLimits" as l ("key", "count", "endsAt")
          values (${key}, ${uses}, atrium_now() + make_interval(secs => ${seconds}))
        on conflict ("key") do update set
          "count" = case when l."endsAt" > atrium_now() then l."count" + ${uses} else ${uses} end,
          "endsAt" = case when l."endsAt" > atrium_now() then l."endsAt" else excluded."endsAt" end
        returning "count", extract(epoch from "endsAt" - atrium_now())::float8 * 1000 as "left"`.execute(this.#db);
      return rows[0]!;
    };
  }

  async #hash(client: string): Promise<string> {
    const day = Math.floor(this.#now() / DAY);
    return createHmac('sha256', await this.#secret())
      .update(`${day} ${client}`)
      .digest('hex')
      .slice(0, 32);
  }
}

function count({ counter, network }: Caller): void {
  counter.used += 1;
  if (network) network.used += 1;
}
