import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { loadModel } from '../../server/declarations/load-model.ts';
import { openBalances } from '../../server/features/ledger/accounts.ts';
import { openDatabase, transaction, type Db } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { openSession } from './data.ts';
import { latencies, quantile, startServer, stopServer, type StartedServer } from './load.ts';
import { report } from './report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SECRET = 'a secret of the benchmark, long enough';
const SIZES = { small: 10_000, large: 1_000_000 };
const ENTRIES_PER_PERSON = 50;
const TURNS = 6;
const READS = 20;

type Size = keyof typeof SIZES;
/** A filter of the transaction viewer; `entries`: how many transactions there are. */
interface Filter {
  what: string;
  filter: (entries: number) => object;
}

const any = (count: number): number => 1 + Math.floor(Math.random() * count);
const PURPOSES = ['topUp', 'refund', 'grant', 'dispute'];
const DAYS = 1_000;
/** A date among the last thousand. */
const daysAgo = (days: number): string => new Date(Date.UTC(2026, 10, 1) - days * 86_400_000).toISOString();
const month = () => {
  const start = any(DAYS - 30) + 30;
  return { at_gte: daysAgo(start), at_lt: daysAgo(start - 30) };
};

const FILTERS: Filter[] = [
  { what: 'without a filter', filter: () => ({}) },
  { what: 'by time', filter: month },
  { what: 'by person', filter: (entries) => ({ userId: [any(entries / ENTRIES_PER_PERSON)] }) },
  { what: 'by account', filter: (entries) => ({ debitId: [100 + any(entries / ENTRIES_PER_PERSON - 100)] }) },
  { what: 'by account of the system', filter: () => ({ creditId: [any(18)] }) },
  { what: 'by type', filter: () => ({ purpose: [PURPOSES[any(PURPOSES.length) - 1]] }) },
  { what: 'by amount', filter: () => ({ amountCents_gte: 9_000 + any(900), amountCents_lte: 9_950 }) },
  { what: 'by an exact amount', filter: () => ({ amountCents: any(10_000) }) },
  { what: 'by reference', filter: (entries) => ({ sourceId: String(any(entries)) }) },
  { what: 'by a part of a reference', filter: (entries) => ({ sourceId_like: String(entries + any(entries)) }) },
  { what: 'by time and type', filter: () => ({ ...month(), purpose: ['payment'] }) },
];

/** Pages of the transaction viewer at 1,000,000 and at 10,000 transactions, each filter with many values. */
export async function benchLedgerLists(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const postgres = await startEmbeddedPostgres(dataDir);
  const servers: StartedServer[] = [];
  try {
    const small = await startFilled({ url: postgres.url, dataDir }, 'small');
    servers.push(small.server);
    const large = await startFilled({ url: postgres.url, dataDir }, 'large');
    servers.push(large.server);
    for (const filter of FILTERS) await compareSizes({ small, large }, filter);
  } finally {
    for (const server of servers) await stopServer(server);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Filled {
  server: StartedServer;
  cookie: string;
}

/** A server on a database of its own. */
async function startFilled({ url, dataDir }: { url: string; dataDir: string }, size: Size): Promise<Filled> {
  const server = openDatabase(url, { max: 1, statementTimeout: 0 });
  await sql`create database ${sql.id(size)}`.execute(server);
  await server.destroy();
  const own = url.replace(/(@[^/?]*\/)[^?]*/, `$1${size}`);
  const db = openDatabase(own, { max: 2, statementTimeout: 0 });
  try {
    await syncSchema(db, await loadModel(ROOT), { allowLoss: false });
    await fillLedger(db, SIZES[size]);
    const cookie = await openSession(db, SECRET);
    return { server: await startServer(size, 'engine-server.ts', [own, SECRET, ROOT, dataDir]), cookie };
  } finally {
    await db.destroy();
  }
}

async function compareSizes(filled: Record<Size, Filled>, { what, filter }: Filter): Promise<void> {
  const taken: Record<Size, number[]> = { small: [], large: [] };
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const size of ['small', 'large'] as const) {
      const { server, cookie } = filled[size];
      const times = await latencies(server, () => pathOf(filter(SIZES[size])), cookie, READS);
      if (turn > 0) taken[size].push(...times);
    }
  const [small = Number.NaN, large = Number.NaN] = [taken.small, taken.large].map((times) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.95,
    ),
  );
  const figures = `${large.toFixed(1)} and ${small.toFixed(1)} ms`;
  report(`transactions of 1,000,000 / 10,000, p95, ${what}`, large / small, 'x', { atMost: 2 }, figures);
}

/** The first page, as the viewer reads it. */
function pathOf(filter: object): string {
  return `/api/transactions?${new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,49]' })}`;
}

/** Of 100: 76 payments with balances, 8 with cards, 10 top-ups, 3 grants, 2 refunds, and a dispute, over the last thousand days. */
async function fillLedger(db: Db, entries: number): Promise<void> {
  const people = entries / ENTRIES_PER_PERSON;
  await transaction(db, async (tx) => {
    await sql`with made as (
        insert into "users" ("username", "displayName", "email", "roles", "active")
        select 'person' || n, 'Person ' || n, 'person' || n || '@campus.example', '[]', true
        from generate_series(1, ${people}::int) as n returning "id")
      insert into "balances" ("userId", "name", "kind") select "id", 'Purse', 'userPurse' from made`.execute(tx);
    await openBalances(tx, 'all');
  });
  await sql`
    with given as (
      select n, n % 100 as part, (timestamptz '2026-11-01Z' - make_interval(days => ${DAYS}::int)) + make_interval(secs => n * 86400.0 * ${DAYS}::int / ${entries}::int) as at,
        1 + (n * 7919) % ${people}::bigint as person, 1 + (n * 7907) % 10000 as cents
      from generate_series(1, ${entries}::bigint) n),
    journals as (
      insert into "ledgerJournals" ("source", "sourceId", "purpose", "memo", "userId", "at")
      select case when part < 84 then 'payments' when part < 94 then 'topUps' else 'balances' end, n::text,
        case when part < 84 then 'payment' when part < 94 then 'topUp' when part < 97 then 'grant' when part < 99 then 'refund' else 'dispute' end,
        'Something', case when part between 76 and 83 then person end, at
      from given order by n returning "id", "at", "purpose", "sourceId"::bigint as n),
    own as (select b."userId" as person, a."id" from "balances" b join "ledgerAccounts" a on a."balanceId" = b."id")
    insert into "ledgerPostings" ("journalId", "at", "purpose", "debitId", "creditId", "amountCents")
    select j."id", j."at", j."purpose",
      case when part < 76 then own."id" else (select "id" from "ledgerAccounts" where "code" =
        case when part < 84 then 'clearing' when part < 94 then 'cash' when part < 97 then 'grants' when part < 99 then 'sales' else 'disputes' end) end,
      case when part between 84 and 98 then own."id" else (select "id" from "ledgerAccounts" where "code" = case when part < 84 then 'sales' else 'clearing' end) end, cents
    from given join journals j using (n) join own using (person) order by n`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
