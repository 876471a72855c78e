import { randomUUID } from 'node:crypto';
import type { Db } from '../../server/platform/database.ts';
import { fillItems } from './data.ts';
import { KINDS } from './declarations.ts';
import { latencies, median, quantile, throughput, type Call, type Target } from './load.ts';
import { report } from './report.ts';

const SECONDS = 3;
const ROUNDS = 5;
const ROWS = 10_000;

const any = (count: number): number => 1 + Math.floor(Math.random() * count);
const kind = (): string => KINDS[any(KINDS.length) - 1] ?? '';
const page = (where: string, start: number, filter: object): string =>
  `${where}?${new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify([start, start + 24]), sort: '["startsOn","DESC"]' })}`;

const newItem = (): object => ({
  name: 'Made by the bench', code: randomUUID(), kind: kind(), amount: any(1000), priceCents: 1250, ratio: 0.5, active: true, startsOn: '2026-03-31',
  at: '2026-03-31T12:00:00.000Z', email: 'bench@campus.example', ownerId: 1, tags: ['a', 'b'], note: 'A note that is a little longer than a name.',
});

/** The same three calls of both servers. */
const CALLS: { what: string; engine: Call; hand: Call }[] = [
  {
    what: 'list (25 of a filtered, sorted page)',
    engine: { method: 'GET', path: () => page('/api/benchItems', 25 * any(20), { kind: kind() }) },
    hand: { method: 'GET', path: () => { const start = 25 * any(20); return `/items?kind=${kind()}&start=${start}&end=${start + 24}`; } },
  },
  {
    what: 'read',
    engine: { method: 'GET', path: () => `/api/benchItems/${any(ROWS)}` },
    hand: { method: 'GET', path: () => `/items/${any(ROWS)}` },
  },
  {
    what: 'create (with audit, one transaction)',
    engine: { method: 'POST', path: () => '/api/benchItems', body: newItem },
    hand: { method: 'POST', path: () => '/items', body: newItem },
  },
];

/** Interleaved rounds, the order turned each time, so that what else the machine does falls on both. */
export async function benchThroughput(db: Db, engine: Target, hand: Target, cookie: string): Promise<void> {
  await fillItems(db, ROWS);
  for (const call of CALLS) {
    const rates = { engine: [] as number[], hand: [] as number[] };
    for (const target of ['engine', 'hand'] as const) await throughput(target === 'engine' ? engine : hand, call[target], cookie, 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = round % 2 === 0 ? ['engine', 'hand'] as const : ['hand', 'engine'] as const;
      for (const target of order) rates[target].push(await throughput(target === 'engine' ? engine : hand, call[target], cookie, SECONDS));
    }
    const ratio = median(rates.engine.map((rate, index) => rate / (rates.hand[index] ?? Number.NaN)));
    report(`${call.what}: engine / hand-written`, ratio, 'x', { atLeast: 0.7 }, `${median(rates.engine).toFixed(0)} and ${median(rates.hand).toFixed(0)} per second`);
  }
}

const PAGES: { what: string; path: () => string }[] = [
  { what: 'filtered by kind, sorted by date', path: () => page('/api/benchItems', 0, { kind: kind() }) },
  { what: 'filtered by a range, sorted by date', path: () => page('/api/benchItems', 25 * any(4), { amount_gte: any(900_000) }) },
  { what: 'filtered by two, sorted by date', path: () => page('/api/benchItems', 0, { kind: kind(), active: true }) },
];

/** The p95 of list pages at 10,000 and at 1,000,000 rows. */
export async function benchGrowth(db: Db, engine: Target, cookie: string): Promise<void> {
  const measure = async (): Promise<number[]> => {
    const p95s: number[] = [];
    for (const { path } of PAGES) {
      await latencies(engine, path, cookie, 30);
      p95s.push(quantile(await latencies(engine, path, cookie, 200), 0.95));
    }
    return p95s;
  };
  const small = await measure();
  await fillItems(db, 1_000_000);
  const large = await measure();
  for (const [index, { what }] of PAGES.entries()) {
    const [before = Number.NaN, after = Number.NaN] = [small[index], large[index]];
    report(`1,000,000 / 10,000 rows, p95, ${what}`, after / before, 'x', { atMost: 2 }, `${after.toFixed(1)} and ${before.toFixed(1)} ms`);
  }
}
