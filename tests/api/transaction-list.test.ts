import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceAccount } from '../../server/features/ledger/accounts.ts';
import { post } from '../../server/features/ledger/post.ts';
import { reverse } from '../../server/features/ledger/reverse.ts';
import { transaction } from '../../server/platform/database.ts';
import { csvStream } from '../../server/resources/csv.ts';
import { lookupQuery } from '../../server/resources/view-query.ts';
import { entry, makeBalance } from './ledger-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let reader: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  reader = await t.createUser({ roles: ['TransactionReader'] });
});
afterAll(() => t.close());

async function listed(filter: object) {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,9]' });
  const answer = await t.app.inject({ url: `/api/transactions?${query}`, headers: { cookie: reader.cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  return { rows: answer.json<{ memo: string; journalId: number }[]>(), range: answer.headers['content-range'] };
}

const memos = async (filter: object) => (await listed(filter)).rows.map(({ memo }) => memo).toSorted();

test('the filter by person finds what a balance paid and received, and what names the person', async () => {
  const [ada, ben] = await Promise.all([t.createUser(), t.createUser()]);
  const adas = balanceAccount(await makeBalance(t, 0, { userId: ada.id, floorCents: -10_000 }));
  const bens = balanceAccount(await makeBalance(t, 0, { userId: ben.id }));
  for (const each of [
    entry(adas, 'sales', 10, { memo: 'paid' }),
    entry('cash', adas, 20, { memo: 'received' }),
    entry('clearing', 'sales', 30, { memo: 'by card', userId: ada.id }),
    entry(adas, bens, 40, { memo: 'for Ben', userId: ben.id }),
    entry('cash', 'sales', 50, { memo: 'of no one' }),
  ])
    await transaction(t.services.db, (tx) => post(tx, each));
  expect(await memos({ userId: ada.id })).toEqual(['by card', 'paid', 'received']);
  expect(await memos({ userId: [ben.id] })).toEqual(['for Ben']);
  expect(await memos({ userId: [ada.id, ben.id] })).toEqual(['by card', 'for Ben', 'paid', 'received']);
  expect(await memos({ userId: ada.id, amountCents_gte: 20 })).toEqual(['by card', 'received']);
  const others = await memos({ userId_neq: ada.id });
  expect(others).toEqual(expect.arrayContaining(['for Ben', 'of no one']));
  expect(others).not.toContain('paid');
});

test('the filter by state finds reversed transactions and their reversals with all their postings', async () => {
  const sourceId = randomUUID();
  const movements = [10, 20].map((amountCents) => ({ debit: 'cash' as const, credit: 'sales' as const, amountCents }));
  await transaction(t.services.db, async (tx) => {
    const { journalId } = await post(tx, { ...entry('cash', 'sales', 1, { sourceId, memo: 'wrong' }), movements });
    await reverse(tx, journalId, { memo: 'corrected', actorId: null });
    await post(tx, entry('cash', 'sales', 30, { memo: 'right' }));
  });
  const states = (state: string[]) => memos({ state, memo: ['wrong', 'corrected', 'right'] });
  expect(await states(['reversed'])).toEqual(['wrong', 'wrong']);
  expect(await states(['reversal'])).toEqual(['corrected', 'corrected']);
  expect(await states(['reversed', 'reversal'])).toEqual(['corrected', 'corrected', 'wrong', 'wrong']);
  expect(await states(['booked'])).toEqual(['right']);
  expect(await states(['booked', 'reversed'])).toEqual(['right', 'wrong', 'wrong']);
  const transactions = t.services.model.resources.get('transactions')!;
  expect(lookupQuery(transactions, 'state', ['reversed'])).not.toBeNull();
  expect(lookupQuery(transactions, 'state', ['reversed', 'booked'])).toBeNull();
});

test('every page of a filter has its own total', async () => {
  const amounts = [777_001, 777_002];
  for (const [index, count] of [12, 3].entries())
    for (let at = 0; at < count; at += 1)
      await transaction(t.services.db, (tx) => post(tx, entry('cash', 'sales', amounts[index] ?? 0)));
  const rangeOf = async (amountCents?: number) => (await listed({ amountCents })).range;
  for (let round = 0; round < 2; round += 1) {
    expect(await rangeOf(amounts[0])).toBe('transactions 0-9/12');
    expect(await rangeOf(amounts[0])).toBe('transactions 0-9/12');
    expect(await rangeOf(amounts[1])).toBe('transactions 0-2/3');
  }
});

test('the latest transaction is the first', async () => {
  const [first] = (await listed({})).rows;
  const { journalId } = await transaction(t.services.db, (tx) => post(tx, entry('cash', 'sales', 1)));
  expect(first?.journalId).not.toBe(journalId);
  expect((await listed({})).rows[0]?.journalId).toBe(journalId);
});

const LINES = 10_000;

test('a statement of 10,000 lines is sent while it is read', async () => {
  const id = await makeBalance(t, 0);
  await sql`
    with made as (
      insert into "ledgerJournals" ("source", "sourceId", "purpose", "memo", "at")
      select 'long statement', n::text, 'payment', 'Line ' || n, atrium_now() from generate_series(1, ${LINES}::int) n
      returning "id", "at", "purpose")
    insert into "ledgerPostings" ("journalId", "at", "purpose", "debitId", "creditId", "amountCents")
    select made."id", made."at", made."purpose", a."id", s."id", 1 from made, "ledgerAccounts" a, "ledgerAccounts" s
    where a."balanceId" = ${id} and s."code" = 'sales'`.execute(t.services.db);
  const exported = await t.services.engine.export(SYSTEM, 'statements', { filter: { balanceId: id } });
  let rowsRead = 0;
  const counted = async function* (signal?: AbortSignal) {
    for await (const rows of exported.batches(signal)) {
      rowsRead += rows.length;
      yield rows;
    }
  };
  const file = csvStream({ ...exported, batches: counted });
  let text = '';
  let rowsOfFirstLines = 0;
  for await (const chunk of file) {
    text += String(chunk);
    if (rowsOfFirstLines === 0 && text.includes('Line ')) rowsOfFirstLines = rowsRead;
  }
  expect(rowsOfFirstLines).toBeGreaterThan(0);
  expect(rowsOfFirstLines).toBeLessThan(LINES / 4);
  expect(text.match(/Line \d+/g)).toHaveLength(LINES);
});

test('the sum of what matches is that of 100,000 transactions at most', async () => {
  const { journalId } = await transaction(t.services.db, (tx) => post(tx, entry('cash', 'sales', 1)));
  const insertLines = (count: number) =>
    sql`insert into "ledgerPostings" ("journalId", "at", "purpose", "debitId", "creditId", "amountCents")
      select p."journalId", p."at", p."purpose", p."debitId", p."creditId", 1
      from (select * from "ledgerPostings" where "journalId" = ${journalId} limit 1) p, generate_series(1, ${count}::int)`.execute(
      t.services.db,
    );
  // In parts, since a statement is limited in time.
  const addMore = async (count: number) => {
    for (let rest = count; rest > 0; rest -= LINES) await insertLines(Math.min(rest, LINES));
  };
  const sums = async () => {
    const url = `/api/transactions/sums?filter=${encodeURIComponent(JSON.stringify({ journalId }))}`;
    return (await t.app.inject({ url, headers: { cookie: reader.cookie } })).json<object>();
  };
  await addMore(99_999);
  expect(await sums()).toEqual({ amountCents: 100_000 });
  await addMore(1);
  expect(await sums()).toEqual({});
});
