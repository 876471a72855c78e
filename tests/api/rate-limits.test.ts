import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RateLimits, type RateLimit } from '../../server/platform/rate-limits.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let scale = 1;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  scale = 1;
  await sql`delete from "rateLimits"`.execute(t.services.db);
});

const LIMIT: RateLimit = { name: 'tried', perClient: 100, shared: { total: 1000, share: 5 }, seconds: 60 };
/** As one server process has them. */
function openLimits(): { limits: RateLimits; statements: () => number } {
  let statements = 0;
  const db = t.services.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const limits = new RateLimits(
    db,
    t.services.clock,
    async () => 'secret of the tests',
    () => scale,
  );
  return { limits, statements: () => statements };
}

const ipv4 = (index: number): string => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

/** How many of `count` uses were granted. */
async function granted(limits: RateLimits, count: number, clientOf: (index: number) => string, limit = LIMIT) {
  const waits = await Promise.all(Array.from({ length: count }, (_, index) => limits.use(limit, clientOf(index))));
  return waits.filter((wait) => wait === null).length;
}

/** Fifteen addresses use up the shared limit. */
const exhaust = (limits: RateLimits): Promise<number> => granted(limits, 1500, (index) => `192.0.2.${index % 15}`);

describe('while the shared limit is used up', () => {
  test('a client never seen before passes, and so does everyone within their share', async () => {
    const { limits } = openLimits();
    const count = await exhaust(limits);
    expect(count).toBeGreaterThanOrEqual(1000);
    expect(count).toBeLessThanOrEqual(1000 + 15 * 5);
    for (const stranger of ['198.51.100.1', '2001:db8:1::1'])
      expect(await granted(limits, 20, () => stranger), stranger).toBe(5);
    expect(await granted(limits, 4000, (index) => ipv4(index))).toBe(4000);
    const wait = await limits.use(LIMIT, '192.0.2.1');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  test('calls cause no statement, regardless of the caller', async () => {
    const { limits, statements } = openLimits();
    await exhaust(limits);
    const before = statements();
    await granted(limits, 4000, (index) => ipv4(index));
    await granted(limits, 1000, () => '192.0.2.1');
    expect(statements()).toBe(before);
  });

  test('another process knows it after one statement of its own', async () => {
    await exhaust(openLimits().limits);
    const { limits, statements } = openLimits();
    expect(await granted(limits, 20, () => '198.51.100.1')).toBe(5);
    await granted(limits, 2000, (index) => ipv4(index));
    expect(statements()).toBeLessThanOrEqual(4);
  });

  test('the window ends', async () => {
    const { limits } = openLimits();
    await exhaust(limits);
    t.services.clock.moveTo(t.services.clock.now() + 61_000);
    expect(await granted(limits, 50, () => '192.0.2.1')).toBe(50);
  });

  test('a higher scale applies immediately', async () => {
    const { limits } = openLimits();
    await exhaust(limits);
    expect(await granted(limits, 20, () => '198.51.100.1')).toBe(5);
    scale = 2;
    expect(await granted(limits, 20, () => '198.51.100.1')).toBe(20);
  });
});

describe('the limit of one client', () => {
  test('holds exactly over several processes', async () => {
    const processes = [openLimits(), openLimits(), openLimits()];
    const counts = await Promise.all(processes.map(({ limits }) => granted(limits, 60, () => '192.0.2.1')));
    expect(counts.reduce((sum, count) => sum + count)).toBe(100);
  });

  test('does not write its row at every use', async () => {
    const large = { ...LIMIT, perClient: 600, shared: { total: 6000, share: 5 } };
    const { limits, statements } = openLimits();
    for (let index = 0; index < 600; index += 1) expect(await limits.use(large, '192.0.2.1')).toBeNull();
    expect(await limits.use(large, '192.0.2.1')).not.toBeNull();
    expect(statements()).toBeLessThan(120);
    const before = statements();
    await granted(limits, 1000, () => '192.0.2.1', large);
    expect(statements()).toBe(before);
  });

  test('gets back what does not count', async () => {
    const { limits } = openLimits();
    for (let index = 0; index < 150; index += 1) {
      expect(await limits.use(LIMIT, 'session 1')).toBeNull();
      limits.giveBack(LIMIT, 'session 1');
    }
    expect(await granted(limits, 150, () => 'session 1')).toBe(100);
  });
});

describe('IPv6', () => {
  test('a /56 is one client', async () => {
    const { limits } = openLimits();
    expect(
      await granted(limits, 300, (index) => `2001:db8:0:ab${(index % 200).toString(16).padStart(2, '0')}::1`),
    ).toBe(100);
    expect(await limits.use(LIMIT, '2001:db8:0:ac00::1')).toBeNull();
  });

  test('a /48 is one client when many of its /56s take part', async () => {
    const { limits } = openLimits();
    await exhaust(limits);
    const address = (index: number) => `2001:db8:7:${((index % 256) << 8).toString(16)}::1`;
    expect(await granted(limits, 2560, address)).toBeLessThanOrEqual(17 * 5);
    expect(await granted(limits, 5, () => '2001:db8:8::1')).toBe(5);
  });
});
