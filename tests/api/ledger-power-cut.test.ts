import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadModel } from '../../server/declarations/load-model.ts';
import { openBalances } from '../../server/features/ledger/accounts.ts';
import { captureHold, hold } from '../../server/features/ledger/holds.ts';
import { openDatabase, transaction, type Db } from '../../server/platform/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { writtenTables } from '../../server/resources/written-tables.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { processesOf, PROJECT } from '../factories/server-process.ts';
import { differences, pay } from './ledger-support.ts';

const CLIENTS = 8;
const BALANCES = 4;
const START_CENTS = 1_000_000;

let folder: string;
let engine: EmbeddedPostgres;
let db: Db;
let balances: number[];

// With fsync, unlike the database of other tests.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-power-'));
  engine = await startEmbeddedPostgres(folder);
  const model = await loadModel(PROJECT);
  db = openDatabase(engine.url, { max: CLIENTS, written: writtenTables(model) });
  await syncSchema(db, model);
  balances = await addBalances();
}, 240_000);
afterAll(async () => {
  await db.destroy();
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

function addBalances(): Promise<number[]> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with owner as (
        insert into "users" ("username", "displayName", "email", "roles", "active")
        values ('owner', 'Owner', 'owner@campus.example', '[]', true) returning "id")
      insert into "balances" ("userId", "name", "kind", "balanceCents")
      select "id", 'Purse', 'userPurse', ${START_CENTS}::int from owner, generate_series(1, ${BALANCES}::int) returning "id"`.execute(
      tx,
    );
    await openBalances(tx, 'all');
    return rows.map(({ id }) => id);
  });
}

interface Command {
  key: string;
  balanceId: number;
  isHeld: boolean;
}

/** A payment of one cent. Repeated with the same key, it pays once. */
async function run({ key, balanceId, isHeld }: Command): Promise<void> {
  if (!isHeld) {
    await pay(db, balanceId, 1, { sourceId: key });
    return;
  }
  const reservation = { balanceId, amountCents: 1, source: 'test', sourceId: key, expiresAt: '2100-01-01T00:00:00Z' };
  const id = await transaction(db, (tx) => hold(tx, reservation));
  await transaction(db, (tx) => captureHold(tx, id, { credit: 'sales', memo: '', actorId: null }));
}

/** The postmaster is stopped first, so that it starts no other process in the meantime. */
async function killPostgres(): Promise<void> {
  const postmaster = Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(postmaster, 'SIGSTOP');
  const children = processesOf('postgres').filter(({ parent }) => parent === postmaster);
  for (const pid of [...children.map((child) => child.pid), postmaster]) process.kill(pid, 'SIGKILL');
}

/** Keys of all payments that are booked, those with a hold included. */
async function bookedKeys(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select coalesce(h."sourceId", j."sourceId") as key from "ledgerJournals" j
    left join "ledgerHolds" h on h."journalId" = j."id" where j."purpose" = 'payment'`.execute(db);
  return rows.map(({ key }) => key);
}

test('commits wait until they are on the disk', async () => {
  const { rows } = await sql`
    select "name", "setting" from pg_settings where "name" in ('fsync', 'synchronous_commit', 'full_page_writes')`.execute(
    db,
  );
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(rows.map((row) => ({ ...(row as object), setting: 'on' })));
});

test('a PostgreSQL whose processes are all killed during payments loses none that it acknowledged, and a repeated call pays once', async () => {
  const acknowledged: Command[] = [];
  const uncertain: Command[] = [];
  const enough = Promise.withResolvers<void>();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    // Each client ends with a call whose outcome it does not know.
    for (;;) {
      const command = { key: randomUUID(), balanceId: balances[client % BALANCES] ?? 0, isHeld: client >= BALANCES };
      try {
        await run(command);
      } catch {
        uncertain.push(command);
        return;
      }
      acknowledged.push(command);
      if (acknowledged.length === 100) enough.resolve();
    }
  });
  await Promise.race([enough.promise, Promise.all(clients)]);
  await killPostgres();
  await Promise.all(clients);
  expect(uncertain).toHaveLength(CLIENTS);
  expect(acknowledged.length).toBeGreaterThanOrEqual(100);

  await expect.poll(() => differences(db).catch(() => null), { timeout: 60_000 }).toEqual([]);
  const booked = new Set(await bookedKeys());
  expect(acknowledged.filter(({ key }) => !booked.has(key))).toEqual([]);

  for (const command of uncertain) await run(command);
  const keys = await bookedKeys();
  expect(keys.toSorted()).toEqual([...acknowledged, ...uncertain].map(({ key }) => key).toSorted());
  expect(await differences(db)).toEqual([]);
  const { rows } = await sql<{ left: number; held: number }>`
    select sum("balanceCents")::bigint as left, sum("heldCents")::bigint as held from "balances"`.execute(db);
  expect(rows).toEqual([{ left: BALANCES * START_CENTS - keys.length, held: 0 }]);
}, 240_000);
