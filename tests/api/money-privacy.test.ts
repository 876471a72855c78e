import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipEntries } from '../factories/zip-entries.ts';
import { entry, makeBalance } from './ledger-support.ts';
import { post } from '../../server/features/ledger/post.ts';
import { transaction } from '../../server/platform/database.ts';
import { payCaller, pricedForm } from './payment-support.ts';
import { caller, startRequestsApp, type RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let t: TestApp;
let administrator: RequestCaller;
let form: string;
beforeAll(async () => {
  const started = await startRequestsApp();
  t = started.app;
  form = await pricedForm(started.admin);
  administrator = await caller(t, 'Administrator');
});
afterAll(() => t.close());

/** Someone with a name of their own who got quota and paid a request with it. */
async function payer() {
  const student = await caller(t, 'Student');
  const name = `Zebedee${randomUUID().slice(0, 8)} Quux`;
  await t.services.db.updateTable('users').set({ displayName: name }).where('id', '=', student.user.id).execute();
  const balanceId = await makeBalance(t, 0, { userId: student.user.id });
  await transaction(t.services.db, (tx) =>
    post(tx, entry('cash', `balance:${balanceId}`, 900, { memo: `Cash of ${name}` })),
  );
  const { id } = await student.file(form, { cost: 700 });
  expect((await payCaller(t, student.user).payWithBalances(`request/${id}`, 700)).statusCode).toBe(200);
  return { student, name, balanceId };
}

async function linesOf(balanceId: number): Promise<number[]> {
  const rows = await sql<{ cents: number }>`select p."amountCents" as cents from "ledgerPostings" p
    join "ledgerAccounts" a on a."id" in (p."debitId", p."creditId")
    where a."balanceId" = ${balanceId} order by p."id"`.execute(t.services.db);
  return rows.rows.map(({ cents }) => Number(cents));
}

test('people take out their statement and their payments', async () => {
  const { student, balanceId } = await payer();
  const other = await payer();
  const answer = await student.call('GET', '/api/myAccount/data');
  const entries = new Map([...zipEntries(answer.rawPayload)].map(([name, bytes]) => [name, bytes.toString()]));
  const lines = JSON.parse(entries.get('data/statements.json') ?? '') as Record<string, unknown>[];
  expect(lines.map(({ amountCents }) => amountCents)).toEqual([900, -700]);
  expect(lines.every((line) => line['balanceId'] === balanceId)).toBe(true);
  expect(JSON.parse(entries.get('data/payments.json') ?? '')).toMatchObject([{ amountCents: 700, method: 'balance' }]);
  expect(JSON.parse(entries.get('data/charges.json') ?? '')).toMatchObject([{ paidCents: 700 }]);
  expect([...entries.values()].join('\n')).not.toContain(other.name);
});

test('after an account is anonymized, amounts remain without the name', async () => {
  const { student, name, balanceId } = await payer();
  const before = await linesOf(balanceId);
  const answer = await administrator.call('POST', '/api/users/actions/anonymize', {
    ids: [student.user.id],
    typed: name,
    inputs: {},
  });
  expect(answer.statusCode).toBe(200);
  expect(await linesOf(balanceId)).toEqual(before);
  expect(before).toEqual([900, 700]);
  const { rows } = await sql<{ text: string }>`
    select row_to_json(j)::text as text from "ledgerJournals" j union all select row_to_json(c)::text from "charges" c
    union all select row_to_json(p)::text from "payments" p union all select row_to_json(r)::text from "receipts" r
    union all select row_to_json(b)::text from "balances" b`.execute(t.services.db);
  const texts = rows.map(({ text }) => text).join('\n');
  expect(texts).toContain('Cash of');
  expect(texts).not.toContain(name);
});
