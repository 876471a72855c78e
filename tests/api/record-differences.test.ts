import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordDifferences, recordDifferencesIn } from '../../server/features/books/record-differences.ts';
import { settlePayment } from '../../server/features/payments/card-payments.ts';
import { makeBalance } from './ledger-support.ts';
import { MemoryGateway, payCaller, pricedForm } from './payment-support.ts';
import { caller, startRequestsApp } from './request-calls.ts';
import type { TestApp } from './support.ts';
import { cashier, makeTill } from './till-support.ts';

let t: TestApp;
const ids = { balance: 0, late: 0, request: 0 };

/** A request that is paid with a balance and in cash and refunded in part, and a card payment that arrived too late. */
beforeAll(async () => {
  const started = await startRequestsApp();
  t = started.app;
  const gateway = new MemoryGateway();
  t.services.gateway = gateway;
  const form = await pricedForm(started.admin);
  const student = await caller(t, 'Student');
  const pay = payCaller(t, student.user);
  await makeBalance(t, 500, { userId: student.user.id });
  const { id } = await student.file(form, { cost: 1_200 });
  await pay.payWithBalances(`request/${id}`, 500);
  const till = cashier(t, await t.createUser({ roles: ['StoreAdmin'] }));
  await till.open(await makeTill(t));
  await till.sale(till.trySale(student.user.id, `request/${id}`, 700));
  const paid = await t.services.db
    .selectFrom('payments')
    .select('id')
    .where('payerId', '=', student.user.id)
    .orderBy('id')
    .execute();
  const refund = { amountCents: 100, reason: 'Printed badly' };
  for (const payment of paid) expect((await till.act('payments', 'refund', payment.id, refund)).statusCode).toBe(200);
  const other = await student.file(form, { cost: 300 });
  ids.late = await pay.card(`request/${other.id}`);
  gateway.pay(ids.late);
  await student.moved(other.id, 'PaymentPending', 'Canceled');
  await settlePayment(t.services, ids.late);
  [ids.balance = 0, ids.request = 0] = [paid[0]?.id, id];
});
afterAll(() => t.close());

test('what was booked by commands has none', async () => {
  expect(await recordDifferences(t.services.db)).toEqual([]);
});

/** What is found after a change by hand, which is not stored. */
async function afterChange(change: ReturnType<typeof sql>): Promise<string[]> {
  let found: string[] = [];
  const undone = new Error('Undone');
  const changed = t.services.db.transaction().execute(async (tx) => {
    await sql`alter table "ledgerPostings" disable trigger user`.execute(tx);
    await sql`alter table "tillEntries" disable trigger user`.execute(tx);
    await change.execute(tx);
    found = await recordDifferencesIn(tx);
    throw undone;
  });
  await expect(changed).rejects.toBe(undone);
  return found;
}

test.each([
  [
    'a posting of a payment',
    () => sql`update "ledgerPostings" set "amountCents" = 499
      where "journalId" = (select "journalId" from "payments" where "id" = ${ids.balance})`,
    /^Payment \d+ of 500 has 499 in the ledger\.$/,
  ],
  [
    'the entry of a payment',
    () => sql`update "payments" set "journalId" = null where "id" = ${ids.balance}`,
    /^Payment \d+ of 500 has 0 in the ledger\.$/,
  ],
  ['a refund', () => sql`update "refunds" set "journalId" = null`, /^Refund \d+ of 100 has 0 in the ledger\.$/],
  [
    'what was refunded',
    () => sql`update "payments" set "refundedCents" = 0 where "id" = ${ids.balance}`,
    /^Payment \d+ has 0 refunded, its refunds 100\.$/,
  ],
  [
    'a charge',
    () => sql`update "charges" set "paidCents" = 1199 where "sourceId" = ${ids.request}`,
    /^Charge \d+ has 1199 paid, its payments 1000\.$/,
  ],
  [
    'a late payment',
    () => sql`update "payments" set "settledCents" = 300 where "id" = ${ids.late}`,
    /^Suspense has 300, payments that are not settled 0\.$/,
  ],
  [
    'the cash of a drawer',
    () => sql`update "tillEntries" set "amountCents" = 1 where "kind" = 'payment'`,
    /^Till drawers have 5600, their entries 4901\.$/,
  ],
  [
    'a closed month',
    () => sql`insert into "bookClosings" ("month", "endsAt", "transactions", "totalCents", "closedAt", "activeFor")
      values ('2026-10', atrium_now() + interval '1 second', 1, 100, atrium_now(), '2026-10')`,
    /^2026-10 was closed with 1 transactions of 100, and has \d+ of \d+\.$/,
  ],
  [
    'the number of a receipt',
    () => sql`update "receipts" set "sequence" = "sequence" + 1 where "id" = (select max("id") from "receipts")`,
    /receipts have the numbers/,
  ],
])('a change by hand of %s is found', async (_what, change, text) => {
  expect(await afterChange(change())).toEqual(expect.arrayContaining([expect.stringMatching(text)]));
});
