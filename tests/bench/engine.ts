import { randomUUID } from 'node:crypto';
import type { Db } from '../../server/platform/database.ts';
import { fillItems } from './data.ts';
import { KINDS } from './declarations.ts';
import {
  latencies,
  longestBlock,
  median,
  quantile,
  throughput,
  type Call,
  type StartedServer,
  type Target,
} from './load.ts';
import { report } from './report.ts';

const SECONDS = 3;
const ROUNDS = 5;
const ROWS = 10_000;

const any = (count: number): number => 1 + Math.floor(Math.random() * count);
const kind = (): string => KINDS[any(KINDS.length) - 1] ?? '';
const page = (where: string, start: number, filter: object): string =>
  `${where}?${new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify([start, start + 24]), sort: '["startsOn","DESC"]' })}`;

const newItem = (): object => ({
  name: 'Made by the bench',
  code: randomUUID(),
  kind: kind(),
  amount: any(1000),
  priceCents: 1250,
  ratio: 0.5,
  active: true,
  startsOn: '2026-03-31',
  at: '2026-03-31T12:00:00.000Z',
  email: 'bench@campus.example',
  ownerId: 1,
  tags: ['a', 'b'],
  note: 'A note that is a little longer than a name.',
});

/** The same three calls on both servers. */
const CALLS: ({ what: string; atLeast: number } & Record<Side, Call>)[] = [
  {
    what: 'list (25 of a filtered, sorted page)',
    atLeast: 0.9,
    engine: { method: 'GET', path: () => page('/api/benchItems', 25 * any(20), { kind: kind() }) },
    hand: {
      method: 'GET',
      path: () => {
        const start = 25 * any(20);
        return `/items?kind=${kind()}&start=${start}&end=${start + 24}`;
      },
    },
  },
  {
    what: 'read',
    atLeast: 0.9,
    engine: { method: 'GET', path: () => `/api/benchItems/${any(ROWS)}` },
    hand: { method: 'GET', path: () => `/items/${any(ROWS)}` },
  },
  {
    what: 'create (with audit, one transaction)',
    atLeast: 0.8,
    engine: { method: 'POST', path: () => '/api/benchItems', body: newItem },
    hand: { method: 'POST', path: () => '/items', body: newItem },
  },
];

type Side = 'engine' | 'hand';

/** Requests per second of both, in interleaved rounds of alternating order, so that background load affects both servers alike. */
export async function compareRates(
  targets: Record<Side, Target>,
  calls: Record<Side, Call>,
  cookie: string,
  during: (measure: () => Promise<number>) => Promise<number> = (measure) => measure(),
): Promise<{ ratio: number; rate: number; text: string }> {
  const rates = { engine: [] as number[], hand: [] as number[] };
  const measure = (side: Side) => during(() => throughput(targets[side], calls[side], cookie, SECONDS));
  // Until the code is compiled, which takes the larger program longer.
  for (const side of SIDES) await measure(side);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) rates[side].push(await measure(side));
  return {
    ratio: median(rates.engine.map((rate, index) => rate / (rates.hand[index] ?? Number.NaN))),
    rate: median(rates.engine),
    text: `${median(rates.engine).toFixed(0)} and ${median(rates.hand).toFixed(0)} per second`,
  };
}

const SIDES = ['engine', 'hand'] as const;

/** Calls of the design's section 9, against the hand-written server. */
export async function benchThroughput(db: Db, engine: StartedServer, hand: Target, cookie: string): Promise<void> {
  await fillItems(db, 'benchItems', ROWS);
  for (const { what, atLeast, ...calls } of CALLS) {
    const { ratio, text } = await compareRates({ engine, hand }, calls, cookie);
    report(`${what}: engine / hand-written`, ratio, 'x', { atLeast }, text);
    report(`${what}: longest block of the event loop`, await longestBlock(engine), 'ms', { atMost: 50 });
  }
}

const MATCHES = 5_000;
const MANY_ROWS = 100_000;

/** Milliseconds between two writes while others read. */
const WRITE_EVERY = 100;

/** A list page with the total of its 5,000 matches among 100,000 rows, against a route that counts each time. */
export async function benchCounting(db: Db, engine: Target, hand: Target, cookie: string): Promise<void> {
  await fillItems(db, 'benchItems', MANY_ROWS);
  // Amounts are distributed evenly below 1,000,000, and the kinds equally.
  const below = (1_000_000 * MATCHES * KINDS.length) / MANY_ROWS;
  const counted: Record<Side, Call> = {
    engine: { method: 'GET', path: () => page('/api/benchItems', 0, { kind: kind(), amount_lt: below }) },
    hand: { method: 'GET', path: () => `/counted?kind=${kind()}&below=${below}` },
  };
  const targets = { engine, hand };
  const what = 'list with its total of 5,000 of 100,000 rows';
  const still = await compareRates(targets, counted, cookie);
  report(`${what}: engine / hand-written, which counts each time`, still.ratio, 'x', { atLeast: 8 }, still.text);
  const busy = await compareRates(targets, counted, cookie, async (measure) => {
    const writes: Promise<void>[] = [];
    const writing = setInterval(() => writes.push(write(engine, cookie)), WRITE_EVERY);
    try {
      return await measure();
    } finally {
      clearInterval(writing);
      await Promise.all(writes);
    }
  });
  report(`the same while ten rows a second are written`, busy.ratio, 'x', { atLeast: 4 }, busy.text);
}

/** Creates one row, as the throughput of creating does. */
async function write({ port }: Target, cookie: string): Promise<void> {
  const origin = `http://127.0.0.1:${port}`;
  const headers = { cookie, origin, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api/benchItems`, { method: 'POST', headers, body: JSON.stringify(newItem()) });
  if (!answer.ok) throw new Error(`A row was not written: ${answer.status}`);
}

const PAGES: { what: string; query: () => string }[] = [
  { what: 'filtered by kind, sorted by date', query: () => page('', 0, { kind: kind() }) },
  { what: 'filtered by a range, sorted by date', query: () => page('', 25 * any(4), { amount_gte: any(900_000) }) },
  {
    what: 'filtered by a narrow range, sorted by it',
    query: () => page('', 0, { amount_gte: 990_000 + any(9000) }).replace('startsOn', 'amount'),
  },
  { what: 'filtered by two, sorted by date', query: () => page('', 0, { kind: kind(), active: true }) },
];

/** The p95 of list pages at 1,000,000 and at 10,000 rows, interleaved. */
export async function benchGrowth(db: Db, engine: Target, cookie: string): Promise<void> {
  await fillItems(db, 'benchItems', ROWS);
  await fillItems(db, 'benchArchive', 100 * ROWS);
  for (const { what, query } of PAGES) {
    const taken = { benchItems: [] as number[], benchArchive: [] as number[] };
    for (let turn = 0; turn < 6; turn += 1) {
      for (const table of ['benchItems', 'benchArchive'] as const) {
        const times = await latencies(engine, () => `/api/${table}${query()}`, cookie, 60);
        if (turn > 0) taken[table].push(...times);
      }
    }
    const [small, large] = [taken.benchItems, taken.benchArchive].map((times) =>
      quantile(
        times.toSorted((a, b) => a - b),
        0.95,
      ),
    );
    if (small === undefined || large === undefined) throw new Error('Nothing was measured');
    report(
      `1,000,000 / 10,000 rows, p95, ${what}`,
      large / small,
      'x',
      { atMost: 2 },
      `${large.toFixed(1)} and ${small.toFixed(1)} ms`,
    );
  }
}
