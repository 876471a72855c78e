import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { readProvider } from '../../server/features/books/provider-readings.ts';
import { closeDispute } from '../../server/features/gateway/stand-in/disputes.ts';
import { failRefund, payOut } from '../../server/features/gateway/stand-in/refunds.ts';
import type { Choice } from '../../server/features/gateway/stand-in/checkout.ts';
import type { StandIn } from '../../server/features/gateway/stand-in/stand-in.ts';
import { applyCardEvent } from '../../server/features/payments/card-events.ts';
import { refundCard } from '../../server/features/payments/card-refunds.ts';
import { settlePayment } from '../../server/features/payments/card-payments.ts';
import { refundPayment } from '../../server/features/payments/refunds.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { clock } from '../factories/clock.ts';
import { standInEnvironment, startStandIn } from '../factories/stripe-stand-in.ts';
import { accountCents, differences } from './ledger-support.ts';
import { payCaller, pricedForm } from './payment-support.ts';
import { caller } from './request-calls.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

const HOUR = 60 * 60_000;
let standIn: StandIn;
let t: TestApp;
let form: string;
let staff: TestUser;
let now = (): number => clock.now();

beforeAll(async () => {
  standIn = await startStandIn(() => now());
  t = await startTestApp({ env: standInEnvironment(standIn) });
  now = () => t.services.clock.now();
  form = await pricedForm(await caller(t, 'RequestsAdmin'));
  staff = await t.createUser({ roles: ['StoreAdmin'] });
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(async () => {
  await t.close();
  await standIn.close();
});

async function paid(
  choice: Choice = 'pay',
  { isBooked = true } = {},
): Promise<{ paymentId: number; intentId: string }> {
  const student = await caller(t, 'Student');
  const { id } = await student.file(form, { cost: 1250 });
  const paymentId = await payCaller(t, student.user).card(`request/${id}`);
  const { sessionId } = await t.services.db
    .selectFrom('payments')
    .select('sessionId')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  standIn.checkout.choose(sessionId ?? '', choice);
  if (isBooked) await settlePayment(t.services, paymentId);
  const session = standIn.checkout.read(sessionId ?? '');
  return { paymentId, intentId: String(session['payment_intent']) };
}

/** Sessions have ended by then. */
async function later(hours: number): Promise<void> {
  t.services.clock.moveTo(t.services.clock.now() + hours * HOUR);
  staff = await t.createUser({ roles: ['StoreAdmin'] });
}

async function rows(resource: string, filter: object = {}): Promise<Row[]> {
  const url = `/api/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const answer = await t.app.inject({ url, headers: { cookie: staff.cookie } });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<Row[]>();
}

function run(action: string, id: number, inputs: object = {}, user = staff) {
  const [resource = '', name = ''] = action.split('.');
  return t.app.inject({
    method: 'POST',
    url: `/api/${resource}/actions/${name}`,
    headers: { cookie: user.cookie, 'idempotency-key': randomUUID() },
    payload: { ids: [id], inputs },
  });
}

describe('a dispute', () => {
  function disputeId(intentId: string): string {
    const found = standIn.account.all('dispute').find((one) => one['payment_intent'] === intentId);
    return found?.id ?? '';
  }

  async function notify(type: string, objectId: string): Promise<void> {
    await applyCardEvent(t.services, { type: `charge.dispute.${type}`, objectId });
  }

  function refund(paymentId: number): Promise<unknown> {
    return t.services.engine.transaction((tx) =>
      refundPayment({ services: t.services, tx, actor: SYSTEM }, paymentId, { amountCents: 100, reason: 'Torn' }),
    );
  }

  async function books(): Promise<number[]> {
    return Promise.all(['clearing', 'disputes', 'lostDisputes'].map((code) => accountCents(t, code)));
  }

  test('withdraws the money, notifies staff once, and blocks refunds until it is won', async () => {
    const { paymentId, intentId } = await paid('dispute');
    const id = disputeId(intentId);
    const before = await books();
    for (const type of ['funds_withdrawn', 'created', 'created']) await notify(type, id);
    const [dispute] = await rows('disputes', { paymentId });
    expect(dispute).toMatchObject({ state: 'needsResponse', amountCents: 1250, withdrawnCents: 1250 });
    const moved = (await books()).map((cents, index) => cents - (before[index] ?? 0));
    expect(moved).toEqual([-1250, 1250, 0]);
    await expect(refund(paymentId)).rejects.toMatchObject({ problem: { code: 'payment.disputed' } });
    const mails = await t.services.db
      .selectFrom('messageRecipients as r')
      .innerJoin('messages as m', 'm.id', 'r.messageId')
      .select('r.userId')
      .where('m.about', '=', 'disputes')
      .where('m.aboutId', '=', Number(dispute?.['id']))
      .where('r.userId', '=', staff.id)
      .execute();
    expect(mails).toHaveLength(1);
    closeDispute(standIn.account, id, 'won');
    for (const type of ['closed', 'funds_reinstated', 'created', 'closed']) await notify(type, id);
    expect(await rows('disputes', { paymentId })).toMatchObject([{ state: 'won', withdrawnCents: 0 }]);
    expect(await books()).toEqual(before);
    await refund(paymentId);
  });

  test('that is lost becomes an expense once, whatever the order of its notifications', async () => {
    const { paymentId, intentId } = await paid('dispute');
    const id = disputeId(intentId);
    const before = await books();
    closeDispute(standIn.account, id, 'lost');
    await Promise.allSettled([notify('closed', id), notify('created', id), notify('funds_withdrawn', id)]);
    await notify('created', id);
    expect(await rows('disputes', { paymentId })).toMatchObject([{ state: 'lost', withdrawnCents: 1250 }]);
    const moved = (await books()).map((cents, index) => cents - (before[index] ?? 0));
    expect(moved).toEqual([-1250, 0, 1250]);
    await expect(refund(paymentId)).rejects.toMatchObject({ problem: { code: 'payment.disputed' } });
  });

  test('that comes before its payment is repeated later', async () => {
    const { paymentId, intentId } = await paid('dispute', { isBooked: false });
    const id = disputeId(intentId);
    await expect(notify('created', id)).rejects.toThrow('No payment');
    await settlePayment(t.services, paymentId);
    await notify('created', id);
    expect(await rows('disputes', { paymentId })).toHaveLength(1);
  });
});

describe('the account at the provider', () => {
  async function compare(): Promise<Row[]> {
    await readProvider(t.services);
    return rows('gatewayDifferences');
  }

  test('agrees with the clearing account after payments, refunds, disputes, fees and payouts', async () => {
    const { paymentId } = await paid();
    const context = { services: t.services, actor: SYSTEM };
    await t.services.engine.transaction((tx) =>
      refundPayment({ ...context, tx }, paymentId, { amountCents: 300, reason: 'Torn' }),
    );
    const refunds = await t.services.db.selectFrom('refunds').select('id').where('state', '=', 'created').execute();
    for (const { id } of refunds) await refundCard(t.services, id);
    payOut(standIn.account);
    await later(3);
    expect(await compare()).toEqual([]);
    const before = await accountCents(t, 'fees');
    expect(before).toBeGreaterThan(0);
    expect(await compare()).toEqual([]);
    expect(await accountCents(t, 'fees')).toBe(before);
    const [latest] = await rows('gatewayReadings');
    expect(latest).toMatchObject({ newTransactions: 0 });
    expect((await run('gatewayReadings.again', Number(latest?.['id']))).statusCode).toBe(200);
  });

  test('shows each difference with its day and age', async () => {
    const unbooked = await paid('pay', { isBooked: false });
    const changed = await paid();
    const { id: chargeId = '' } =
      standIn.account.all('charge').find((one) => one['payment_intent'] === changed.intentId) ?? {};
    const moved = standIn.account.all('balance_transaction').find((one) => one['source'] === chargeId);
    Object.assign(moved ?? {}, { amount: 1200, fee: 0 });
    const unknown = await paid();
    await t.services.db.updateTable('payments').set({ intentId: 'pi_x' }).where('id', '=', unknown.paymentId).execute();
    await later(26);
    const found = await compare();
    const of = (reference: string) => found.filter((row) => row['reference'] === reference);
    expect(of(unbooked.intentId)).toMatchObject([
      { kind: 'missingInLedger', gatewayCents: 1250, ledgerCents: 0, differenceCents: 1250, ageDays: 1 },
    ]);
    expect(of(changed.intentId)).toMatchObject([{ kind: 'otherAmount', differenceCents: -50 }]);
    expect(of('pi_x')).toMatchObject([{ kind: 'missingAtGateway', gatewayCents: 0, ledgerCents: 1250 }]);
    await settlePayment(t.services, unbooked.paymentId);
    const after = await rows('gatewayDifferences');
    expect(after.filter((row) => row['reference'] === unbooked.intentId)).toEqual([]);
  });

  test('pays out to the bank, and staff match the payout', async () => {
    await paid();
    const before = await accountCents(t, 'bank');
    const payout = payOut(standIn.account);
    await readProvider(t.services);
    const [row] = await rows('payouts', { providerId: payout?.id });
    expect(row).toMatchObject({ state: 'unmatched', amountCents: payout?.['amount'] });
    expect((await accountCents(t, 'bank')) - before).toBe(payout?.['amount']);
    const id = Number(row?.['id']);
    const inputs = { bankReference: 'STMT 11/27', bankDate: '2026-11-27' };
    expect((await run('payouts.match', id, inputs, await t.createUser())).statusCode).toBe(403);
    expect((await run('payouts.match', id, inputs)).statusCode).toBe(200);
    expect((await run('payouts.match', id, inputs)).statusCode).toBe(409);
    expect(await rows('payouts', { providerId: payout?.id })).toMatchObject([{ ...inputs, state: 'matched' }]);
    expect((await run('payouts.unmatch', id)).statusCode).toBe(200);
    expect(await rows('payouts', { state: 'unmatched' })).not.toEqual([]);
  });

  test('counts a refund that the bank returned', async () => {
    const { paymentId } = await paid();
    const context = { services: t.services, actor: SYSTEM };
    await t.services.engine.transaction((tx) =>
      refundPayment({ ...context, tx }, paymentId, { amountCents: 200, reason: 'Torn' }),
    );
    const { id } = await t.services.db
      .selectFrom('refunds')
      .select('id')
      .where('paymentId', '=', paymentId)
      .executeTakeFirstOrThrow();
    await refundCard(t.services, id);
    const [refund] = await rows('refunds', { paymentId });
    failRefund(standIn.account, String(refund?.['providerId']));
    await applyCardEvent(t.services, { type: 'refund.failed', objectId: String(refund?.['providerId']) });
    await later(3);
    expect((await compare()).filter((row) => row['reference'] === refund?.['providerId'])).toEqual([]);
  });
});
