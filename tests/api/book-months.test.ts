import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { post } from '../../server/features/ledger/post.ts';
import { transaction } from '../../server/platform/database.ts';
import { differences, entry, makeBalance, pay } from './ledger-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

const DAY = 24 * 60 * 60_000;
let t: TestApp;
let staff: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  staff = await t.createUser({ roles: ['StoreAdmin'] });
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(() => t.close());

async function months(): Promise<Row[]> {
  const url = '/api/bookMonths?sort=["month","ASC"]';
  return (await t.app.inject({ url, headers: { cookie: staff.cookie } })).json<Row[]>();
}

function run(name: string, id: unknown, inputs: object = {}, user = staff) {
  return t.app.inject({
    method: 'POST',
    url: `/api/bookMonths/actions/${name}`,
    headers: { cookie: user.cookie, 'idempotency-key': randomUUID() },
    payload: { ids: [id], inputs },
  });
}

/** Sessions have ended by then. */
async function later(days: number): Promise<void> {
  t.services.clock.moveTo(t.services.clock.now() + days * DAY);
  staff = await t.createUser({ roles: ['StoreAdmin'] });
}

function book(cents: number) {
  return transaction(t.services.db, (tx) => post(tx, entry('cash', 'sales', cents)));
}

test('months are closed in order, take no postings, and are reopened with a reason', async () => {
  const balance = await makeBalance(t, 5_000);
  const began = t.services.clock.now();
  await book(100);
  expect((await months()).at(-1)).toMatchObject({ state: 'current' });
  expect((await run('close', (await months()).at(-1)?.['id'])).statusCode).toBe(409);
  await later(35);
  await book(200);
  await later(35);
  await book(300);
  const open = (await months()).filter(({ state }) => state === 'open');
  expect(open.length).toBeGreaterThan(1);
  const early = await run('close', open.at(-1)?.['id']);
  expect([early.statusCode, early.body]).toEqual([409, expect.stringContaining('first')]);
  expect((await run('close', open[0]?.['id'], {}, await t.createUser())).statusCode).toBe(403);
  for (const { id } of open) expect((await run('close', id)).statusCode).toBe(200);
  expect((await run('close', open[0]?.['id'])).statusCode).toBe(409);
  const closed = (await months()).filter(({ state }) => state === 'closed');
  expect(closed.map(({ totalCents }) => totalCents)).toEqual(open.map(({ totalCents }) => totalCents));

  const now = t.services.clock.now();
  t.services.clock.moveTo(began);
  await expect(book(50)).rejects.toMatchObject({ problem: { code: 'ledger.period-closed' } });
  await expect(pay(t.services.db, balance, 50)).rejects.toMatchObject({ problem: { code: 'ledger.period-closed' } });
  t.services.clock.moveTo(now);
  await book(50);

  expect((await run('reopen', closed.at(-1)?.['id'])).statusCode).toBe(400);
  const reason = { reason: 'A cash sheet was late' };
  expect((await run('reopen', closed[0]?.['id'], reason)).statusCode).toBe(409);
  expect((await run('reopen', closed.at(-1)?.['id'], reason)).statusCode).toBe(200);
  expect((await months()).find(({ id }) => id === closed.at(-1)?.['id'])).toMatchObject({ state: 'open' });
  const url = '/api/bookClosings?filter={"reopenedById":' + staff.id + '}';
  const closings = (await t.app.inject({ url, headers: { cookie: staff.cookie } })).json<Row[]>();
  expect(closings).toMatchObject([{ reason: reason.reason, closedById: staff.id }]);
  expect((await run('close', closed.at(-1)?.['id'])).statusCode).toBe(200);
});
