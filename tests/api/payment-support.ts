import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { PaymentView } from '../../domain/calls/payments.ts';
import type { Gateway, GatewaySession, NewSession } from '../../server/platform/gateway.ts';
import { makeRow } from '../factories/any-row.ts';
import { formOf, publishForm, type RequestCaller } from './request-calls.ts';
import type { TestApp, TestUser } from './support.ts';

/** A provider in memory: sessions that the test pays, and refunds. */
export class MemoryGateway implements Gateway {
  readonly isTest = true;
  readonly sessions = new Map<string, GatewaySession & { session: NewSession }>();
  readonly refunds = new Map<number, number>();
  refundState: 'succeeded' | 'pending' | 'failed' = 'succeeded';

  createSession(session: NewSession): Promise<{ sessionId: string; url: string }> {
    const sessionId = `cs_${session.paymentId}_${session.attempt}`;
    if (!this.sessions.has(sessionId))
      this.sessions.set(sessionId, {
        ...{ state: 'open', amountCents: session.amountCents, currency: session.currency },
        ...{ intentId: null, session },
      });
    return Promise.resolve({ sessionId, url: `https://pay.example.edu/${sessionId}` });
  }

  readSession(sessionId: string): Promise<GatewaySession> {
    return Promise.resolve({ ...this.find(sessionId) });
  }

  expireSession(sessionId: string): Promise<void> {
    const session = this.find(sessionId);
    if (session.state === 'open') session.state = 'expired';
    return Promise.resolve();
  }

  refund({ refundId, amountCents }: { refundId: number; amountCents: number }) {
    if (this.refundState !== 'failed') this.refunds.set(refundId, amountCents);
    return Promise.resolve({ providerId: `re_${refundId}`, state: this.refundState });
  }

  /** What the payer does on the hosted page. False where the session is over. */
  pay(paymentId: number): boolean {
    const session = this.find(`cs_${paymentId}_1`);
    if (session.state !== 'open') return false;
    Object.assign(session, { state: 'paid', intentId: `pi_${paymentId}` });
    return true;
  }

  /** The bank refuses a payment that the payer has sent. */
  refuse(paymentId: number): void {
    this.find(`cs_${paymentId}_1`).state = 'failed';
  }

  /** What cards were charged, without what was returned. */
  get netCents(): number {
    const paid = [...this.sessions.values()].filter(({ state }) => state === 'paid');
    const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);
    return sum(paid.map(({ amountCents }) => amountCents)) - sum([...this.refunds.values()]);
  }

  private find(sessionId: string) {
    const session = this.sessions.get(sessionId);
    if (!session) throw new Error(`There is no session ${sessionId}.`);
    return session;
  }
}

/** The calls of the pay page. */
export function payCaller(t: TestApp, user: TestUser) {
  const call = (method: 'GET' | 'POST', path: string, payload?: object, key = ''): Promise<LightMyRequestResponse> =>
    t.app.inject({
      method,
      url: `/api/payment/${path}`,
      headers: { cookie: user.cookie, ...(key === '' ? {} : { 'idempotency-key': key }) },
      ...(payload === undefined ? {} : { payload }),
    });
  return {
    call,
    view: async (path: string): Promise<PaymentView> => {
      const answer = await call('GET', path);
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      return answer.json<PaymentView>();
    },
    payWithBalances: (path: string, amountCents: number, more: { key?: string; repeat?: string } = {}) =>
      call(
        'POST',
        `${path}/balances`,
        { amountCents, ...(more.key === undefined ? {} : { key: more.key }) },
        more.repeat ?? randomUUID(),
      ),
    card: async (path: string, key?: string): Promise<number> => {
      const answer = await call('POST', `${path}/card`, key === undefined ? {} : { key });
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      return answer.json<{ paymentId: number }>().paymentId;
    },
  };
}

/** A form whose requests cost what the person enters. */
export async function pricedForm(admin: RequestCaller): Promise<string> {
  const { name } = await publishForm(
    admin,
    formOf({ cost: { 'x-field': 'Cost', type: 'integer', title: 'Amount', minimum: 1, maximum: 50_000 } }, ['cost']),
    { costType: 'DirectCostInput' },
  );
  return name;
}

/** Half the price of a form, once. */
export async function addSingleUseDiscount(t: TestApp, formName: string): Promise<void> {
  const { id: formId } = await t.services.db
    .selectFrom('forms')
    .select('id')
    .where('name', '=', formName)
    .executeTakeFirstOrThrow();
  await makeRow(t.services, 'discounts', { percent: 50, formId, usesTotal: 1 });
}
