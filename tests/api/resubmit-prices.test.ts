import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { makeRow } from '../factories/any-row.ts';
import { counters, differences, makeBalance } from './ledger-support.ts';
import { payCaller } from './payment-support.ts';
import { caller, formOf, publishForm, startRequestsApp, type RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let t: TestApp;
let staff: RequestCaller;
let admin: RequestCaller;

beforeAll(async () => {
  ({ app: t, staff, admin } = await startRequestsApp());
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(() => t.close());

const COST = { 'x-field': 'Cost', type: 'integer', title: 'Amount', minimum: 1, maximum: 50_000 } as const;
const MONEY = 100_000;
const COMMAND = { command: true } as const;

interface Terms {
  /** Of a tax rate, in percent. */
  tax?: number;
  discount?: { percent: number } | { amountCents: number };
  costType?: 'DirectCostInput' | 'Assigned' | 'Quoted';
}

async function termedForm({ tax, discount, costType = 'DirectCostInput' }: Terms) {
  const { id, name } = await publishForm(admin, formOf({ cost: COST }, ['cost']), { costType });
  if (tax !== undefined) {
    const rate = await makeRow(t.services, 'taxRates', { percent: tax, active: true });
    await t.services.engine.update(SYSTEM, 'forms', id, { taxRateId: Number(rate['id']) });
  }
  const row =
    discount &&
    (await makeRow(t.services, 'discounts', {
      ...{ name: `Off ${name}`, formId: id, active: true, groupId: null, percent: null, amountCents: null },
      ...discount,
    }));
  return { name, discountId: Number(row?.['id'] ?? 0) };
}

/** A request that its customer has paid with a balance, sent back to them. */
async function sentBack(terms: Terms, cost: number) {
  const { name, discountId } = await termedForm(terms);
  const student = await caller(t, 'Student');
  const balanceId = await makeBalance(t, MONEY, { userId: student.user.id });
  const { id } = await student.file(name, { cost });
  if (terms.costType === 'Assigned') {
    await staff.moved(id, 'Submitted', 'UnderReview');
    await staff.moved(id, 'UnderReview', 'PaymentPending', { costCents: cost });
  }
  if (terms.costType === 'Quoted') {
    await staff.moved(id, 'Submitted', 'UnderReview');
    await staff.moved(id, 'UnderReview', 'Quoted', { costCents: cost });
    await student.act('acceptQuote', [id], { seen: { [id]: cost } });
  }
  const payRest = async (): Promise<number> => {
    const pay = payCaller(t, student.user);
    const { dueCents } = await pay.view(`request/${id}`);
    const paid = await pay.payWithBalances(`request/${id}`, dueCents);
    expect(paid.statusCode, paid.body).toBe(200);
    return dueCents;
  };
  const paidCents = await payRest();
  const sendBack = () => staff.moved(id, 'PaymentComplete', 'CustomerActionNeeded', { reason: 'Another size?' });
  await sendBack();
  const { version } = await student.open(name, id);
  const path = `/api/requests/submissions/${id}/resubmit`;
  const bodyOf = (changed: number) => ({
    ...{ formVersionId: version.id, data: { cost: changed }, from: 'CustomerActionNeeded' },
  });
  return {
    ...{ id, student, discountId, paidCents, payRest, sendBack },
    spent: async () => MONEY - (await counters(t.services.db, balanceId)).balanceCents,
    effect: async (changed: number) => {
      const answer = await student.call('POST', `${path}/effect`, bodyOf(changed));
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ refundCents: number; dueCents: number; sentences: string[] }>();
    },
    resubmit: (changed: number, seen: object = {}) => student.call('POST', path, { ...bodyOf(changed), ...seen }),
  };
}

const NOTHING = { refundCents: 0, dueCents: 0, sentences: [] };
// 5000 - 1000 + 320 = 4320
const FIFTH_OFF: Terms = { tax: 8, discount: { percent: 20 } };

describe('a request that was paid with a discount and tax', () => {
  test('and submitted again unchanged costs what was paid', async () => {
    const { id, student, paidCents, spent, effect, resubmit } = await sentBack(FIFTH_OFF, 5000);
    expect(paidCents).toBe(4320);
    expect(await effect(5000)).toEqual(NOTHING);
    expect((await resubmit(5000)).json<SubmissionDetail>()).toMatchObject({
      ...{ status: 'PaymentComplete', costCents: 4320, paidCents: 4320 },
    });
    expect(await spent()).toBe(4320);
    expect((await student.see(id)).status).toBe('PaymentComplete');
  });

  test('and costs less returns the same proportion, as it was shown', async () => {
    const { paidCents, spent, effect, resubmit } = await sentBack(FIFTH_OFF, 5000);
    const { sentences, ...amounts } = await effect(2500);
    expect(amounts).toEqual({ refundCents: 2160, dueCents: 0 });
    expect(sentences).toEqual([
      'You have paid $43.20.',
      'The price is $21.60 now.',
      expect.stringMatching(/^\$21\.60 goes back to your balance /),
    ]);
    expect((await resubmit(2500, { refundCents: 2500 })).json()).toMatchObject({ code: 'payment.effect-changed' });
    expect(await spent()).toBe(paidCents);
    expect((await resubmit(2500, { refundCents: 2160, dueCents: 0 })).json()).toMatchObject({
      ...{ status: 'PaymentComplete', costCents: 2160, paidCents: 2160 },
    });
    expect(await spent()).toBe(2160);
  });

  test('and costs more is due with the discount of what was paid, also once the discount changes', async () => {
    const { id, student, discountId, payRest, sendBack, spent, effect, resubmit } = await sentBack(FIFTH_OFF, 5000);
    await t.services.engine.update(SYSTEM, 'discounts', discountId, { percent: 50 });
    // 1000 - 200 + 64
    expect(await effect(6000)).toEqual({
      ...{ refundCents: 0, dueCents: 864 },
      sentences: ['You have paid $43.20.', 'The price is $51.84 now.', '$8.64 of it is due.'],
    });
    const other = (await resubmit(6000, { refundCents: 0, dueCents: 1000 })).json<{ detail: string }>();
    expect(other.detail).toContain('It is $8.64 now.');
    expect((await resubmit(6000, { refundCents: 0, dueCents: 864 })).json()).toMatchObject({
      ...{ status: 'PaymentPending', paidCents: 4320 },
    });
    expect(await payRest()).toBe(864);
    expect(await student.see(id)).toMatchObject({ status: 'PaymentComplete', costCents: 5184, paidCents: 5184 });
    await sendBack();
    expect(await effect(6000)).toEqual(NOTHING);
    expect((await effect(3000)).refundCents).toBe(2592);
    expect((await resubmit(3000, { refundCents: 2592 })).statusCode).toBe(200);
    expect(await spent()).toBe(2592);
  });

  test('of an amount gets it once', async () => {
    const { paidCents, effect } = await sentBack({ discount: { amountCents: 500 } }, 2000);
    expect(paidCents).toBe(1500);
    expect(await effect(3000)).toMatchObject({ refundCents: 0, dueCents: 1000 });
    expect(await effect(2000)).toEqual(NOTHING);
  });

  test('and was refunded in part owes nothing for it when it is unchanged', async () => {
    const { id, effect } = await sentBack(FIFTH_OFF, 5000);
    const { id: paymentId } = await t.services.db
      .selectFrom('payments as p')
      .innerJoin('charges as c', 'c.id', 'p.chargeId')
      .select('p.id')
      .where('c.endpoint', '=', 'request')
      .where('c.sourceId', '=', id)
      .executeTakeFirstOrThrow();
    const store = await caller(t, 'StoreAdmin');
    const body = { ids: [paymentId], inputs: { amountCents: 1080, reason: 'Scratched' } };
    expect((await store.call('POST', '/api/payments/actions/refund', body)).statusCode).toBe(200);
    expect(await effect(5000)).toMatchObject({ refundCents: 0, dueCents: 0 });
  });
});

test('a price that staff have corrected stays while the answers lead to the same one', async () => {
  const { name } = await termedForm({});
  const student = await caller(t, 'Student');
  const { id } = await student.file(name, { cost: 5000 });
  const inputs = { costCents: 3000, reason: 'Half a sheet' };
  expect((await admin.act('correctPrice', [id], { seen: { [id]: 5000 }, inputs })).statusCode).toBe(200);
  const { version } = await student.open(name, id);
  const resubmit = async (cost: number) => {
    await staff.moved(id, 'PaymentPending', 'CustomerActionNeeded', { reason: 'Which paper?' });
    const body = { formVersionId: version.id, data: { cost }, from: 'CustomerActionNeeded' };
    return (await student.call('POST', `/api/requests/submissions/${id}/resubmit`, body)).json<SubmissionDetail>();
  };
  expect(await resubmit(5000)).toMatchObject({ status: 'PaymentPending', costCents: 3000 });
  expect(await resubmit(6000)).toMatchObject({ status: 'PaymentPending', costCents: 6000 });
});

test('the discount of an action of the form applies to changed answers, too', async () => {
  const { name } = await termedForm({});
  const student = await caller(t, 'Student');
  const { id } = await student.file(name, { cost: 5000 });
  const form = await t.services.db
    .selectFrom('forms')
    .select(['id'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const action = { on: 'Submitted', type: 'DiscountApplied', percent: 10, discountCents: null };
  await t.services.db
    .updateTable('formVersions')
    .set({ actions: JSON.stringify({ Tenth: action }) as never })
    .where('formId', '=', form.id)
    .execute();
  await makeRow(t.services, 'actionRuns', { submissionId: id, name: 'Tenth', state: 'done' } as never);
  await t.services.engine.update(SYSTEM, 'submissions', id, { costCents: 4500 }, COMMAND);
  const { version } = await student.open(name, id);
  const resubmit = async (cost: number) => {
    await staff.moved(id, 'PaymentPending', 'CustomerActionNeeded', { reason: 'Which paper?' });
    const body = { formVersionId: version.id, data: { cost }, from: 'CustomerActionNeeded' };
    return (await student.call('POST', `/api/requests/submissions/${id}/resubmit`, body)).json<SubmissionDetail>();
  };
  expect((await resubmit(5000)).costCents).toBe(4500);
  expect((await resubmit(6000)).costCents).toBe(5400);
});

describe('a price that staff enter for a paid request', () => {
  const PLAN = '/api/submissions/actions/paymentPending';

  async function reviewed() {
    const request = await sentBack({ ...FIFTH_OFF, costType: 'Assigned' }, 5000);
    const { id, resubmit, student, effect } = request;
    expect((await effect(1)).sentences).toEqual(['You have paid $43.20.', 'Staff set the new price.']);
    expect((await resubmit(1)).statusCode).toBe(200);
    await staff.moved(id, 'Submitted', 'UnderReview');
    const plan = async (costCents: number) =>
      (await staff.call('POST', `${PLAN}/plan`, { ids: [id], inputs: { costCents } })).json<ActionPlan>();
    const run = (costCents: number, effectSeen?: string) =>
      staff.call('POST', PLAN, {
        ...{ ids: [id], seen: { [id]: 'UnderReview' }, inputs: { costCents } },
        ...(effectSeen === undefined ? {} : { effect: effectSeen }),
      });
    return { ...request, student, plan, run };
  }

  test('shows what is refunded, and refunds exactly that', async () => {
    const { id, student, plan, run, spent } = await reviewed();
    const { effect, notes } = await plan(2500);
    expect(notes.slice(0, 2)).toEqual(['$43.20 is already paid.', 'The price is $21.60 now.']);
    expect(notes.at(-1)).toMatch(/^\$21\.60 goes back to the balance /);
    for (const seen of [undefined, '2500 0', (await plan(2400)).effect ?? ''])
      expect((await run(2500, seen)).json()).toMatchObject({ status: 409, code: 'action.effect-changed' });
    expect(await spent()).toBe(4320);
    expect((await run(2500, effect ?? '')).statusCode).toBe(200);
    expect(await student.see(id)).toMatchObject({ status: 'PaymentComplete', costCents: 2160, paidCents: 2160 });
    expect(await spent()).toBe(2160);
  });

  test('shows what is due, and nothing where nothing is', async () => {
    const { id, student, plan, run, payRest } = await reviewed();
    const { effect, notes } = await plan(6000);
    expect(notes).toEqual(['$43.20 is already paid.', 'The price is $51.84 now.', '$8.64 of it is due.']);
    const { effect: unchanged, notes: same } = await plan(5000);
    expect(same).toEqual(['$43.20 is already paid.', 'The price is $43.20 now.', 'Nothing more is due.']);
    expect(unchanged).toBe('0 0');
    expect((await run(6000, effect ?? '')).statusCode).toBe(200);
    expect((await student.see(id)).status).toBe('PaymentPending');
    expect(await payRest()).toBe(864);
  });
});

test('a new quote for a paid request says what follows from accepting it', async () => {
  const { id, student, resubmit, payRest, spent } = await sentBack({ ...FIFTH_OFF, costType: 'Quoted' }, 5000);
  await resubmit(1);
  await staff.moved(id, 'Submitted', 'UnderReview');
  const quote = async (costCents: number) => {
    const body = { ids: [id], inputs: { costCents } };
    const planned = await staff.call('POST', '/api/submissions/actions/quoted/plan', body);
    expect(planned.statusCode, planned.body).toBe(200);
    const { effect, notes } = planned.json<ActionPlan>();
    const done = await staff.call('POST', '/api/submissions/actions/quoted', {
      ...{ ...body, effect, seen: { [id]: 'UnderReview' } },
    });
    expect(done.statusCode, done.body).toBe(200);
    return notes.at(-1);
  };
  const accept = async () => {
    const planned = await student.call('POST', '/api/submissions/actions/acceptQuote/plan', { ids: [id] });
    const { effect, notes } = planned.json<ActionPlan>();
    const seen = { [id]: (await student.see(id)).costCents };
    const unseen = await student.act('acceptQuote', [id], { seen });
    expect([unseen.statusCode, unseen.json<{ code: string }>().code]).toEqual([409, 'action.effect-changed']);
    const done = await student.act('acceptQuote', [id], { seen, effect });
    expect(done.statusCode, done.body).toBe(200);
    return notes.at(-1);
  };
  expect(await quote(6000)).toBe('After it is accepted, $8.64 of it is due.');
  expect((await student.see(id)).quotes?.[0]).toMatchObject({ totalCents: 6000 });
  expect(await accept()).toBe('$8.64 of it is due.');
  expect(await payRest()).toBe(864);
  await staff.moved(id, 'PaymentComplete', 'CustomerActionNeeded', { reason: 'Smaller?' });
  await resubmit(1);
  await staff.moved(id, 'Submitted', 'UnderReview');
  expect(await quote(3000)).toBe('After it is accepted, $25.92 is refunded.');
  expect(await accept()).toMatch(/^\$25\.92 goes back to your balance /);
  expect(await spent()).toBe(2592);
});

test('a price that includes its tax is paid with it', async () => {
  await makeRow(t.services, 'systemSettings', { key: 'prices.taxIncluded', value: 'true' });
  const { id, student, paidCents, effect } = await sentBack({ tax: 8 }, 5400);
  expect(paidCents).toBe(5400);
  expect((await student.see(id)).costCents).toBe(5400);
  expect(await effect(2700)).toMatchObject({ refundCents: 2700 });
});
