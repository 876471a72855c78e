import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnReceipt, Receipt } from '../../domain/calls/receipts.ts';
import { composedMail } from '../../server/features/messages/composed-mail.ts';
import { announceRefunded } from '../../server/features/payments/payables.ts';
import { issueReceipt } from '../../server/features/receipts/issue.ts';
import { renewLinks } from '../../server/features/receipts/own.ts';
import { initialsOf } from '../../server/features/receipts/read.ts';
import { mailSource } from '../../server/platform/mail/transport.ts';
import { makeRow } from '../factories/any-row.ts';
import { issue, paidCharge } from './receipts-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let lukasz: TestUser;
let friend: TestUser;
let store: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  [lukasz, friend, store] = await Promise.all([
    t.createUser({ roles: ['Student'] }),
    t.createUser({ roles: ['Student'] }),
    t.createUser({ roles: ['StoreAdmin'] }),
  ]);
  await setName(lukasz, 'Łukasz Żółć-Nowak');
  await setName(friend, 'Frieda Freund');
});
afterAll(() => t.close());

function setName({ id }: TestUser, displayName: string) {
  return t.services.db.updateTable('users').set({ displayName }).where('id', '=', id).execute();
}

async function get(url: string, user: TestUser | null = null) {
  return t.app.inject({ method: 'GET', url, headers: user === null ? {} : { cookie: user.cookie } });
}

async function pathFor(user: TestUser, chargeId: number): Promise<string> {
  const answer = await get('/api/receipt/own', user);
  expect(answer.statusCode).toBe(200);
  const id = await t.services.db
    .selectFrom('receipts')
    .select('id')
    .where('chargeId', '=', chargeId)
    .executeTakeFirstOrThrow();
  const own = answer.json<OwnReceipt[]>().find((receipt) => receipt.id === id.id);
  expect(own).toBeDefined();
  return own?.path.replace('/receipt/', '/api/receipt/') ?? '';
}

async function read(path: string, user: TestUser | null): Promise<Receipt> {
  const answer = await get(path, user);
  expect(answer.statusCode).toBe(200);
  return answer.json<Receipt>();
}

describe('a receipt', () => {
  test('is issued once, with what was paid', async () => {
    const { chargeId } = await paidCharge(t, lukasz.id);
    await issue(t, chargeId);
    await issue(t, chargeId);
    const path = await pathFor(lukasz, chargeId);
    expect(await read(path, lukasz)).toMatchObject({
      title: 'Poster printing',
      customer: 'Łukasz Żółć-Nowak',
      amountCents: 1250,
      lines: [{ label: 'Poster, 24 × 36 in', amountCents: 1250, kind: 'item' }],
      payments: [{ method: 'Card', amountCents: 1250, payer: null }],
      refunds: [],
    });
  });

  test('shows visitors initials, and nothing of accounts', async () => {
    const { chargeId } = await paidCharge(t, lukasz.id, {
      payment: { payerId: friend.id, method: 'department', account: '101-2345-67' },
    });
    await issue(t, chargeId);
    const path = await pathFor(lukasz, chargeId);
    const seen = await Promise.all([null, lukasz, friend, store].map((user) => read(path, user)));
    expect(seen.map(({ customer, payments: [payment] }) => [customer, payment?.payer, payment?.account])).toEqual([
      ['Ł. Ż. N.', 'F. F.', null],
      ['Łukasz Żółć-Nowak', 'Frieda Freund', '101-2345-67'],
      ['Ł. Ż. N.', 'Frieda Freund', '101-2345-67'],
      ['Łukasz Żółć-Nowak', 'Frieda Freund', '101-2345-67'],
    ]);
    const answer = await get(path);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.body).not.toMatch(/Nowak|Freund|@|userId|customerId/);
  });

  test('is found by its own address only', async () => {
    const { chargeId } = await paidCharge(t, lukasz.id);
    await issue(t, chargeId);
    const path = await pathFor(lukasz, chargeId);
    const { tokenHash, id } = await t.services.db
      .selectFrom('receipts')
      .select(['id', 'tokenHash'])
      .where('chargeId', '=', chargeId)
      .executeTakeFirstOrThrow();
    for (const wrong of [
      path.replace('/request/', '/ticket/'),
      `${path.slice(0, -1)}${path.endsWith('A') ? 'E' : 'A'}`,
      `/api/receipt/request/${id}`,
      `/api/receipt/request/${chargeId}`,
      `/api/receipt/request/${tokenHash.slice(0, 22)}`,
      '/api/receipt/request/..%2f..',
    ]) {
      expect((await get(wrong)).statusCode, wrong).toBe(404);
      expect((await get(`${wrong}/pdf`)).statusCode, wrong).toBe(404);
    }
  });

  test('is listed for the customer and the payer, and for no one else', async () => {
    const { chargeId } = await paidCharge(t, lukasz.id, { payment: { payerId: friend.id } });
    await issue(t, chargeId);
    expect(await pathFor(friend, chargeId)).toBe(await pathFor(lukasz, chargeId));
    expect((await get('/api/receipt/own', store)).json()).toEqual([]);
    expect((await get('/api/receipt/own')).statusCode).toBe(401);
  });

  test('shows refunds, and what remains', async () => {
    const { chargeId, paymentId } = await paidCharge(t, lukasz.id);
    await issue(t, chargeId);
    const of = { paymentId, chargeId, reason: 'Wrong size' };
    const done = await makeRow(t.services, 'refunds', { ...of, amountCents: 300, state: 'succeeded' });
    await makeRow(t.services, 'refunds', { ...of, amountCents: 200, state: 'pending' });
    await makeRow(t.services, 'refunds', { ...of, amountCents: 100, state: 'failed' });
    await t.services.engine.transaction((tx) => announceRefunded(t.services, tx, Number(done.id)));
    const { refunds } = await read(await pathFor(lukasz, chargeId), null);
    expect(refunds.map(({ method, amountCents, isPending }) => [method, amountCents, isPending])).toEqual([
      ['Card', 300, false],
      ['Card', 200, true],
    ]);
    const mails = await t.services.db.selectFrom('mails').select('event').where('userId', '=', lukasz.id).execute();
    expect(mails.filter(({ event }) => event === 'receiptRefund')).toHaveLength(1);
  });
});

describe('the email of a receipt', () => {
  test.each(['receipt', 'receiptRefund'])('has the PDF file attached (%s)', async (event) => {
    const { chargeId, paymentId } = await paidCharge(t, friend.id);
    await issue(t, chargeId);
    const refund = { paymentId, chargeId, reason: 'Wrong size', amountCents: 300, state: 'succeeded' };
    const { id } = await makeRow(t.services, 'refunds', refund);
    await t.services.engine.transaction((tx) => announceRefunded(t.services, tx, Number(id)));
    const row = await t.services.db
      .selectFrom('mails')
      .selectAll()
      .where('userId', '=', friend.id)
      .where('event', '=', event)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const mail = await composedMail(t.services, row);
    const { number } = await read(await pathFor(friend, chargeId), friend);
    expect(mail?.files).toEqual([
      { name: `receipt-${number}.pdf`, type: 'application/pdf', content: expect.any(Buffer) as Buffer },
    ]);
    const { attachments } = await simpleParser(
      await mailSource(mail!, { name: '', address: 'a@campus.example' }, null),
    );
    expect(attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      [`receipt-${number}.pdf`, 'application/pdf'],
    ]);
    expect(attachments[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('numbers', () => {
  test('have no gaps when many receipts are issued at the same time, and some payments fail', async () => {
    const charges = await Promise.all(Array.from({ length: 24 }, () => paidCharge(t, lukasz.id)));
    const before = await lastSequence();
    await Promise.allSettled(
      charges.map(({ chargeId }, index) =>
        t.services.engine.transaction(async (tx) => {
          await issueReceipt(tx, t.services, chargeId);
          if (index % 6 === 0) throw new Error('The payment fails.');
        }),
      ),
    );
    const rows = await t.services.db.selectFrom('receipts').select('sequence').where('sequence', '>', before).execute();
    expect(rows.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => before + 1 + index),
    );
  });

  test('start again each year where the setting says so', async () => {
    const { systemSettings } = t.services;
    const set = async (key: string, value: string) => {
      await t.services.db.deleteFrom('systemSettings').where('key', '=', key).execute();
      await makeRow(t.services, 'systemSettings', { key, value });
      await systemSettings.fresh();
    };
    await set('receipts.numbering', 'yearly');
    await set('receipts.prefix', 'Q/');
    const numbers: string[] = [];
    for (let index = 0; index < 2; index += 1) {
      const { chargeId } = await paidCharge(t, lukasz.id);
      await issue(t, chargeId);
      const row = await t.services.db
        .selectFrom('receipts')
        .select('number')
        .where('chargeId', '=', chargeId)
        .executeTakeFirst();
      numbers.push(row?.number ?? '');
    }
    const year = new Date(t.services.clock.now()).getUTCFullYear();
    expect(numbers.map((number) => number.replace(/\/\d{4}/, '/year'))).toEqual(['Q/year-000001', 'Q/year-000002']);
    expect([year - 1, year]).toContain(Number(numbers[0]?.slice(2, 6)));
  });
});

test('after a change of the secret, owners get new links', async () => {
  const { chargeId } = await paidCharge(t, lukasz.id);
  await issue(t, chargeId);
  const path = await pathFor(lukasz, chargeId);
  await t.services.db
    .updateTable('receipts')
    .set({ tokenHash: 'of an earlier secret' })
    .where('chargeId', '=', chargeId)
    .execute();
  expect((await get(path)).statusCode).toBe(404);
  await renewLinks(t.services);
  expect((await get(path)).statusCode).toBe(200);
});

test('initials', () => {
  expect(['Łukasz Żółć-Nowak', 'ada', 'Ελένη Π.', '—'].map(initialsOf)).toEqual(['Ł. Ż. N.', 'A.', 'Ε. Π.', '–']);
});

async function lastSequence(): Promise<number> {
  const row = await t.services.db
    .selectFrom('receipts')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}
