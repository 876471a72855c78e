import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { notifyOfBalances } from '../../server/features/balances/notices.ts';
import { hold } from '../../server/features/ledger/holds.ts';
import { spend } from '../../server/features/ledger/spend.ts';
import { transaction } from '../../server/platform/database.ts';
import { expectProblem } from './expect-problem.ts';
import { counters, differences, makeBalance, pay } from './ledger-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let staff: TestUser;
let second: TestUser;
let student: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  [staff, second, student] = await Promise.all([
    t.createUser({ roles: ['StoreAdmin'] }),
    t.createUser({ roles: ['StoreAdmin'] }),
    t.createUser({ roles: ['Student'] }),
  ]);
});
afterAll(async () => {
  expect(await differences(t.services.db)).toEqual([]);
  await t.close();
});

const call = (user: TestUser, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  t.app.inject({
    method,
    url,
    headers: { cookie: user.cookie, 'idempotency-key': randomUUID() },
    ...(payload === undefined ? {} : { payload }),
  });
const run = (user: TestUser, action: string, id: number, inputs: object = {}) => {
  const [resource = '', name = ''] = action.split('.');
  return call(user, 'POST', `/api/${resource}/actions/${name}`, { ids: [id], inputs });
};
const rows = async (user: TestUser, resource: string, filter: object): Promise<Row[]> =>
  (await call(user, 'GET', `/api/${resource}?filter=${JSON.stringify(filter)}&sort=["id","ASC"]`)).json<Row[]>();
const centsOf = async (id: number): Promise<number> => (await counters(t.services.db, id)).balanceCents;
const statusOf = async (answer: Promise<{ statusCode: number }>): Promise<number> => (await answer).statusCode;
const LARGE = { direction: 'increase', amountCents: 20_000, reason: 'Lost deposit' };

describe('an adjustment above the limit', () => {
  const requested = async (id: number): Promise<number> => {
    expect(await statusOf(run(staff, 'balances.requestAdjustment', id, LARGE))).toBe(200);
    const [approval] = await rows(staff, 'balanceApprovals', { balanceId: id });
    return Number(approval?.['id']);
  };

  test('is refused, and booked once a second person has approved it', async () => {
    const id = await makeBalance(t, 0, { userId: student.id });
    const refused = expectProblem(await run(staff, 'balances.adjust', id, LARGE));
    expect(refused.errors).toHaveProperty('amountCents');
    const approval = await requested(id);
    expect(await centsOf(id)).toBe(0);
    expect(await statusOf(run(staff, 'balanceApprovals.approve', approval))).toBe(409);
    expect(await statusOf(run(second, 'balanceApprovals.approve', approval))).toBe(200);
    expect(await statusOf(run(second, 'balanceApprovals.approve', approval))).toBe(409);
    expect(await centsOf(id)).toBe(20_000);
    expect(await rows(staff, 'statements', { balanceId: id })).toMatchObject([
      { purpose: 'adjustment', amountCents: 20_000, memo: 'Lost deposit', actorId: second.id },
    ]);
  });

  test('is not approved by the owner of the balance, nor by people without the permission', async () => {
    const id = await makeBalance(t, 0, { userId: second.id });
    const approval = await requested(id);
    expect(await statusOf(run(second, 'balanceApprovals.approve', approval))).toBe(409);
    expect(await statusOf(run(student, 'balanceApprovals.approve', approval))).toBeGreaterThanOrEqual(403);
    expect(await centsOf(id)).toBe(0);
  });

  test('is declined by a second person, or withdrawn', async () => {
    const id = await makeBalance(t, 0, { userId: student.id });
    const first = await requested(id);
    expect(await statusOf(run(staff, 'balanceApprovals.decline', first))).toBe(409);
    expect(await statusOf(run(second, 'balanceApprovals.withdraw', first))).toBe(409);
    expect(await statusOf(run(second, 'balanceApprovals.decline', first, { note: 'No receipt' }))).toBe(200);
    expect(await statusOf(run(staff, 'balanceApprovals.withdraw', first))).toBe(409);
    expect(await rows(staff, 'balanceApprovals', { id: first })).toMatchObject([
      { state: 'declined', note: 'No receipt', decidedById: second.id },
    ]);
    expect(await centsOf(id)).toBe(0);
  });

  test('is not needed up to the limit', async () => {
    const id = await makeBalance(t, 0, { userId: student.id });
    const small = { ...LARGE, amountCents: 10_000 };
    expect(await statusOf(run(staff, 'balances.requestAdjustment', id, small))).toBe(400);
    expect(await statusOf(run(staff, 'balances.adjust', id, small))).toBe(200);
  });
});

describe('a transfer', () => {
  const transfer = (from: number, toId: number, amountCents = 300) =>
    run(staff, 'balances.transfer', from, { toId, amountCents, reason: 'Moved to the course' });

  test('moves an amount between two balances, in either order of their ids', async () => {
    const [a, b] = [await makeBalance(t, 500, { userId: student.id }), await makeBalance(t, 0, { userId: student.id })];
    expect(await statusOf(transfer(a, b))).toBe(200);
    expect([await centsOf(a), await centsOf(b)]).toEqual([200, 300]);
    expect(await statusOf(transfer(b, a, 100))).toBe(200);
    expect([await centsOf(a), await centsOf(b)]).toEqual([300, 200]);
    expect(await rows(student, 'statements', { balanceId: b })).toMatchObject([
      { purpose: 'transfer', amountCents: 300, memo: 'Moved to the course' },
      { purpose: 'transfer', amountCents: -100 },
    ]);
  });

  test('is refused beyond the balance, to itself, to one’s own, to free quota and to a closed balance', async () => {
    const id = await makeBalance(t, 500, { userId: student.id });
    const own = await makeBalance(t, 0, { userId: staff.id });
    const quota = await makeBalance(t, 0, { userId: student.id, kind: 'grant' });
    const closed = await makeBalance(t, 0, { userId: student.id });
    await run(staff, 'balances.close', closed, { reason: 'Not used' });
    expect(expectProblem(await transfer(id, await makeBalance(t, 0), 501)).code).toBe('ledger.not-enough');
    for (const to of [id, own, quota, closed]) expect(await statusOf(transfer(id, to)), `to ${to}`).toBe(400);
    expect(await statusOf(transfer(own, id))).toBe(409);
    expect(await centsOf(id)).toBe(500);
  });
});

describe('closing a balance', () => {
  test('pays out the rest, and nothing is booked on it afterwards', async () => {
    const id = await makeBalance(t, 700, { userId: student.id, floorCents: -100 });
    const { journalId } = await pay(t.services.db, id, 100);
    const close = { reason: 'Has graduated', remainder: 'payout' };
    expect(await statusOf(run(staff, 'balances.close', id, close))).toBe(200);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 0, heldCents: 0 });
    expect(journalId).toBeGreaterThan(0);
    await expect(pay(t.services.db, id, 1)).rejects.toMatchObject({ problem: { code: 'ledger.closed' } });
    const topUp = { amountCents: 5, method: 'cash', reason: 'Too late' };
    expect(await statusOf(run(staff, 'balances.topUp', id, topUp))).toBe(409);
    const held = transaction(t.services.db, (tx) =>
      hold(tx, {
        balanceId: id,
        amountCents: 1,
        source: 'test',
        sourceId: randomUUID(),
        expiresAt: '2999-01-01T00:00:00Z',
      }),
    );
    await expect(held).rejects.toMatchObject({ problem: { code: 'ledger.closed' } });
  });

  test('transfers the rest, and free quota goes back to the campus', async () => {
    const [id, to] = [
      await makeBalance(t, 90, { userId: student.id }),
      await makeBalance(t, 0, { userId: student.id }),
    ];
    const quota = await makeBalance(t, 60, { userId: student.id, kind: 'grant' });
    const close = { reason: 'Merged', remainder: 'transfer' };
    expect(await statusOf(run(staff, 'balances.close', id, close))).toBe(400);
    expect(await statusOf(run(staff, 'balances.close', id, { ...close, toId: to }))).toBe(200);
    expect(await statusOf(run(staff, 'balances.close', quota, { reason: 'Term ended' }))).toBe(200);
    expect([await centsOf(id), await centsOf(to), await centsOf(quota)]).toEqual([0, 90, 0]);
  });

  test('is refused while a payment holds a part of it, and while it owes money', async () => {
    const held = await makeBalance(t, 100, { userId: student.id });
    await transaction(t.services.db, (tx) =>
      hold(tx, {
        balanceId: held,
        amountCents: 40,
        source: 'test',
        sourceId: randomUUID(),
        expiresAt: '2999-01-01T00:00:00Z',
      }),
    );
    const owing = await makeBalance(t, -50, { userId: student.id, floorCents: -100 });
    for (const id of [held, owing])
      expect(await statusOf(run(staff, 'balances.close', id, { reason: 'Unused', remainder: 'payout' }))).toBe(409);
  });

  test('takes its credit limit: nothing is spent with it', async () => {
    const person = await t.createUser({ roles: ['Student'] });
    const id = await makeBalance(t, 0, { userId: person.id, floorCents: -1_000 });
    expect(await statusOf(run(staff, 'balances.close', id, { reason: 'Unused' }))).toBe(200);
    const spent = transaction(t.services.db, (tx) =>
      spend(tx, {
        ...{ userId: person.id, credit: 'sales', amountCents: 5, timezone: 'UTC', memo: '', actorId: null },
        ...{ source: 'test', sourceId: randomUUID(), purpose: 'payment' },
      }),
    );
    await expect(spent).rejects.toMatchObject({ problem: { code: 'ledger.not-enough' } });
  });
});

test('owner and kind are set at creation only, and forms do not offer them', async () => {
  const model = (await call(staff, 'GET', '/api/model')).json<{
    resources: { name: string; formSchema: Record<'create' | 'update', { properties: object }> }[];
  }>();
  const schemas = model.resources.find(({ name }) => name === 'balances')?.formSchema;
  expect(Object.keys(schemas?.create.properties ?? {})).toEqual(
    expect.arrayContaining(['userId', 'kind', 'floorCents']),
  );
  const changed = Object.keys(schemas?.update.properties ?? {});
  expect(changed).toContain('floorCents');
  expect(changed).not.toContain('userId');
  expect(changed).not.toContain('kind');
});

describe('owners are notified', () => {
  const received = async (user: TestUser): Promise<string[]> => {
    const found = await t.services.db
      .selectFrom('messageRecipients as r')
      .innerJoin('messages as m', 'm.id', 'r.messageId')
      .select('m.event')
      .where('r.userId', '=', user.id)
      .orderBy('m.id')
      .execute();
    return found.map(({ event }) => event);
  };
  let owner: TestUser;
  beforeEach(async () => {
    owner = await t.createUser({ roles: ['Student'] });
  });

  test('once when a balance becomes low, and again after a top-up', async () => {
    const id = await makeBalance(t, 1_000, { userId: owner.id });
    await notifyOfBalances(t.services);
    expect(await received(owner)).toEqual([]);
    await pay(t.services.db, id, 800);
    await notifyOfBalances(t.services);
    await notifyOfBalances(t.services);
    expect(await received(owner)).toEqual(['balanceLow']);
    await run(staff, 'balances.topUp', id, { amountCents: 900, method: 'cash', reason: 'Paid at the desk' });
    await notifyOfBalances(t.services);
    await pay(t.services.db, id, 900);
    await notifyOfBalances(t.services);
    expect(await received(owner)).toEqual(['balanceLow', 'balanceLow']);
  });

  test('not of a balance that never had money', async () => {
    await makeBalance(t, 0, { userId: owner.id });
    await notifyOfBalances(t.services);
    expect(await received(owner)).toEqual([]);
  });

  test('once before free quota expires', async () => {
    const soon = new Date(t.services.clock.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await makeBalance(t, 400, { userId: owner.id, kind: 'grant', expiresOn: soon });
    await makeBalance(t, 400, { userId: owner.id, kind: 'grant', expiresOn: '2999-01-01' });
    await Promise.all([notifyOfBalances(t.services), notifyOfBalances(t.services)]);
    await notifyOfBalances(t.services);
    expect(await received(owner)).toEqual(['quotaExpiring']);
  });
});
