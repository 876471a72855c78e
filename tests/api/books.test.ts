import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceAccount } from '../../server/features/ledger/accounts.ts';
import { post } from '../../server/features/ledger/post.ts';
import { transaction } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import { entry, makeBalance, pay } from './ledger-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let manager: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  manager = await t.createUser({ roles: ['StoreAdmin'] });
});
afterAll(() => t.close());

async function read(path: string, cookie = manager.cookie): Promise<unknown> {
  const answer = await t.app.inject({ url: path, headers: { cookie } });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}

type Row = Record<string, number | string | null>;

test('every posting has two entries, which are zero together', async () => {
  const balance = await makeBalance(t, 1_000);
  await pay(t.services.db, balance, 300);
  const movements = [
    { debit: 'cash' as const, credit: balanceAccount(balance), amountCents: 250 },
    { debit: 'discounts' as const, credit: 'sales' as const, amountCents: 40 },
  ];
  await transaction(t.services.db, (tx) => post(tx, { ...entry('cash', 'sales', 1), movements }));
  const entries = (await read('/api/bookEntries')) as Row[];
  const { count } = await t.services.db
    .selectFrom('ledgerPostings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(entries).toHaveLength(2 * count);
  expect(entries.reduce((sum, { netCents }) => sum + Number(netCents), 0)).toBe(0);
  const accounts = (await read('/api/bookAccounts')) as Row[];
  for (const { id, netCents } of accounts)
    expect(entries.reduce((sum, row) => sum + (row['accountId'] === id ? Number(row['netCents']) : 0), 0)).toBe(
      netCents,
    );
});

async function makePayment(given: { endpoint?: string; sourceId?: number; isLate?: boolean }): Promise<number> {
  const charge = await makeRow(t.services, 'charges', {
    ...{ endpoint: given.endpoint ?? 'topup', sourceId: given.sourceId ?? 1, amountCents: 5_000, paidCents: 0 },
    ...{ state: 'paid', openFor: null },
  });
  const values = {
    chargeId: charge['id'] ?? 0,
    method: 'card',
    amountCents: 1_200,
    refundedCents: 0,
    state: 'captured',
  };
  const at = { capturedAt: t.services.clock.instant(), liveFor: null, isLate: given.isLate ?? false };
  return Number((await makeRow(t.services, 'payments', { ...values, ...at }))['id']);
}

test('late payments are listed until they are refunded', async () => {
  const [late] = [await makePayment({ isLate: true }), await makePayment({})];
  const rows = (await read('/api/suspensePayments')) as Row[];
  expect(rows.map(({ paymentId, openCents, state }) => [paymentId, openCents, state])).toEqual([[late, 1_200, 'open']]);
  await t.services.db.updateTable('payments').set({ refundedCents: 1_200 }).where('id', '=', late).execute();
  expect(await read('/api/suspensePayments')).toMatchObject([{ openCents: 0, state: 'settled' }]);
});

test('income is what was paid less what was refunded, without top-ups and late payments', async () => {
  const paymentId = await makePayment({ endpoint: 'order', sourceId: 9 });
  await makePayment({ endpoint: 'topup' });
  await makePayment({ endpoint: 'order', sourceId: 10, isLate: true });
  const { chargeId } = await t.services.db
    .selectFrom('payments')
    .select('chargeId')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const refund = { paymentId, chargeId, amountCents: 200, reason: 'Torn' };
  await makeRow(t.services, 'refunds', { ...refund, state: 'succeeded' });
  await makeRow(t.services, 'refunds', { ...refund, state: 'failed', providerId: 're_failed' });
  // The demonstration has income, too.
  const rows = ((await read('/api/incomeEntries')) as Row[]).filter((row) => row['chargeId'] === chargeId);
  expect(rows.map(({ amountCents }) => Number(amountCents)).toSorted((a, b) => a - b)).toEqual([-200, 1_200]);
  expect(rows).toMatchObject([
    { endpoint: 'order', method: 'card' },
    { endpoint: 'order', method: 'card' },
  ]);
});

test('the books are closed to people without permission', async () => {
  const { cookie } = await t.createUser();
  for (const name of ['bookEntries', 'incomeEntries', 'suspensePayments'])
    await expect(read(`/api/${name}`, cookie)).rejects.toThrow('403');
});
