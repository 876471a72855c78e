import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { addressKey } from './http/address-key.ts';
import { tooMany } from './problem.ts';

/** A limit per client, by its network address or another name, and a global limit, within a window of so many seconds. */
export interface RateLimit {
  name: string;
  perAddress: number;
  altogether: number;
  seconds: number;
}

const MOST_REMEMBERED = 10_000;
const DAY = 86_400_000;

/**
 * Rate limits for visitors, shared by all server processes. The database stores addresses only as a hash with a daily key. Exhausted
 * limits are remembered in this process until they expire, so that a flood causes no database work.
 */
export class RateLimits {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #secret: () => Promise<string>;
  readonly #usedUp = new Map<string, number>();

  constructor(db: Db, clock: Clock, secret: () => Promise<string>) {
    this.#db = db;
    this.#clock = clock;
    this.#secret = secret;
  }

  /** Counts one use by a client: its IP address, or another name of who is counted. Null within the limit, otherwise the seconds until a retry makes sense. */
  async use(limit: RateLimit, client: string): Promise<number | null> {
    const address = await this.#count(`${limit.name}:${await this.#hash(client)}`, limit.perAddress, limit.seconds);
    // A use refused for its address does not count towards the global limit.
    return address ?? this.#count(limit.name, limit.altogether, limit.seconds);
  }

  /** Takes back a use that was within the limit, of who turned out not to be meant by it. */
  async giveBack(limit: RateLimit, client: string): Promise<void> {
    const keys = [`${limit.name}:${await this.#hash(client)}`, limit.name];
    await sql`update "rateLimits" set "count" = "count" - 1 where "key" in (${sql.join(keys)}) and "count" > 0`.execute(
      this.#db,
    );
  }

  /** A hook that refuses what is beyond the limit, or beyond what it is now, with 429, before its body is read. */
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

  async #count(key: string, most: number, seconds: number): Promise<number | null> {
    // Under the limit that was exhausted: a higher one holds at once.
    const usedUp = `${most} ${key}`;
    const until = this.#usedUp.get(usedUp) ?? 0;
    if (until > this.#clock.now()) return Math.ceil((until - this.#clock.now()) / 1000);
    const { rows } = await sql<{ count: number; left: number }>`
      insert into "rateLimits" as l ("key", "count", "endsAt") values (${key}, 1, atrium_now() + make_interval(secs => ${seconds}))
      on conflict ("key") do update set
        "count" = case when l."endsAt" > atrium_now() then l."count" + 1 else 1 end,
        "endsAt" = case when l."endsAt" > atrium_now() then l."endsAt" else excluded."endsAt" end
      returning "count", extract(epoch from "endsAt" - atrium_now())::float8 as "left"`.execute(this.#db);
    const { count = 0, left = 0 } = rows[0] ?? {};
    if (count <= most) return null;
    this.#remember(usedUp, this.#clock.now() + left * 1000);
    return Math.max(1, Math.ceil(left));
  }

  #remember(key: string, until: number): void {
    const [oldest] = this.#usedUp.keys();
    if (this.#usedUp.size >= MOST_REMEMBERED && oldest !== undefined) this.#usedUp.delete(oldest);
    this.#usedUp.delete(key);
    this.#usedUp.set(key, until);
  }

  async #hash(ip: string): Promise<string> {
    const day = Math.floor(this.#clock.now() / DAY);
    return createHmac('sha256', await this.#secret())
      .update(`${day} ${addressKey(ip)}`)
      .digest('hex')
      .slice(0, 32);
  }
}
