import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyCardEvent } from '../../server/features/payments/card-events.ts';
import { signatureOf } from '../../server/features/gateway/stand-in/webhook.ts';
import type { StandIn } from '../../server/features/gateway/stand-in/stand-in.ts';
import { standInEnvironment, startStandIn, WEBHOOK_SECRET } from '../factories/stripe-stand-in.ts';
import { differences } from './ledger-support.ts';
import { payCaller, pricedForm } from './payment-support.ts';
import { caller } from './request-calls.ts';
import { startTestApp, type TestApp } from './support.ts';

let standIn: StandIn;
let t: TestApp;
let form: string;

beforeAll(async () => {
  standIn = await startStandIn();
  t = await startTestApp({ env: standInEnvironment(standIn) });
  form = await pricedForm(await caller(t, 'RequestsAdmin'));
});
afterAll(async () => {
  await t.close();
  await standIn.close();
});

/** A card payment in progress. */
async function beginPayment(): Promise<{ paymentId: number; sessionId: string }> {
  const student = await caller(t, 'Student');
  const { id } = await student.file(form, { cost: 1250 });
  const paymentId = await payCaller(t, student.user).card(`request/${id}`);
  const { sessionId } = await t.services.db
    .selectFrom('payments')
    .select('sessionId')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return { paymentId, sessionId: sessionId ?? '' };
}

function notify(sessionId: string, signature?: (body: string) => string) {
  const seconds = Math.floor(t.services.clock.now() / 1000);
  const event = { id: `evt_${sessionId}`, object: 'event', type: 'checkout.session.completed', created: seconds };
  const body = JSON.stringify({ ...event, data: { object: { id: sessionId, object: 'checkout.session' } } });
  const sign = signature ?? ((text: string) => signatureOf(text, WEBHOOK_SECRET, seconds));
  const headers = { 'content-type': 'application/json', 'stripe-signature': sign(body) };
  return t.app.inject({ method: 'POST', url: '/api/gateway/events', headers, payload: body });
}

async function waitingEvents(): Promise<{ type: string; objectId: string }[]> {
  const { rows } = await sql<{ data: { type: string; objectId: string } }>`
    select data from pgboss.job where name = 'payments.cardEvent' order by created_on`.execute(t.services.db);
  return rows.map(({ data }) => data);
}

function stateOf(paymentId: number) {
  return t.services.db
    .selectFrom('payments')
    .select(['state', 'journalId', 'isLate'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
}

describe('a notification of the card provider', () => {
  test('settles its payment once, however often it comes', async () => {
    const { paymentId, sessionId } = await beginPayment();
    standIn.checkout.choose(sessionId, 'pay');
    expect((await notify(sessionId)).statusCode).toBe(200);
    expect((await notify(sessionId)).statusCode).toBe(200);
    const events = (await waitingEvents()).filter(({ objectId }) => objectId === sessionId);
    expect(events.length).toBeGreaterThan(0);
    for (const event of [...events, ...events]) await applyCardEvent(t.services, event);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured', isLate: false });
    expect(await differences(t.services.db)).toEqual([]);
  });

  test('that comes before the payer has paid changes nothing', async () => {
    const { paymentId, sessionId } = await beginPayment();
    await applyCardEvent(t.services, { type: 'checkout.session.completed', objectId: sessionId });
    expect(await stateOf(paymentId)).toMatchObject({ state: 'open', journalId: null });
  });

  test('is refused without the right signature, and enqueues nothing', async () => {
    const { sessionId } = await beginPayment();
    const before = await waitingEvents();
    const seconds = Math.floor(t.services.clock.now() / 1000);
    for (const sign of [() => '', (text: string) => signatureOf(text, 'whsec_other', seconds)])
      expect((await notify(sessionId, sign)).statusCode).toBe(400);
    const old = (text: string) => signatureOf(text, WEBHOOK_SECRET, seconds - 600);
    expect((await notify(sessionId, old)).statusCode).toBe(400);
    expect(await waitingEvents()).toEqual(before);
  });

  test('of a session that the portal does not know fails, so that someone looks at it', async () => {
    const unknown = { type: 'checkout.session.completed', objectId: 'cs_unknown' };
    await expect(applyCardEvent(t.services, unknown)).rejects.toThrow('cs_unknown');
  });
});
