import type { FastifyInstance } from 'fastify';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { JobData } from '../../platform/jobs/jobs.ts';
import type { Needs, PaymentServices } from '../../services.ts';
import { settlePayment } from './card-payments.ts';
import { settleRefund } from './card-refunds.ts';
import { readDispute } from './disputes.ts';

/** A notification of the card provider: `{ type, objectId }`. */
export const CARD_EVENT = 'payments.cardEvent';

const MAX_BYTES = 256 * 1024;
/** A provider sends all its notifications from few addresses. */
const LIMIT: RateLimit = {
  name: 'card-events',
  perClient: 6000,
  shared: { total: 12_000, share: 600 },
  seconds: 300,
};

/**
 * Receives the notifications of the card provider. The answer is sent once the job is stored, so that none is lost. A notification only says
 * what to read again: copies and a wrong order do no harm.
 */
export async function registerCardEvents(
  app: FastifyInstance,
  services: Needs<'db' | 'gatewayAccount' | 'jobs' | 'limits'>,
): Promise<void> {
  const limited = services.limits.refusing(LIMIT, 'gateway.too-many', 'Too many calls', 'Too many notifications.');
  // The signature is of the bytes.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
  app.post<{ Body: unknown }>(
    '/api/gateway/events',
    {
      config: { public: true },
      onRequest: limited,
      bodyLimit: MAX_BYTES,
      schema: { summary: 'Signed notifications of the card provider' },
    },
    async ({ headers, body }, reply) => {
      const { gatewayAccount, jobs, db } = services;
      if (gatewayAccount === null) throw problem(404, 'gateway.none', 'Not found', 'Card payments are not configured.');
      const signature = headers['stripe-signature'];
      const event = gatewayAccount.readEvent(
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        typeof signature === 'string' ? signature : '',
      );
      await jobs.enqueue(db, CARD_EVENT, { type: event.type, objectId: event.objectId });
      return reply.code(200).send();
    },
  );
}

/** Notifications of what the portal does not know fail, so that they appear among the failed jobs. Other kinds are ignored. */
export async function applyCardEvent(
  services: PaymentServices & Needs<'gatewayAccount'>,
  { type, objectId }: JobData,
): Promise<void> {
  const [kind, id] = [String(type), String(objectId)];
  if (kind.startsWith('checkout.session.')) await settleSession(services, id);
  if (kind.startsWith('refund.')) await settleProviderRefund(services, id);
  if (kind.startsWith('charge.dispute.')) await readDispute(services, id);
}

/** The id of a session is stored right after it was created: until then, the job is repeated. */
async function settleSession(services: PaymentServices, sessionId: string): Promise<void> {
  const payment = await services.db
    .selectFrom('payments')
    .select('id')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  if (!payment) throw new Error(`No payment has the session ${sessionId}.`);
  await settlePayment(services, payment.id);
}

async function settleProviderRefund(
  services: PaymentServices & Needs<'gatewayAccount'>,
  providerId: string,
): Promise<void> {
  const refund = await services.gatewayAccount?.readRefund(providerId);
  if (refund == null) throw new Error(`The card provider does not know the refund ${providerId}.`);
  if (refund.refundId === null) throw new Error(`The refund ${providerId} was not made by this portal.`);
  await settleRefund(services, refund.refundId, refund);
}
