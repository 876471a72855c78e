import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { addressKey } from './http/address-key.ts';

/** How often something may be done within so many seconds, by one address and by all together. */
export interface RateLimit {
  name: string;
  perAddress: number;
  altogether: number;
  seconds: number;
}

const MOST_REMEMBERED = 10_000;
const DAY = 86_400_000;

/**
 * Counts what strangers may do only so often, over all server processes. Of an address the database gets a hash that is
 * another one every day. Who has used up a limit is remembered here until it ends, so that a flood costs no database work.
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

  /** Counts one use. Null when it is within the limit, else the seconds until trying again makes sense. */
  async use(limit: RateLimit, ip: string): Promise<number | null> {
    const address = await this.#count(`${limit.name}:${await this.#hash(ip)}`, limit.perAddress, limit.seconds);
    // What one address is refused is not taken from all the others.
    return address ?? this.#count(limit.name, limit.altogether, limit.seconds);
  }

  async #count(key: string, most: number, seconds: number): Promise<number | null> {
    const until = this.#usedUp.get(key) ?? 0;
    if (until > this.#clock.now()) return Math.ceil((until - this.#clock.now()) / 1000);
    const { rows } = await sql<{ count: number; left: number }>`
      insert into "rateLimits" as l ("key", "count", "endsAt") values (${key}, 1, atrium_now() + make_interval(secs => ${seconds}))
      on conflict ("key") do update set
        "count" = case when l."endsAt" > atrium_now() then l."count" + 1 else 1 end,
        "endsAt" = case when l."endsAt" > atrium_now() then l."endsAt" else excluded."endsAt" end
      returning "count", extract(epoch from "endsAt" - atrium_now())::float8 as "left"`.execute(this.#db);
    const { count = 0, left = 0 } = rows[0] ?? {};
    if (count <= most) return null;
    this.#remember(key, this.#clock.now() + left * 1000);
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

/** Forgets the counts whose time has ended. */
export async function clearRateLimits(db: Db): Promise<void> {
  await sql`delete from "rateLimits" where "endsAt" < atrium_now()`.execute(db);
}
