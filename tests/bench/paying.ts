import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { loadModel } from '../../server/declarations/load-model.ts';
import { openBalances } from '../../server/features/ledger/accounts.ts';
import { readBooks } from '../../server/features/ledger/books.ts';
import { openDatabase, transaction, type Db } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { openSessions } from './data.ts';
import { median, postAll, startServer, stopServer, type Post, type StartedServer } from './load.ts';
import { report } from './report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PEOPLE = 1_000;
const CLIENTS = 16;
const PRICE = 400;
/** Rounds that are not counted: servers that have just started compile what they run. */
const WARM_UP = 1;
const ROUNDS = 3;
const SECRET = 'a secret of the benchmark, long enough';

interface Buyer {
  userId: number;
  cookie: string;
}

/** People who pay their orders from their balances, by two servers, against a hand-written route that writes the same rows. */
export async function benchPaying(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const postgres = await startEmbeddedPostgres(dataDir);
  const db = openDatabase(postgres.url, { max: 2, statementTimeout: 0 });
  const servers: StartedServer[] = [];
  const start = async (file: string, args: string[]): Promise<StartedServer> => {
    const server = await startServer(file, file, args);
    servers.push(server);
    return server;
  };
  try {
    await syncSchema(db, await loadModel(ROOT), { allowLoss: false });
    const buyers = await addBuyers(db);
    const ours = () => start('engine-server.ts', [postgres.url, SECRET, ROOT, dataDir]);
    const hand = () => start('hand-written.ts', [postgres.url, SECRET]);
    const pairs = { ours: [await ours(), await ours()], hand: [await hand(), await hand()] };
    const rates = { ours: [] as number[], hand: [] as number[] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1)
      for (const side of ['ours', 'hand'] as const) {
        const rate = await postAll(pairs[side], await ordersOf(db, buyers, side), CLIENTS);
        if (round >= 0) rates[side].push(rate);
      }
    const ratio = median(rates.ours.map((rate, index) => rate / (rates.hand[index] ?? Number.NaN)));
    const figures = `${median(rates.ours).toFixed(0)} and ${median(rates.hand).toFixed(0)} per second`;
    report('payments by two servers: ours / hand-written', ratio, 'x', { atLeast: 0.6 }, figures);
    await expectPaid(db);
  } finally {
    for (const server of servers) await stopServer(server);
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each with a balance. The store sells without a stock: its row would be what everyone waits for. */
async function addBuyers(db: Db): Promise<Buyer[]> {
  const cookies = await openSessions(db, SECRET, PEOPLE);
  await sql`with store as (insert into "stores" ("name", "active") values ('Counter', true) returning "id")
    insert into "storeItems" ("name", "sku", "storeId", "priceCents", "active") select 'Breadboard', 'BB', "id", ${PRICE}, true from store`.execute(
    db,
  );
  await transaction(db, async (tx) => {
    await sql`insert into "balances" ("userId", "name", "kind", "balanceCents")
      select "id", 'Purse', 'userPurse', 100000000 from "users" order by "id"`.execute(tx);
    await openBalances(tx, 'all');
  });
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ id: number }>`select "id" from "users" order by "id"`.execute(db);
  return rows.map(({ id }, index) => ({ userId: id, cookie: cookies[index] ?? '' }));
}

/** A new order of each, and the call that pays it. */
async function ordersOf(db: Db, buyers: readonly Buyer[], side: 'ours' | 'hand'): Promise<Post[]> {
  const { rows } = await sql<{ id: number; userId: number }>`with made as (
      insert into "orders" ("userId", "storeId", "state", "summary", "totalCents", "pickupCode", "expiresAt", "openFor")
      select u."id", s."id", 'open', '1 × Breadboard', ${PRICE}, upper(substr(md5(random()::text), 1, 9)), now() + interval '1 hour',
        s."id" || ':' || u."id"
      from "users" u, "stores" s returning "id", "userId"),
    lines as (
      insert into "orderLines" ("orderId", "itemId", "name", "quantity", "unitCents", "reserved")
      select made."id", i."id", i."name", 1, ${PRICE}, 0 from made, "storeItems" i)
    select "id", "userId" from made`.execute(db);
  const cookieOf = new Map(buyers.map(({ userId, cookie }) => [userId, cookie]));
  return rows.map(({ id, userId }) => ({
    path: side === 'ours' ? `/api/payment/order/${id}/balances` : `/pay/${id}`,
    cookie: cookieOf.get(userId) ?? '',
    headers: { 'idempotency-key': randomUUID() },
    body: { amountCents: PRICE },
  }));
}

async function expectPaid(db: Db): Promise<void> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as "count" from "orders" where "state" <> 'placed'`.execute(db);
  if (rows[0]?.count !== 0) throw new Error(`${rows[0]?.count} orders are not paid`);
  const { differences } = await readBooks(db);
  if (differences.length > 0) throw new Error(differences.join('\n'));
}
