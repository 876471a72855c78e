import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDemoCards } from '../../server/features/gateway/demo-cards.ts';
import { stripeSettings } from '../../server/features/gateway/settings.ts';
import type { StandIn } from '../../server/features/gateway/stand-in/stand-in.ts';
import { readSettings } from '../../server/platform/settings.ts';
import { clock } from '../factories/clock.ts';
import { standInEnvironment, startStandIn } from '../factories/stripe-stand-in.ts';
import { payCaller, pricedForm } from './payment-support.ts';
import { caller } from './request-calls.ts';
import { startTestApp, type TestApp } from './support.ts';

const NOTE = 'Test mode. No real card is charged.';

describe('the card provider of the demonstration', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-cards-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  function settingsOf(environment: Record<string, string>) {
    return readSettings({ DATA_DIR: folder, ...environment }, folder, [stripeSettings]);
  }

  test('starts only in the demonstration, and never with another provider', async () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
    expect(await openDemoCards(settingsOf({}), [], clock)).toBeNull();
    expect(await openDemoCards(settingsOf(live), ['student'], clock)).toBeNull();
    const database = { DATABASE_URL: 'postgres://127.0.0.1/portal' };
    expect(await openDemoCards(settingsOf(database), ['student'], clock)).toBeNull();
  });

  test('is used through the settings of the provider', async () => {
    const cards = await openDemoCards(settingsOf({}), ['student'], clock);
    const { stripe } = settingsOf(cards?.environment ?? {});
    expect(stripe?.secretKey).toMatch(/^sk_test_/);
    expect(stripe?.standIn?.host).toBe('127.0.0.1');
    await cards?.close();
  });
});

describe('its payment page', () => {
  let standIn: StandIn;
  let t: TestApp;
  beforeAll(async () => {
    standIn = await startStandIn();
    t = await startTestApp({ env: standInEnvironment(standIn) });
  });
  afterAll(async () => {
    await t.close();
    await standIn.close();
  });

  function choose(id: string, choice: string) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = `/api/gateway/checkout/${id}`;
    return t.app.inject({ method: 'POST', url, headers, payload: `choice=${choice}` });
  }

  async function begin() {
    const form = await pricedForm(await caller(t, 'RequestsAdmin'));
    const student = await caller(t, 'Student');
    const { id } = await student.file(form, { cost: 1250 });
    const pay = payCaller(t, student.user);
    const paymentId = await pay.card(`request/${id}`);
    const { sessionId } = await t.services.db
      .selectFrom('payments')
      .select('sessionId')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    return { path: `request/${id}`, pay, paymentId, sessionId: sessionId ?? '' };
  }

  test('declines, goes back and pays', async () => {
    const { path, pay, paymentId, sessionId } = await begin();
    expect((await pay.view(path)).isTest).toBe(true);
    const page = await t.app.inject({ url: `/api/gateway/checkout/${sessionId}` });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain(NOTE);
    const declined = await choose(sessionId, 'decline');
    expect([declined.statusCode, declined.body]).toEqual([200, expect.stringContaining('The card was declined')]);
    expect((await choose(sessionId, 'back')).statusCode).toBe(303);
    const paid = await choose(sessionId, 'pay');
    expect(paid.headers.location).toContain(`payment=${paymentId}`);
    const state = await pay.call('GET', `payments/${paymentId}`);
    expect(state.json()).toMatchObject({ state: 'captured', amountCents: 1250 });
  });

  test('takes no other address, site or body', async () => {
    expect((await t.app.inject({ url: '/api/gateway/checkout/cs_test_00' })).statusCode).toBe(404);
    expect((await t.app.inject({ url: '/api/gateway/checkout/cs_live_1' })).statusCode).toBe(400);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://other.example' };
    const url = '/api/gateway/checkout/cs_test_00';
    const refused = await t.app.inject({ method: 'POST', url, headers, payload: 'choice=pay' });
    expect(refused.statusCode).toBe(403);
    expect((await choose('cs_test_00', 'x'.repeat(2_000))).statusCode).toBe(413);
  });
});

test('a portal without the stand-in has no such page', async () => {
  const t = await startTestApp();
  expect((await t.app.inject({ url: '/api/gateway/checkout/cs_test_00' })).statusCode).toBe(404);
  await t.close();
});
