import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { runHousekeeping } from '../../server/feature.ts';
import { FEATURES } from '../../server/features/index.ts';
import { balanceAccount } from '../../server/features/ledger/accounts.ts';
import { post } from '../../server/features/ledger/post.ts';
import { expectProblem } from './expect-problem.ts';
import { counters, differences, makeBalance, pay } from './ledger-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let staff: TestUser;
let student: TestUser;
let reader: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  [staff, student, reader] = await Promise.all([
    t.createUser({ roles: ['StoreAdmin'] }),
    t.createUser({ roles: ['Student'] }),
    t.createUser({ roles: ['TransactionReader'] }),
  ]);
});
afterAll(async () => {
  expect(await differences(t.services.db)).toEqual([]);
  await t.close();
});

const call = (
  user: TestUser,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  key: string = randomUUID(),
) =>
  t.app.inject({
    method,
    url,
    headers: { cookie: user.cookie, 'idempotency-key': key },
    ...(payload === undefined ? {} : { payload }),
  });
const run = (user: TestUser, action: string, id: number, inputs: object, key?: string) =>
  call(user, 'POST', `/api/${action}`, { ids: [id], inputs }, key);
const rows = async (user: TestUser, resource: string, filter: object): Promise<Row[]> =>
  (await call(user, 'GET', `/api/${resource}?filter=${JSON.stringify(filter)}&sort=["id","ASC"]`)).json<Row[]>();
const TOP_UP = { amountCents: 500, method: 'cash', reason: 'Paid at the desk' };

test('staff open a balance, top it up and adjust it, and its statement says so', async () => {
  const data = { userId: student.id, name: 'Purse', kind: 'userPurse', floorCents: 0, priority: 100 };
  const created = await call(staff, 'POST', '/api/balances', data);
  expect(created.statusCode, created.body).toBe(201);
  const { id } = created.json<{ id: number }>();
  expect((await run(staff, 'balances/actions/topUp', id, TOP_UP)).statusCode).toBe(200);
  const decrease = { direction: 'decrease', amountCents: 120, reason: 'Charged twice at the desk' };
  expect((await run(staff, 'balances/actions/adjust', id, decrease)).statusCode).toBe(200);
  const increase = { direction: 'increase', amountCents: 20, reason: 'Rounding' };
  expect((await run(staff, 'balances/actions/adjust', id, increase)).statusCode).toBe(200);
  expect(await rows(student, 'statements', { balanceId: id })).toMatchObject([
    { purpose: 'topUp', amountCents: 500, afterCents: 500, other: 'Cash', memo: 'Paid at the desk' },
    { purpose: 'adjustment', amountCents: -120, afterCents: 380, other: 'Adjustments' },
    { purpose: 'adjustment', amountCents: 20, afterCents: 400, other: 'Adjustments' },
  ]);
});

describe('of a balance', () => {
  test('no counter is written, and owner and kind stay', async () => {
    const id = await makeBalance(t, 300, { userId: student.id });
    for (const data of [{ balanceCents: 9_000 }, { heldCents: 10 }, { userId: staff.id }, { kind: 'grant' }])
      expect(expectProblem(await call(staff, 'PUT', `/api/balances/${id}`, data)).status).toBeGreaterThanOrEqual(400);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 300, heldCents: 0 });
  });

  test('the floor cannot be raised above what it has', async () => {
    const id = await makeBalance(t, -300, { userId: student.id, floorCents: -500 });
    const raised = await call(staff, 'PUT', `/api/balances/${id}`, { floorCents: -200 });
    expect(expectProblem(raised)).toMatchObject({
      status: 400,
      errors: { floorCents: 'The balance is already lower.' },
    });
    expect((await call(staff, 'PUT', `/api/balances/${id}`, { floorCents: -300 })).statusCode).toBe(200);
  });

  test('that is not free quota, nothing expires', async () => {
    const data = { userId: student.id, name: 'Purse', kind: 'userPurse', expiresOn: '2031-01-01' };
    expect(expectProblem(await call(staff, 'POST', '/api/balances', data)).errors).toHaveProperty('expiresOn');
  });
});

describe('a top-up', () => {
  test('happens once for a key', async () => {
    const id = await makeBalance(t, 0, { userId: student.id });
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => run(staff, 'balances/actions/topUp', id, TOP_UP, key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 500, heldCents: 0 });
  });

  test('is refused without a reason, of one’s own balance, of free quota, and to people without the permission', async () => {
    const id = await makeBalance(t, 0, { userId: student.id });
    const own = await makeBalance(t, 0, { userId: staff.id });
    const quota = await makeBalance(t, 0, { userId: student.id, kind: 'grant' });
    expect((await run(staff, 'balances/actions/topUp', id, { ...TOP_UP, reason: '' })).statusCode).toBe(400);
    expect((await run(staff, 'balances/actions/topUp', id, { ...TOP_UP, amountCents: -5 })).statusCode).toBe(400);
    expect(expectProblem(await run(staff, 'balances/actions/topUp', own, TOP_UP)).detail).toContain('Someone else');
    expect((await run(staff, 'balances/actions/topUp', quota, TOP_UP)).statusCode).toBe(409);
    for (const user of [student, reader])
      expect((await run(user, 'balances/actions/topUp', id, TOP_UP)).statusCode).toBeGreaterThanOrEqual(403);
    for (const one of [id, own, quota]) expect((await counters(t.services.db, one)).balanceCents).toBe(0);
  });
});

test('a decrease below the floor is refused with its reason', async () => {
  const id = await makeBalance(t, 100, { userId: student.id });
  const tooMuch = { direction: 'decrease', amountCents: 101, reason: 'Too much' };
  expect(expectProblem(await run(staff, 'balances/actions/adjust', id, tooMuch))).toMatchObject({
    status: 409,
    code: 'ledger.not-enough',
  });
});

test('a top-up that a payment has booked is not reversed', async () => {
  const id = await makeBalance(t, 0, { userId: student.id });
  await t.services.engine.transaction((tx) =>
    post(tx, {
      ...{ source: 'payments', sourceId: randomUUID(), purpose: 'topUp', memo: 'Top up', actorId: null },
      movements: [{ debit: 'clearing', credit: balanceAccount(id), amountCents: 700 }],
    }),
  );
  const [line] = await rows(staff, 'statements', { balanceId: id });
  const answer = await run(staff, 'statements/actions/reverse', Number(line?.['id']), { reason: 'Wrong person' });
  expect(expectProblem(answer)).toMatchObject({ status: 409, code: 'resource.refused' });
  expect(await counters(t.services.db, id)).toMatchObject({ balanceCents: 700 });
});

test('staff reverse a top-up once, and not one of their own', async () => {
  const id = await makeBalance(t, 0, { userId: student.id });
  await run(staff, 'balances/actions/topUp', id, TOP_UP);
  const [line] = await rows(staff, 'statements', { balanceId: id });
  const reverseAs = (user: TestUser) =>
    run(user, 'statements/actions/reverse', Number(line?.['id']), { reason: 'Wrong person' });
  expect((await reverseAs(student)).statusCode).toBeGreaterThanOrEqual(403);
  expect((await reverseAs(staff)).statusCode).toBe(200);
  expect((await reverseAs(staff)).statusCode).toBe(409);
  expect(await counters(t.services.db, id)).toEqual({ balanceCents: 0, heldCents: 0 });
  expect(await rows(staff, 'statements', { balanceId: id })).toMatchObject([
    { state: 'reversed', amountCents: 500 },
    { state: 'reversal', amountCents: -500, afterCents: 0, memo: 'Wrong person' },
  ]);
});

test('people see their own balances and statements, and no transactions', async () => {
  const other = await t.createUser({ roles: ['Student'] });
  const id = await makeBalance(t, 700, { userId: other.id });
  expect(await rows(student, 'statements', { balanceId: id })).toEqual([]);
  expect(await rows(student, 'balances', { id: [id] })).toEqual([]);
  expect(await rows(other, 'statements', { balanceId: id })).toHaveLength(1);
  for (const resource of ['transactions', 'bookAccounts'])
    expect((await call(student, 'GET', `/api/${resource}`)).statusCode).toBe(403);
  for (const resource of ['ledgerAccounts', 'ledgerJournals', 'ledgerPostings', 'ledgerHolds'])
    expect((await call(staff, 'GET', `/api/${resource}`)).statusCode).toBe(404);
});

test('transaction readers see both sides, filter them, and write nothing', async () => {
  const id = await makeBalance(t, 900, { userId: student.id });
  const { journalId } = await pay(t.services.db, id, 350, { sourceId: 'order 17', memo: 'Acrylic' });
  const [found] = await rows(reader, 'transactions', { sourceId: 'order 17' });
  expect(found).toMatchObject({
    journalId,
    userId: student.id,
    amountCents: 350,
    purpose: 'payment',
    state: 'booked',
    memo: 'Acrylic',
  });
  const accountOf = async (side: 'debitId' | 'creditId') =>
    (await rows(reader, 'bookAccounts', { id: [found?.[side]] }))[0];
  expect(await accountOf('debitId')).toMatchObject({ balanceId: id, netCents: -550 });
  expect(await accountOf('creditId')).toMatchObject({ name: 'Sales', kind: 'revenue' });
  const all = await rows(reader, 'bookAccounts', {});
  expect(all.reduce((sum, { netCents }) => sum + Number(netCents), 0)).toBe(0);
  expect((await call(reader, 'POST', '/api/transactions', { amountCents: 1 })).statusCode).toBeGreaterThanOrEqual(403);
});

test('the nightly check fails where a counter differs from its postings', async () => {
  const id = await makeBalance(t, 700);
  await t.services.db.updateTable('balances').set({ balanceCents: 701 }).where('id', '=', id).execute();
  const ledger = FEATURES.filter(({ name }) => name === 'ledger');
  await expect(runHousekeeping(ledger, t.services)).rejects.toThrow('Housekeeping of ledger');
  await t.services.db.updateTable('balances').set({ balanceCents: 700 }).where('id', '=', id).execute();
  await runHousekeeping(ledger, t.services);
});
