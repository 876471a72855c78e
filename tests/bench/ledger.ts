import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { loadModel } from '../../server/declarations/load-model.ts';
import { balanceAccount, openBalances } from '../../server/features/ledger/accounts.ts';
import { readBooks } from '../../server/features/ledger/books.ts';
import { post } from '../../server/features/ledger/post.ts';
import { spend } from '../../server/features/ledger/spend.ts';
import { openDatabase, transaction, type Db } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { writtenTables } from '../../server/resources/written-tables.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { median } from './load.ts';
import { report } from './report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PEOPLE = 2_000;
const CLIENTS = 16;
const PAYMENTS = 4_000;
/** Rounds that are not counted: what has just started is still compiled. */
const WARM_UP = 1;
const ROUNDS = 3;

interface Person {
  userId: number;
  balanceId: number;
  accountId: number;
}

type Pay = (person: Person) => Promise<unknown>;

/** Payments from many balances into one revenue account, against a hand-written transaction that writes the same rows. */
export async function benchLedger(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const postgres = await startEmbeddedPostgres(join(folder, 'data'));
  const model = await loadModel(ROOT);
  // As a server opens it: with the revisions of resources that each write increments.
  const db = openDatabase(postgres.url, { max: CLIENTS, written: writtenTables(model) });
  const pool = new pg.Pool({ connectionString: postgres.url, max: CLIENTS });
  try {
    await syncSchema(db, model);
    const people = await addPeople(db);
    const revenue = await revenueAccount(db);
    const ways: Record<string, Pay> = {
      post: (person) => payByPosting(db, person),
      spend: (person) => payBySpending(db, person),
      hand: (person) => payByHand(pool, person, revenue),
    };
    const rates: Record<string, number[]> = { post: [], spend: [], hand: [] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1)
      for (const [name, way] of Object.entries(ways)) {
        const rate = await payAll(people, way);
        if (round >= 0) rates[name]?.push(rate);
      }
    reportRates(rates);
    const { differences } = await readBooks(db);
    if (differences.length > 0) throw new Error(differences.join('\n'));
  } finally {
    await pool.end();
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function reportRates({ post: posted = [], spend: spent = [], hand = [] }: Record<string, number[]>): void {
  const figures = `${median(posted).toFixed(0)} and ${median(hand).toFixed(0)}`;
  const ratio = (ours: number[]) => median(ours.map((rate, index) => rate / (hand[index] ?? Number.NaN)));
  report('payments into one account, per second', median(posted), '/s', { atLeast: 1_000 });
  report('the same: the ledger / hand-written', ratio(posted), 'x', { atLeast: 0.6 }, figures);
  console.log(
    `       a person’s balances are chosen and locked first: ${median(spent).toFixed(0)}/s, ${ratio(spent).toFixed(2)} x`,
  );
}

async function addPeople(db: Db): Promise<Person[]> {
  return transaction(db, async (tx) => {
    await sql`with made as (
        insert into "users" ("username", "displayName", "email", "roles", "active")
        select 'person' || n, 'Person ' || n, 'person' || n || '@campus.example', '[]', true
        from generate_series(1, ${PEOPLE}::int) as n returning "id")
      insert into "balances" ("userId", "name", "kind", "balanceCents") select "id", 'Purse', 'userPurse', 100000000 from made`.execute(
      tx,
    );
    // Also adds the accounts of the system, at the first opening balance.
    await openBalances(tx, 'all');
    const { rows } = await sql<Person>`
      select b."userId", b."id" as "balanceId", a."id" as "accountId"
      from "balances" b join "ledgerAccounts" a on a."balanceId" = b."id" order by b."id"`.execute(tx);
    return rows;
  });
}

async function revenueAccount(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('ledgerAccounts')
    .select('id')
    .where('code', '=', 'sales')
    .executeTakeFirstOrThrow();
  return id;
}

const payment = () => ({
  source: 'bench',
  sourceId: randomUUID(),
  purpose: 'payment' as const,
  memo: '',
  actorId: null,
});

function payByPosting(db: Db, { balanceId }: Person): Promise<unknown> {
  const entry = payment();
  const movements = [{ debit: balanceAccount(balanceId), credit: 'sales' as const, amountCents: 1 }];
  return transaction(db, (tx) => post(tx, { ...entry, movements }));
}

function payBySpending(db: Db, { userId }: Person): Promise<unknown> {
  const spending = { ...payment(), userId, credit: 'sales' as const, amountCents: 1, timezone: 'UTC' };
  return transaction(db, (tx) => spend(tx, spending));
}

/** The same rows and the same guarantees, as short as they can be. */
async function payByHand(pool: pg.Pool, { balanceId, accountId }: Person, revenue: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      `insert into "ledgerJournals" ("source", "sourceId", "purpose", "memo", "at") values ('bench', $1, 'payment', '', now())
        on conflict ("source", "sourceId", "purpose") do nothing returning "id"`,
      [randomUUID()],
    );
    await client.query(
      `update "balances" set "balanceCents" = "balanceCents" - 1, "version" = "version" + 1, "updatedAt" = now() where "id" = $1`,
      [balanceId],
    );
    await client.query(
      `insert into "ledgerPostings" ("journalId", "debitId", "creditId", "amountCents", "at", "purpose") values ($1, $2, $3, 1, now(), 'payment')`,
      [rows[0]?.id, accountId, revenue],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Payments per second of all clients together. */
async function payAll(people: readonly Person[], pay: Pay): Promise<number> {
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let index = next++; index < PAYMENTS; index = next++) {
        const person = people[(index * 7) % people.length];
        if (person) await pay(person);
      }
    }),
  );
  return PAYMENTS / ((performance.now() - start) / 1_000);
}
