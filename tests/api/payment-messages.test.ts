import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { composedMail } from '../../server/features/messages/composed-mail.ts';
import { settlePayment } from '../../server/features/payments/card-payments.ts';
import { remindOfHolds } from '../../server/features/registration/reminders/hold-ending.ts';
import { remindCustomers } from '../../server/features/requests/reminders.ts';
import { runAction } from '../../server/features/requests/run-action.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { MemoryGateway, payCaller } from './payment-support.ts';
import { caller, formOf, publishDraft, publishForm, startRequestsApp, type RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let t: TestApp;
let staff: RequestCaller;
let admin: RequestCaller;
const gateway = new MemoryGateway();
let now: number;

beforeAll(async () => {
  ({ app: t, staff, admin } = await startRequestsApp());
  t.services.gateway = gateway;
  now = t.services.clock.now();
});
// Logins end within a day.
afterEach(() => t.services.clock.moveTo(now));
afterAll(() => t.close());

const COST = {
  cost: { 'x-field': 'Cost' as const, type: 'integer' as const, title: 'Amount', minimum: 1, maximum: 50_000 },
};
const rowId = async (name: string, values: object): Promise<number> =>
  Number((await makeRow(t.services, name, values as never))['id']);
const taxRate = () => rowId('taxRates', { percent: 8, active: true });

/** A form whose prices are taxed with 8%. */
async function taxedForm(costType: 'DirectCostInput' | 'Assigned'): Promise<string> {
  const { id, name } = await publishForm(admin, formOf(COST, ['cost']), { costType });
  await t.services.engine.update(SYSTEM, 'forms', id, { taxRateId: await taxRate() });
  return name;
}

async function student(): Promise<RequestCaller> {
  const found = await caller(t, 'Student');
  const email = `${found.user.username}@example.edu`;
  await t.services.db.updateTable('users').set({ email }).where('id', '=', found.user.id).execute();
  return found;
}

/** The emails of a person, with the events of their messages. */
async function mailsOf({ user }: RequestCaller) {
  const mails = await t.services.db
    .selectFrom('mails')
    .selectAll()
    .where('userId', '=', user.id)
    .orderBy('id')
    .execute();
  const composed = [];
  for (const mail of mails) {
    const { html = '', text = '', subject = '' } = (await composedMail(t.services, mail)) ?? {};
    composed.push({ event: mail.event, subject, html, text });
  }
  return composed;
}

/** The link to pay, which both parts of an email have. */
function payLinkIn({ html, text }: { html: string; text: string }) {
  const [, textLabel, textPath] =
    /(Pay now|Pay \$[\d.,]+|Confirm without payment) <https?:\/\/[^/]+(\/payment\/[^>]+)>/.exec(text) ?? [];
  const [, htmlPath, htmlLabel] =
    /href="https?:\/\/[^/]+(\/payment\/[^"]+)"[^>]*>(Pay now|Pay \$[\d.,]+|Confirm without payment)</.exec(html) ?? [];
  expect([htmlLabel, htmlPath]).toEqual([textLabel, textPath]);
  return textLabel === undefined ? null : `${textLabel} ${textPath}`;
}

describe('a request', () => {
  test('that is due when it is submitted has the amount with tax, and the way to pay it, in its receipt', async () => {
    const form = await taxedForm('DirectCostInput');
    const person = await student();
    const { id } = await person.file(form, { cost: 5000 });
    const [mail, ...others] = await mailsOf(person);
    expect([mail?.event, others]).toEqual(['requestSubmitted', []]);
    expect(payLinkIn(mail!)).toBe(`Pay $54.00 /payment/request/${id}`);
    expect((await payCaller(t, person.user).view(`request/${id}`)).dueCents).toBe(5400);
  });

  test('that becomes due is one message of its own, less the discount of its customer', async () => {
    const form = await taxedForm('Assigned');
    const person = await student();
    const groupId = await rowId('groups', { active: true });
    await t.services.db
      .updateTable('users')
      .set({ groupIds: JSON.stringify([groupId]) as never })
      .where('id', '=', person.user.id)
      .execute();
    await rowId('discounts', { name: 'Club', groupId, percent: 50, active: true });
    const { id } = await person.file(form, { cost: 1 });
    const before = (await mailsOf(person)).length;
    await staff.moved(id, 'Submitted', 'UnderReview');
    await staff.moved(id, 'UnderReview', 'PaymentPending', { costCents: 5000 });
    const mails = (await mailsOf(person)).slice(before);
    expect(mails.map(({ event }) => event)).toEqual(['requestStatusChanged', 'paymentDue']);
    expect(payLinkIn(mails[0]!)).toBeNull();
    expect(payLinkIn(mails[1]!)).toBe(`Pay $27.00 /payment/request/${id}`);
    expect(mails[1]?.subject).toMatch(/^Payment due: /);
    expect(mails[1]?.text).toContain('Please pay $27.00 for your request ');
  });

  test('that a discount makes free is confirmed there', async () => {
    const { id: formId, name } = await publishForm(admin, formOf(COST, ['cost']), { costType: 'DirectCostInput' });
    await rowId('discounts', { name: 'Free week', groupId: null, percent: 100, formId, active: true });
    const person = await student();
    const { id } = await person.file(name, { cost: 5000 });
    expect(payLinkIn((await mailsOf(person))[0]!)).toBe(`Confirm without payment /payment/request/${id}`);
  });

  test('for which nothing is due leads to no payment', async () => {
    const form = await taxedForm('Assigned');
    const person = await student();
    const { id } = await person.file(form, { cost: 1 });
    await staff.moved(id, 'Submitted', 'UnderReview');
    await staff.moved(id, 'UnderReview', 'PaymentPending', { costCents: 0 });
    const mails = await mailsOf(person);
    expect(mails.map(({ event }) => event)).toEqual([
      'requestSubmitted',
      'requestStatusChanged',
      'requestStatusChanged',
    ]);
    expect(mails.map(payLinkIn)).toEqual([null, null, null]);
  });

  test('that is due leads to its payment in the messages of the actions of its form', async () => {
    const form = await publishForm(admin, formOf(COST, ['cost']), { costType: 'DirectCostInput' });
    await t.services.engine.update(SYSTEM, 'forms', form.id, { taxRateId: await taxRate() });
    const action = { formId: form.id, on: 'Submitted', type: 'EmailNotification' } as const;
    for (const values of [
      { name: 'Text', template: 'requestNotification', text: 'Bring the receipt.' },
      { name: 'License', template: 'softwarelicenseemail' },
    ] as const)
      await makeRow(t.services, 'formActions', { ...action, ...values });
    const published = await publishDraft(admin, form.id, form.version + 1);
    expect(published.statusCode, published.body).toBe(200);
    const person = await student();
    const { id } = await person.file(form.name, { cost: 5000 });
    const runs = t.services.db.selectFrom('actionRuns').select('id').where('submissionId', '=', id).orderBy('id');
    for (const run of await runs.execute()) await runAction(t.services, run.id);
    const mails = (await mailsOf(person)).slice(1);
    expect(mails.map((mail) => [mail.event, payLinkIn(mail)])).toEqual([
      ['requestNotification', `Pay $54.00 /payment/request/${id}`],
      ['softwarelicenseemail', `Pay $54.00 /payment/request/${id}`],
    ]);
    expect(mails[0]?.text).toMatch(/Bring the receipt\.\n\nPay \$54\.00 </);
  });

  test('whose price is corrected, and that is not paid, says what is due, also once it is put aside', async () => {
    const person = await student();
    const { id } = await person.file(await taxedForm('DirectCostInput'), { cost: 5000 });
    const corrected = await admin.act('correctPrice', [id], {
      seen: { [id]: 5000 },
      inputs: { costCents: 1000, reason: 'Half a sheet' },
    });
    expect(corrected.statusCode, corrected.body).toBe(200);
    for (let count = 0; count < 3; count += 1) {
      t.services.clock.moveTo(t.services.clock.now() + 40 * DAY);
      await remindCustomers(t.services);
    }
    const mails = (await mailsOf(person)).slice(1);
    expect(mails.map((mail) => [mail.event, payLinkIn(mail)])).toEqual([
      ['requestPriceCorrected', `Pay $10.80 /payment/request/${id}`],
      ['requestPaymentReminder', `Pay $10.80 /payment/request/${id}`],
      ['requestPaymentReminder', `Pay $10.80 /payment/request/${id}`],
      ['requestStale', `Pay $10.80 /payment/request/${id}`],
    ]);
    expect(mails[1]?.text).toContain('has not been paid for yet. $10.80 is due.');
  });
});

test('a text that staff have saved without the link ends with it', async () => {
  await makeRow(t.services, 'messageTemplates', {
    ...{ event: 'requestSubmitted', audience: 'customer', number: 1 },
    ...{ subject: 'Received', body: '<p>Thank you.</p>' },
  } as never);
  const person = await student();
  const { id } = await person.file(await taxedForm('DirectCostInput'), { cost: 5000 });
  const [mail] = await mailsOf(person);
  expect(mail?.text).toContain(`Thank you.\n\nPay $54.00 <`);
  expect(payLinkIn(mail!)).toBe(`Pay $54.00 /payment/request/${id}`);
  await t.services.db.deleteFrom('messageTemplates').execute();
});

describe('a held seat', () => {
  async function held(person: RequestCaller, instanceId: number): Promise<number> {
    const answer = await person.call('POST', `/api/events/instances/${instanceId}/tickets`, {});
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ id: number }>().id;
  }

  test('leads to its payment, and names what is due before the hold ends', async () => {
    const [person, free] = [await student(), await student()];
    const event = { feeCents: 5000, offerHours: 8, taxRateId: await taxRate() };
    const instanceId = await makeSession(t, [19 * DAY, 19 * DAY + HOUR], { event });
    const id = await held(person, instanceId);
    await held(free, await makeSession(t, [19 * DAY, 19 * DAY + HOUR], { event: { feeCents: 0 } }));
    t.services.clock.moveTo(t.services.clock.now() + 7 * HOUR);
    await remindOfHolds(t.services);
    const mails = await mailsOf(person);
    expect(mails.map((mail) => [mail.event, payLinkIn(mail)])).toEqual([
      ['ticketHeld', `Pay now /payment/ticket/${id}`],
      ['ticketHoldEnding', `Pay $54.00 /payment/ticket/${id}`],
    ]);
    expect((await mailsOf(free)).map(payLinkIn)).toEqual([null]);
  });
});

test('a failed card payment leads to another attempt, while something is due', async () => {
  const [person, late] = [await student(), await student()];
  const form = await taxedForm('DirectCostInput');
  const failed = async (by: RequestCaller, isCanceled: boolean): Promise<number> => {
    const { id } = await by.file(form, { cost: 5000 });
    const paymentId = await payCaller(t, by.user).card(`request/${id}`);
    gateway.refuse(paymentId);
    if (isCanceled) await by.moved(id, 'PaymentPending', 'Canceled');
    await settlePayment(t.services, paymentId);
    return id;
  };
  const [id] = [await failed(person, false), await failed(late, true)];
  const last = async (by: RequestCaller) => (await mailsOf(by)).findLast(({ event }) => event === 'paymentFailed')!;
  expect(payLinkIn(await last(person))).toBe(`Pay $54.00 /payment/request/${id}`);
  expect(payLinkIn(await last(late))).toBeNull();
});
