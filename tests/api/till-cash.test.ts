import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { refundPayment } from '../../server/features/payments/refunds.ts';
import { takeLock } from '../../server/platform/locks.ts';
import { differences } from './ledger-support.ts';
import { untilWaiting } from './lock-support.ts';
import { pricedForm } from './payment-support.ts';
import { caller, startRequestsApp } from './request-calls.ts';
import type { TestApp } from './support.ts';
import { accountCents, cashier, makeTill, openDrawersCents } from './till-support.ts';

let t: TestApp;
let form: string;

beforeAll(async () => {
  const started = await startRequestsApp();
  t = started.app;
  form = await pricedForm(started.admin);
});
afterEach(async () => {
  expect(await differences(t.services.db)).toEqual([]);
  expect(await accountCents(t.services.db, 'drawers')).toBe(await openDrawersCents(t.services.db));
});
afterAll(() => t.close());

/** A drawer with these payments, less what was taken to the safe. */
async function drawer(payments: readonly number[], takenOutCents = 0) {
  const user = await t.createUser({ roles: ['StoreAdmin', 'Student'] });
  const desk = cashier(t, user);
  const sessionId = await desk.open(await makeTill(t), 0);
  const paid: { paymentId: number; cents: number }[] = [];
  for (const cents of payments) paid.push({ paymentId: await takeCash(desk, cents), cents });
  const move = (kind: 'cashIn' | 'cashOut', amountCents: number) =>
    desk.act('tillSessions', kind, sessionId, { amountCents, reason: 'To the safe' });
  if (takenOutCents > 0) await move('cashOut', takenOutCents);
  const refundBy = (actorId: number, index: number, amountCents = payments[index] ?? 0) =>
    t.services.engine.transaction((tx) =>
      refundPayment({ services: t.services, tx, actor: { ...SYSTEM, id: actorId } }, paid[index]?.paymentId ?? 0, {
        amountCents,
        reason: 'Broken',
      }),
    );
  const refund = (index: number, amountCents?: number) => refundBy(user.id, index, amountCents);
  const expected = async () => {
    const rows = await t.services.db
      .selectFrom('tillEntries')
      .select(['amountCents'])
      .where('tillSessionId', '=', sessionId)
      .where('method', '=', 'cash')
      .execute();
    return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  };
  return { user, sessionId, move, refund, refundBy, expected };
}

async function takeCash(desk: ReturnType<typeof cashier>, cents: number): Promise<number> {
  const student = await caller(t, 'Student');
  const { id } = await student.file(form, { cost: cents });
  await desk.sale(desk.trySale(student.user.id, `request/${id}`, cents));
  const payment = await t.services.db
    .selectFrom('payments')
    .select('id')
    .where('payerId', '=', student.user.id)
    .executeTakeFirstOrThrow();
  return payment.id;
}

const TOO_LITTLE = {
  problem: {
    code: 'till.too-little-cash',
    detail:
      'Your drawer contains $3.00. Bring cash from the safe with “Cash in” first, or ask someone without an open drawer to refund it from the safe.',
  },
};

test('cash that the drawer does not contain is not refunded', async () => {
  const { move, refund, expected } = await drawer([900], 600);
  await expect(refund(0, 301)).rejects.toMatchObject(TOO_LITTLE);
  expect(await expected()).toBe(300);
  await refund(0, 300);
  expect(await expected()).toBe(0);
  await move('cashIn', 600);
  await refund(0, 600);
  expect(await expected()).toBe(0);
});

test('someone without an open drawer refunds it from the safe', async () => {
  const { refundBy, expected } = await drawer([900], 600);
  const other = await t.createUser({ roles: ['StoreAdmin'] });
  const safe = await accountCents(t.services.db, 'cash');
  await refundBy(other.id, 0);
  expect(await expected()).toBe(300);
  expect(await accountCents(t.services.db, 'cash')).toBe(safe - 900);
});

test('cash out takes no more than the drawer contains, and says how much that is', async () => {
  const { move, expected } = await drawer([900]);
  const refused = await move('cashOut', 901);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({
    errors: { amountCents: 'Your drawer contains $9.00. Enter this amount or less.' },
  });
  expect(await expected()).toBe(900);
});

test('two refunds at the same time do not take more than the drawer contains', async () => {
  const { sessionId, refund, expected } = await drawer([500, 500], 400);
  const refunds = await t.services.engine.transaction(async (tx) => {
    await takeLock(tx, 'drawer', String(sessionId));
    const started = [0, 1].map((index) =>
      refund(index).then(
        () => 'refunded',
        () => 'refused',
      ),
    );
    await untilWaiting(t.services.db, 2);
    return { started };
  });
  expect((await Promise.all(refunds.started)).toSorted()).toEqual(['refunded', 'refused']);
  expect(await expected()).toBe(100);
});

test('a refund and a cash out at the same time do not take more than the drawer contains', async () => {
  const { sessionId, refund, move, expected } = await drawer([500]);
  const moves = await t.services.engine.transaction(async (tx) => {
    await t.services.engine.lock(tx, 'tillSessions', [sessionId]);
    const started = [
      refund(0).then(
        () => true,
        () => false,
      ),
      move('cashOut', 500).then(({ statusCode }) => statusCode === 200),
    ];
    await untilWaiting(t.services.db, 2);
    return { started };
  });
  expect((await Promise.all(moves.started)).filter(Boolean)).toHaveLength(1);
  expect(await expected()).toBe(0);
});
