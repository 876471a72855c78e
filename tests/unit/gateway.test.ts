import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signatureOf } from '../../server/features/gateway/stand-in/webhook.ts';
import { failRefund } from '../../server/features/gateway/stand-in/refunds.ts';
import type { StandIn } from '../../server/features/gateway/stand-in/stand-in.ts';
import { stripeSettings } from '../../server/features/gateway/settings.ts';
import { openGateway } from '../../server/features/gateway/stripe-gateway.ts';
import { Clock } from '../../server/platform/clock.ts';
import type { Gateway, GatewayAccount, GatewayTransaction } from '../../server/platform/gateway.ts';
import { readSettings, type Settings } from '../../server/platform/settings.ts';
import { SECRET_KEY, standInEnvironment, startStandIn, WEBHOOK_SECRET } from '../factories/stripe-stand-in.ts';

const clock = new Clock();
let standIn: StandIn;
let gateway: Gateway & GatewayAccount;
beforeAll(async () => {
  standIn = await startStandIn(() => clock.now());
  gateway = gatewayOf(standInEnvironment(standIn));
});
afterEach(() => Object.assign(standIn.faults, { lostAnswers: 0, errorsAfterEffect: 0, wait: null }));
afterAll(() => standIn.close());

function settingsOf(environment: Record<string, string>): Settings {
  return readSettings(environment, '/', [stripeSettings]);
}

function gatewayOf(environment: Record<string, string>): Gateway & GatewayAccount {
  const { gateway: opened } = openGateway(settingsOf(environment).stripe, clock);
  if (opened === null) throw new Error('There is no gateway.');
  return opened as Gateway & GatewayAccount;
}

let payments = 0;
function wanted(given: { amountCents?: number; paymentId?: number } = {}) {
  return {
    ...{ paymentId: (payments += 1), attempt: 1, amountCents: 1250, currency: 'USD', description: 'Poster', ...given },
    ...{ email: 'ada@campus.example', expiresAt: new Date(clock.now() + 31 * 60_000).toISOString() },
    ...{ successUrl: 'http://127.0.0.1/ok', cancelUrl: 'http://127.0.0.1/back' },
  };
}

async function paid(amountCents = 1250): Promise<{ sessionId: string; intentId: string }> {
  const { sessionId } = await gateway.createSession(wanted({ amountCents }));
  standIn.checkout.choose(sessionId, 'pay');
  const { intentId } = await gateway.readSession(sessionId);
  return { sessionId, intentId: intentId ?? '' };
}

describe('settings', () => {
  test('offer no card payments where there is no key', () => {
    expect(settingsOf({}).stripe).toBeNull();
    expect(openGateway(null, clock)).toEqual({ gateway: null, gatewayAccount: null });
  });

  test('refuse a key for real payments with another host, hosts elsewhere, and half of them', () => {
    const good = standInEnvironment(standIn);
    for (const wrong of [
      { ...good, STRIPE_SECRET_KEY: 'sk_live_abc' },
      { ...good, STRIPE_HOST: 'http://stripe.example.com:80' },
      { ...good, STRIPE_HOST: 'https://127.0.0.1:1' },
      { ...good, STRIPE_SECRET_KEY: '' },
      { ...good, STRIPE_WEBHOOK_SECRET: '' },
      { ...good, STRIPE_SECRET_KEY: 'pk_test_abc' },
    ])
      expect(() => settingsOf(wrong)).toThrow('STRIPE_');
    expect(settingsOf({ STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_a whsec_b' }).stripe).toEqual({
      ...{ secretKey: 'sk_live_abc', webhookSecrets: ['whsec_a', 'whsec_b'], standIn: null },
    });
  });

  test('show no secret', () => {
    const { environment } = settingsOf(standInEnvironment(standIn));
    const shown = JSON.stringify(environment);
    expect(shown).not.toContain(SECRET_KEY);
    expect(shown).not.toContain(WEBHOOK_SECRET);
  });
});

describe('a session', () => {
  test('is paid on the hosted page, which the payer then leaves', async () => {
    const { sessionId, url } = await gateway.createSession(wanted({ amountCents: 4200 }));
    expect(await gateway.readSession(sessionId)).toEqual({
      ...{ state: 'open', amountCents: 4200, currency: 'USD', intentId: null },
    });
    const page = await fetch(url).then((answer) => answer.text());
    expect(page).toContain('No real card is charged');
    expect(page).toContain('$42.00');
    const body = new URLSearchParams({ choice: 'pay' });
    const left = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect([left.status, left.headers.get('location')]).toEqual([303, 'http://127.0.0.1/ok']);
    expect(await gateway.readSession(sessionId)).toMatchObject({ state: 'paid', amountCents: 4200 });
    expect(await fetch(url).then((answer) => answer.text())).toContain('This payment is complete.');
  });

  test('stays open when the card is declined, and can then be paid', async () => {
    const { sessionId } = await gateway.createSession(wanted());
    standIn.checkout.choose(sessionId, 'decline');
    expect(await gateway.readSession(sessionId)).toMatchObject({ state: 'open' });
    standIn.checkout.choose(sessionId, 'pay');
    expect(await gateway.readSession(sessionId)).toMatchObject({ state: 'paid' });
  });

  test('is processing until a late payment succeeds or fails', async () => {
    for (const [isPaid, state] of [
      [true, 'paid'],
      [false, 'failed'],
    ] as const) {
      const { sessionId } = await gateway.createSession(wanted());
      standIn.checkout.choose(sessionId, 'later');
      expect(await gateway.readSession(sessionId)).toMatchObject({ state: 'processing' });
      standIn.checkout.decide(sessionId, isPaid);
      expect(await gateway.readSession(sessionId)).toMatchObject({ state });
    }
  });

  test('is ended once, and never after it was paid', async () => {
    const { sessionId } = await gateway.createSession(wanted());
    await gateway.expireSession(sessionId);
    await gateway.expireSession(sessionId);
    expect(await gateway.readSession(sessionId)).toMatchObject({ state: 'expired' });
    expect(standIn.checkout.choose(sessionId, 'pay')).toBe(false);
    const other = await paid();
    await gateway.expireSession(other.sessionId);
    expect(await gateway.readSession(other.sessionId)).toMatchObject({ state: 'paid' });
  });

  test('is created once, whatever happens to the answer', async () => {
    const before = standIn.account.all('checkout.session').length;
    const session = wanted();
    standIn.faults.lostAnswers = 1;
    const first = await gateway.createSession(session);
    expect(await gateway.createSession(session)).toEqual(first);
    const other = wanted();
    standIn.faults.errorsAfterEffect = 1;
    await gateway.createSession(other);
    expect(standIn.account.all('checkout.session')).toHaveLength(before + 2);
    await expect(gateway.createSession({ ...session, amountCents: 1 })).rejects.toThrow('same parameters');
  });

  test('is created once by two requests at the same time', async () => {
    const before = standIn.account.all('checkout.session').length;
    const session = wanted();
    let release: () => void = () => undefined;
    standIn.faults.wait = new Promise((resolve) => (release = resolve));
    const first = gateway.createSession(session);
    const second = gateway.createSession(session);
    release();
    expect(await second).toEqual(await first);
    expect(standIn.account.all('checkout.session')).toHaveLength(before + 1);
  });
});

describe('a refund', () => {
  test('returns an amount once for each id', async () => {
    const { intentId } = await paid(1000);
    const refund = { refundId: 7001, intentId, amountCents: 400 };
    const first = await gateway.refund(refund);
    expect(first.state).toBe('succeeded');
    expect(await gateway.refund(refund)).toEqual(first);
    expect(await gateway.readRefund(first.providerId)).toEqual({ ...first, refundId: 7001 });
    expect(await gateway.readRefund('re_unknown')).toBeNull();
    await gateway.refund({ refundId: 7002, intentId, amountCents: 600 });
    await expect(gateway.refund({ refundId: 7003, intentId, amountCents: 1 })).rejects.toMatchObject({
      problem: { status: 409, code: 'gateway.refused' },
    });
  });

  test('is refused for a disputed payment', async () => {
    const { sessionId } = await gateway.createSession(wanted());
    standIn.checkout.choose(sessionId, 'dispute');
    const { intentId } = await gateway.readSession(sessionId);
    await expect(gateway.refund({ refundId: 1, intentId: intentId ?? '', amountCents: 1 })).rejects.toThrow(
      'charged back',
    );
  });
});

describe('the provider', () => {
  test('that refuses the key or is not there is reported', async () => {
    const wrongKey = gatewayOf({ ...standInEnvironment(standIn), STRIPE_SECRET_KEY: 'sk_test_wrong' });
    await expect(wrongKey.check()).rejects.toMatchObject({ problem: { status: 503, code: 'gateway.unavailable' } });
    await gateway.check();
    const gone = gatewayOf({ ...standInEnvironment(standIn), STRIPE_HOST: 'http://127.0.0.1:1' });
    await expect(gone.check()).rejects.toMatchObject({ problem: { status: 503, code: 'gateway.unavailable' } });
  });

  test('lists every movement of its account', async () => {
    const since = new Date(clock.now()).toISOString();
    const { intentId } = await paid(1000);
    const { providerId } = await gateway.refund({ refundId: 8001, intentId, amountCents: 300 });
    failRefund(standIn.account, providerId);
    for (let more = 0; more < 100; more += 1) {
      const session = standIn.checkout.create({
        ...{
          mode: 'payment',
          success_url: 'http://127.0.0.1/',
          expires_at: String(Math.ceil(clock.now() / 1000) + 1900),
        },
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][unit_amount]': '100',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][product_data][name]': 'Sticker',
      });
      standIn.checkout.choose(session.id, 'pay');
    }
    const found: GatewayTransaction[] = [];
    for await (const one of gateway.transactions(since)) found.push(one);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.filter(({ kind, amountCents }) => kind === 'payment' && amountCents === 100)).toHaveLength(100);
    expect(
      found.filter((one) => one.intentId === intentId).map(({ kind, amountCents }) => [kind, amountCents]),
    ).toEqual([
      ['refund', 300],
      ['refund', -300],
      ['payment', 1000],
    ]);
    expect(found.find((one) => one.intentId === intentId && one.kind === 'payment')).toMatchObject({ feeCents: 59 });
  });
});

describe('an event', () => {
  const body = JSON.stringify({
    ...{ id: 'evt_1', type: 'refund.updated', created: 1_700_000_000 },
    data: { object: { id: 're_1', object: 'refund', payment_intent: 'pi_1' } },
  });
  const seconds = (): number => Math.floor(clock.now() / 1000);
  const read = (signature: string, text = body, of = gateway) => of.readEvent(Buffer.from(text), signature);
  const refused = expect.objectContaining({
    problem: expect.objectContaining({ code: 'gateway.signature' }) as unknown,
  });

  test('is read if its signature is right', () => {
    expect(read(signatureOf(body, WEBHOOK_SECRET, seconds()))).toEqual({
      ...{ id: 'evt_1', type: 'refund.updated', objectId: 're_1', intentId: 'pi_1', at: '2023-11-14T22:13:20.000Z' },
    });
  });

  test('is refused with another secret, another body, no or an old signature', () => {
    const good = signatureOf(body, WEBHOOK_SECRET, seconds());
    for (const [signature, text] of [
      [signatureOf(body, 'whsec_other', seconds()), body],
      [good, `${body} `],
      ['', body],
      [good.replace('v1=', 'v0='), body],
      [signatureOf(body, WEBHOOK_SECRET, seconds() - 302), body],
    ] as const)
      expect(() => read(signature, text)).toThrow(refused);
  });

  test('can have several signatures, and the portal several secrets', () => {
    const [time, good] = signatureOf(body, WEBHOOK_SECRET, seconds()).split(',');
    const other = 'v1='.padEnd(67, '0');
    expect(read(`${time},${other},${good}`).id).toBe('evt_1');
    const rolled = gatewayOf({ ...standInEnvironment(standIn), STRIPE_WEBHOOK_SECRET: `whsec_new ${WEBHOOK_SECRET}` });
    expect(read(`${time},${good}`, body, rolled).id).toBe('evt_1');
    expect(read(signatureOf(body, 'whsec_new', seconds()), body, rolled).id).toBe('evt_1');
  });
});
