import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { Gateway, GatewaySession, NewSession } from '../../platform/gateway.ts';
import { problem } from '../../platform/problem.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { PaymentServices } from '../../services.ts';
import { post } from '../ledger/post.ts';
import { addPaid, dueOf } from './capture.ts';
import { lockCharge, type OpenedCharge, type PaymentContext } from './charges.ts';
import { notifyPayer } from './notices.ts';
import { entryOf, inProgress, incomeOf } from './pay.ts';
import { payableOf, type Charge, type Payable, type PayableState } from './payables.ts';

export type Payment = RowOf<'payments'>;

/** The shortest time that providers accept, and a minute for clocks that differ. */
const SESSION_MINUTES = 31;
/** Providers refuse a session that ends sooner. */
const LEAST_MINUTES = 30;
/** Of the same page in several tabs: each round ends the payment of another payer. */
const ROUNDS = 3;

interface CardPayer {
  payerId: number;
  email: string | null;
  /** The page to return to, with the origin. */
  pageUrl: string;
}

/**
 * Begins a card payment of what is due, or continues the payer's own one: a second tab gets the same session. There is at most one card
 * payment of a charge: a payment of someone else, or of another amount, ends first. No call of the provider is part of a transaction.
 */
export async function beginCardPayment(
  services: PaymentServices,
  open: (tx: Tx) => Promise<{ context: PaymentContext; opened: OpenedCharge }>,
  payer: CardPayer,
): Promise<{ paymentId: number; url: string }> {
  const gateway = requireGateway(services);
  for (let round = 0; round < ROUNDS; round += 1) {
    const reserved = await services.engine.transaction(async (tx) => {
      const { context, opened } = await open(tx);
      return reserve(context, opened, payer);
    });
    if ('paymentId' in reserved) return openSession(services, gateway, reserved.paymentId);
    await endCardPayment(services, reserved.other);
  }
  throw inProgress();
}

export function requireGateway({ gateway }: Pick<PaymentServices, 'gateway'>): Gateway {
  if (gateway === null)
    throw problem(409, 'payment.no-cards', 'Not available', 'Card payments are not available. Choose another method.');
  return gateway;
}

async function reserve(
  { services, tx, actor }: PaymentContext,
  { charge }: OpenedCharge,
  { payerId, email, pageUrl }: CardPayer,
): Promise<{ paymentId: number } | { other: number }> {
  const amountCents = dueOf(charge);
  const live = await livePayment(tx, charge.id);
  if (live) {
    const isSame = live.payerId === payerId && live.amountCents === amountCents;
    const least = live.state === 'created' ? LEAST_MINUTES * 60_000 : 0;
    const isFresh = live.expiresAt != null && Date.parse(live.expiresAt) > services.clock.now() + least;
    return isSame && isFresh ? { paymentId: live.id } : { other: live.id };
  }
  const expiresAt = new Date(services.clock.now() + SESSION_MINUTES * 60_000).toISOString();
  const values = { chargeId: charge.id, payerId, method: 'card' as const, amountCents, expiresAt };
  const request = { description: charge.title, email, pageUrl };
  const payment = await services.engine.create(
    actor,
    'payments',
    { ...values, request, state: 'created', liveFor: String(charge.id) },
    { tx, command: true },
  );
  return { paymentId: payment.id };
}

function livePayment(tx: Tx, chargeId: number) {
  return tx
    .selectFrom('payments')
    .select(['id', 'payerId', 'amountCents', 'expiresAt', 'state'])
    .where('liveFor', '=', String(chargeId))
    .executeTakeFirst();
}

/** The address of the session is stored before anyone gets it: a payment without one cannot be paid. */
async function openSession(
  services: PaymentServices,
  gateway: Gateway,
  paymentId: number,
): Promise<{ paymentId: number; url: string }> {
  const payment = await readPayment(services, paymentId);
  if (payment.state === 'open' && payment.checkoutUrl != null) return { paymentId, url: payment.checkoutUrl };
  const { sessionId, url } = await gateway.createSession(sessionOf(services, payment));
  const isOpen = await services.engine.transaction(async (tx) => {
    const [locked] = await services.engine.lock(tx, 'payments', [paymentId]);
    const isLive = locked?.state === 'created' || locked?.state === 'open';
    const values = { sessionId, checkoutUrl: url, ...(isLive ? { state: 'open' as const } : {}) };
    await services.engine.update(SYSTEM, 'payments', paymentId, values, { tx, command: true });
    return isLive;
  });
  if (isOpen) return { paymentId, url };
  await gateway.expireSession(sessionId);
  throw inProgress();
}

function sessionOf({ model }: Pick<PaymentServices, 'model'>, payment: Payment): NewSession {
  const { pageUrl, description, email } = payment.request as { pageUrl: string; description: string; email: string };
  const separator = pageUrl.includes('?') ? '&' : '?';
  return {
    ...{ paymentId: payment.id, attempt: 1, amountCents: payment.amountCents, currency: model.site.currency },
    ...{ description, email, expiresAt: payment.expiresAt ?? '' },
    successUrl: `${pageUrl}${separator}payment=${payment.id}`,
    cancelUrl: pageUrl,
  };
}

async function readPayment({ db }: Pick<PaymentServices, 'db'>, id: number): Promise<Payment> {
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  if (!payment) throw problem(404, 'payment.not-found', 'Not found', 'There is no such payment.');
  return payment as Payment;
}

/**
 * Ends a card payment: it can no longer be paid, or it turns out to be paid and is booked. 409 `payment.in-progress` while the provider
 * still processes it.
 */
export async function endCardPayment(services: PaymentServices, paymentId: number): Promise<void> {
  const payment = await readPayment(services, paymentId);
  if (payment.sessionId == null) {
    await cancelCreated(services, paymentId);
    return;
  }
  await requireGateway(services).expireSession(payment.sessionId);
  const after = await settlePayment(services, paymentId);
  if (after.state === 'created' || after.state === 'open') throw inProgress();
}

/** Its session has no address that anyone knows. */
async function cancelCreated({ engine }: PaymentServices, paymentId: number): Promise<void> {
  await engine.transaction(async (tx) => {
    const [payment] = await engine.lock(tx, 'payments', [paymentId]);
    if (payment?.state !== 'created') return;
    const values = { state: 'canceled', liveFor: null } as const;
    await engine.update(SYSTEM, 'payments', paymentId, values, { tx, command: true });
  });
}

/**
 * Brings a card payment to the state that its session has at the provider. Safe to repeat and to run at the same time: the webhook, the page
 * to which the payer returns, the sweep and staff all call it.
 */
export async function settlePayment(services: PaymentServices, paymentId: number): Promise<Payment> {
  const payment = await readPayment(services, paymentId);
  if (payment.method !== 'card' || payment.sessionId == null || payment.state === 'captured') return payment;
  const session = await requireGateway(services).readSession(payment.sessionId);
  return services.engine.transaction((tx) => applySession({ services, tx, actor: SYSTEM }, payment, session));
}

async function applySession(context: PaymentContext, known: Payment, session: GatewaySession): Promise<Payment> {
  const { services, tx, actor } = context;
  const { charge, payable, isDue } = await lockForPayment(context, known.chargeId);
  const [payment] = await services.engine.lock(tx, 'payments', [known.id]);
  if (!payment) throw new Error('Payments are not deleted.');
  if (payment.state === 'captured' || session.state === 'open' || session.state === 'processing') return payment;
  const options = { tx, command: true } as const;
  const { state } = session;
  if (state !== 'paid') {
    if (payment.liveFor == null) return payment;
    if (state === 'failed') await notifyPayer(context, 'paymentFailed', charge, payment);
    return services.engine.update(actor, 'payments', payment.id, { state, liveFor: null }, options);
  }
  const { amountCents, currency, intentId } = session;
  const isLate =
    !isDue ||
    charge.state !== 'open' ||
    amountCents > dueOf(charge) ||
    // The site's currency was changed in the meantime: a refund returns the amount in that of the payment.
    currency !== services.model.site.currency;
  const { journalId } = await post(tx, {
    ...entryOf(charge, payment.id, payment.payerId ?? null),
    movements: [{ debit: 'clearing', credit: isLate ? 'suspense' : incomeOf(charge), amountCents }],
  });
  const capturedAt = services.clock.instant();
  const values = { amountCents, intentId, journalId, capturedAt, isLate, liveFor: null, state: 'captured' as const };
  const captured = await services.engine.update(actor, 'payments', payment.id, values, options);
  if (isLate) await notifyPayer(context, 'paymentLate', charge, captured);
  else await addPaid(context, { payable, charge }, amountCents);
  return captured;
}

/** The thing, then its charge. `isDue`: the thing still waits for its payment. */
export async function lockForPayment(
  context: Pick<PaymentContext, 'services' | 'tx'>,
  chargeId: number,
): Promise<{ payable: Payable; state: PayableState | null; charge: Charge; isDue: boolean }> {
  const { services, tx } = context;
  const known = await tx
    .selectFrom('charges')
    .select(['endpoint', 'sourceId'])
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow();
  const payable = payableOf(services, known.endpoint);
  if (!payable) throw new Error(`Nothing registers the payable "${known.endpoint}".`);
  const state = await payable.load(tx, known.sourceId);
  return { payable, state, charge: await lockCharge(context, chargeId), isDue: state?.state === 'due' };
}
