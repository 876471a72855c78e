import type { Stripe } from 'stripe';
import type { Clock } from '../../platform/clock.ts';
import type {
  Gateway,
  GatewayAccount,
  GatewayDispute,
  GatewayEvent,
  GatewayRefund,
  GatewaySession,
  GatewayTransaction,
  NewSession,
} from '../../platform/gateway.ts';
import { stripePackage } from '../../platform/lazy-packages.ts';
import { problem } from '../../platform/problem.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Needs } from '../../services.ts';
import { isLiveKey, type StripeSettings } from './settings.ts';

/** Of one attempt; it is repeated twice with the same idempotency key. Milliseconds. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** Of the signature of an event. Seconds. */
const TOLERANCE = 300;
const SUCCESS_STATES = new Set(['requires_capture', 'processing', 'succeeded']);
const KINDS: Record<string, GatewayTransaction['kind']> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  adjustment: 'dispute',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  stripe_fee: 'fee',
};

/** null: no card payments are offered. */
export function openGateway(
  settings: StripeSettings | null,
  clock: Clock,
): { gateway: Gateway | null; gatewayAccount: GatewayAccount | null } {
  const opened = settings === null ? null : new StripeGateway(settings, clock);
  return { gateway: opened, gatewayAccount: opened };
}

/** Gives services the provider of these settings. */
export function useGateway(
  services: Needs<'settings' | 'gateway' | 'gatewayAccount' | 'clock'>,
  { stripe }: Settings,
): void {
  services.settings.stripe = stripe;
  Object.assign(services, openGateway(stripe, services.clock));
}

class StripeGateway implements Gateway, GatewayAccount {
  readonly isTest: boolean;
  readonly #settings: StripeSettings;
  readonly #clock: Clock;
  #client: Stripe | null = null;

  constructor(settings: StripeSettings, clock: Clock) {
    this.#settings = settings;
    this.isTest = !isLiveKey(settings.secretKey);
    this.#clock = clock;
  }

  async createSession(session: NewSession): Promise<{ sessionId: string; url: string }> {
    const { paymentId, attempt, expiresAt } = session;
    // The time makes keys of two portals with one account differ.
    const idempotencyKey = `payment:${paymentId}:${attempt}:${Date.parse(expiresAt)}`;
    const { id, url } = await this.#call((stripe) =>
      stripe.checkout.sessions.create(sessionParameters(session), { idempotencyKey }),
    );
    if (url === null) throw new Error('The session has no address.');
    return { sessionId: id, url };
  }

  async readSession(sessionId: string): Promise<GatewaySession> {
    const session = await this.#call((stripe) =>
      stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }),
    );
    const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
    return {
      state: sessionState(session, intent),
      amountCents: session.amount_total ?? 0,
      currency: (session.currency ?? '').toUpperCase(),
      intentId: intent?.id ?? null,
    };
  }

  async expireSession(sessionId: string): Promise<void> {
    await this.#call(async (stripe) => {
      await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
        // Not open any more. What it is instead is read next.
        if (!(error instanceof stripePackage().errors.StripeInvalidRequestError) || error.statusCode !== 400)
          throw error;
      });
    });
  }

  async refund({ refundId, intentId, amountCents }: { refundId: number; intentId: string; amountCents: number }) {
    const { id, status } = await this.#call((stripe) =>
      stripe.refunds.create(
        { payment_intent: intentId, amount: amountCents, metadata: { refundId } },
        { idempotencyKey: `refund:${intentId}:${refundId}` },
      ),
    );
    return { providerId: id, state: refundState(status) };
  }

  readEvent(body: Buffer, signature: string): GatewayEvent {
    const { webhooks } = this.#stripe();
    for (const secret of this.#settings.webhookSecrets)
      try {
        return eventOf(
          webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, this.#clock.now()) as unknown,
        );
      } catch (error) {
        if (
          !(error instanceof stripePackage().errors.StripeSignatureVerificationError) &&
          !(error instanceof SyntaxError)
        )
          throw error;
      }
    throw problem(400, 'gateway.signature', 'Bad request', 'The signature of the notification is not valid.');
  }

  async *transactions(since: string): AsyncIterable<GatewayTransaction> {
    const created = { gte: Math.floor(Date.parse(since) / 1000) };
    let after: string | undefined;
    for (;;) {
      const page = await this.#call((stripe) =>
        stripe.balanceTransactions.list({
          ...{ created, limit: 100, expand: ['data.source'] },
          ...(after === undefined ? {} : { starting_after: after }),
        }),
      );
      yield* page.data.map(transactionOf);
      after = page.data.at(-1)?.id;
      if (!page.has_more || after === undefined) return;
    }
  }

  async readRefund(providerId: string): Promise<(GatewayRefund & { refundId: number | null }) | null> {
    const refund = await this.#call((stripe) => stripe.refunds.retrieve(providerId).catch(nullIfMissing));
    if (refund === null) return null;
    const refundId = Number(refund.metadata?.['refundId']);
    return {
      providerId,
      state: refundState(refund.status),
      refundId: Number.isSafeInteger(refundId) ? refundId : null,
    };
  }

  async readDispute(providerId: string): Promise<GatewayDispute | null> {
    const dispute = await this.#call((stripe) => stripe.disputes.retrieve(providerId).catch(nullIfMissing));
    return dispute === null ? null : disputeOf(dispute);
  }

  async check(): Promise<void> {
    await this.#call((stripe) => stripe.checkout.sessions.list({ limit: 1 }));
  }

  #stripe(): Stripe {
    const { secretKey, standIn } = this.#settings;
    this.#client ??= new (stripePackage())(secretKey, {
      ...{ timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false },
      ...(standIn === null ? {} : { ...standIn, protocol: 'http' as const }),
    });
    return this.#client;
  }

  async #call<T>(run: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await run(this.#stripe());
    } catch (error) {
      throw asProblem(error);
    }
  }
}

function sessionParameters(session: NewSession): Stripe.Checkout.SessionCreateParams {
  const { paymentId, amountCents, currency, description, email, expiresAt, successUrl, cancelUrl } = session;
  const metadata = { paymentId };
  const price = { currency: currency.toLowerCase(), unit_amount: amountCents, product_data: { name: description } };
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: price }],
    client_reference_id: String(paymentId),
    metadata,
    payment_intent_data: { metadata, description },
    ...(email === null ? {} : { customer_email: email }),
    expires_at: Math.floor(Date.parse(expiresAt) / 1000),
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

function sessionState(
  { status, payment_status: paid }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): GatewaySession['state'] {
  if (paid === 'paid') return 'paid';
  if (status !== 'complete') return status === 'open' ? 'open' : 'expired';
  // A payment that takes days can still fail. Its session never becomes open again.
  return intent !== null && SUCCESS_STATES.has(intent.status) ? 'processing' : 'failed';
}

function refundState(status: string | null): GatewayRefund['state'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

function nullIfMissing(error: unknown): null {
  if (error instanceof stripePackage().errors.StripeError && error.statusCode === 404) return null;
  throw error;
}

const DISPUTE_STATES: Record<string, GatewayDispute['state']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  prevented: 'won',
  needs_response: 'needsResponse',
  under_review: 'underReview',
  won: 'won',
  lost: 'lost',
};

function disputeOf(dispute: Stripe.Dispute): GatewayDispute {
  const dueBy = dispute.evidence_details.due_by;
  return {
    ...{ providerId: dispute.id, intentId: linkedId(dispute.payment_intent), amountCents: dispute.amount },
    ...{ reason: dispute.reason, state: DISPUTE_STATES[dispute.status] ?? 'underReview' },
    openedAt: instantOf(dispute.created),
    respondBy: dueBy ? instantOf(dueBy) : null,
    movements: dispute.balance_transactions.map(({ id, amount, created }) => ({
      ...{ id, amountCents: amount, at: instantOf(created) },
    })),
  };
}

function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Signed notifications that are not about an object, as of other versions of the interface, are refused. */
function eventOf(event: unknown): GatewayEvent {
  const { id, type, created, data } = (event ?? {}) as Row;
  const object = ((data ?? {}) as Row)['object'];
  if (typeof id !== 'string' || typeof type !== 'string' || !Number.isSafeInteger(created) || !isRow(object))
    throw problem(400, 'gateway.event', 'Bad request', 'The notification is not an event about an object.');
  return {
    ...{ id, type, objectId: textOr(object['id'], '') },
    intentId: linkedId(object['payment_intent']),
    at: instantOf(Number(created)),
  };
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

type Row = Record<string, unknown>;

function transactionOf(row: Stripe.BalanceTransaction): GatewayTransaction {
  const source = row.source as string | Row | null;
  return {
    ...{ id: row.id, kind: KINDS[row.type] ?? 'other', amountCents: row.amount, feeCents: row.fee },
    sourceId: linkedId(source),
    intentId: typeof source === 'object' && source !== null ? linkedId(source['payment_intent']) : null,
    at: instantOf(row.created),
  };
}

/** The id of an object that is expanded or not. */
function linkedId(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return isRow(value) ? textOr(value['id'], null) : null;
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}

/** What people can do something about. Anything else is a fault of this program. */
function asProblem(error: unknown): unknown {
  const { errors } = stripePackage();
  if (error instanceof errors.StripeCardError || error instanceof errors.StripeInvalidRequestError) {
    const refused = problem(409, 'gateway.refused', 'Not possible', `The card provider refuses this: ${error.message}`);
    return Object.assign(refused, { cause: error });
  }
  if (!(error instanceof errors.StripeError) || error instanceof errors.StripeIdempotencyError) return error;
  const isKey = error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError;
  const detail = isKey
    ? 'The card provider refuses the key of this portal. Use another method.'
    : 'The card provider is not responding. Try again in a minute, or use another method.';
  return Object.assign(problem(503, 'gateway.unavailable', 'Unavailable', detail), { cause: error });
}
