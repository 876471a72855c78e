import type { FastifyInstance } from 'fastify';
import { wantedPath } from '../../../domain/access/route-guard.ts';
import { paymentCalls, type PaymentView } from '../../../domain/calls/payments.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { paymentPath } from '../../../domain/payments/paths.ts';
import { prepared, type Tx } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { once } from '../../platform/idempotency.ts';
import { problem } from '../../platform/problem.ts';
import type { PaymentServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { limitKeys, requireAccess, type Sought } from './access.ts';
import { addPaid, dueOf } from './capture.ts';
import { beginCardPayment, endCardPayment, settlePayment } from './card-payments.ts';
import { loadPayable, noPayment, openCharge, type OpenedCharge, type PaymentContext } from './charges.ts';
import { ownCancelEffect } from './money-effect.ts';
import { payByDepartment } from './departments.ts';
import { amountChanged, payWithBalances } from './pay.ts';
import { beginTopUp } from './topup.ts';
import type { Charge, PayableState } from './payables.ts';
import { paidView, paymentView } from './view.ts';

export async function registerPayments(app: FastifyInstance, services: PaymentServices): Promise<void> {
  addCalls(app, paymentCalls, {
    'GET /api/payment/:endpoint/:id': ({ actor, params, query }) =>
      paymentView(services, actor, { ...params, ...query, key: query.key }),
    'GET /api/payment/:endpoint/:id/cancel-effect': ({ actor, params }) => cancelEffect(services, actor, params),
    'POST /api/payment/:endpoint/:id/balances': ({ actor, params, body, key }) => {
      const sought = { ...params, key: body.key };
      return payOnce(services, { actor, sought, key, body }, (context, opened, payerId) => {
        const { amountCents, dueCents = dueOf(opened.charge) } = body;
        if (dueCents !== dueOf(opened.charge)) throw amountChanged();
        return payWithBalances(context, opened, { payerId, amountCents });
      });
    },
    'POST /api/payment/:endpoint/:id/department': ({ actor, params, body, key }) => {
      const sought = { ...params, key: body.key };
      return payOnce(services, { actor, sought, key, body }, (context, opened, payerId) => {
        const { balanceId, amountCents, account = null } = body;
        return payByDepartment(context, opened, { payerId, balanceId, amountCents, account });
      });
    },
    'POST /api/payment/:endpoint/:id/card': async ({ actor, params, body }) => {
      const sought = { ...params, key: body.key };
      await limitKeys(services, actor, sought);
      const payerId = requireAccountId(actor);
      const from = wantedPath(body.from ?? null);
      const pageUrl = `${siteOrigin(services.settings, app.server.address())}${paymentPath(params.endpoint, params.id, { key: body.key, from })}`;
      const email = await emailOf(services, payerId);
      return beginCardPayment(services, (tx) => openFor(services, tx, actor, sought), { payerId, email, pageUrl });
    },
    'POST /api/payment/:endpoint/:id/desk': async ({ actor, params, body }) => {
      const sought = { ...params, key: body.key };
      await limitKeys(services, actor, sought);
      return services.engine.transaction(async (tx) => {
        const { opened } = await openFor(services, tx, actor, sought);
        const code = opened.charge.deskCode;
        return { code, path: paymentPath(params.endpoint, params.id, { key: code }) };
      });
    },
    'GET /api/payment/payments/:id': ({ actor, params }) => ownPayment(services, actor, params.id),
    'POST /api/payment/topup': async ({ actor, body }) => ({
      id: await beginTopUp(services, actor, body.amountCents),
    }),
  });
}

function cancelEffect(services: PaymentServices, actor: Actor, { endpoint, id }: Pick<Sought, 'endpoint' | 'id'>) {
  return services.engine.transaction(async (tx) => {
    const context = { services, tx, actor };
    const { state } = await loadPayable(context, endpoint, id);
    if (state.ownerId !== requireAccountId(actor)) throw noPayment();
    return ownCancelEffect(context, endpoint, id);
  });
}

interface PaymentCall {
  actor: Actor;
  sought: Sought;
  /** Idempotency-Key */
  key: string | undefined;
  body: unknown;
}

/**
 * Pays once per key, and returns what the pay page shows then. A card payment that the payer has begun for the same charge is ended first, so
 * that the two cannot both succeed.
 */
async function payOnce(
  services: PaymentServices,
  { actor, sought, key, body }: PaymentCall,
  pay: (context: PaymentContext, opened: OpenedCharge, payerId: number) => Promise<Charge | null>,
): Promise<PaymentView> {
  await limitKeys(services, actor, sought);
  const userId = requireAccountId(actor);
  await endOwnCardPayment(services, userId, sought);
  const scope = `pay ${sought.endpoint} ${sought.id}`;
  const paid = await services.engine.transaction(async (tx) => {
    const made: { state: PayableState; charge: Charge }[] = [];
    await once(tx, { userId, scope, key, body }, async () => {
      const { context, opened } = await openFor(services, tx, actor, sought);
      // A discount can leave nothing to pay.
      const charge =
        dueOf(opened.charge) === 0 ? await addPaid(context, opened, 0) : await pay(context, opened, userId);
      if (charge?.state === 'paid') made.push({ state: opened.state, charge });
      return opened.charge.id;
    });
    return made[0];
  });
  return paid ? paidView(services, actor, paid, null) : paymentView(services, actor, sought);
}

async function openFor(
  services: PaymentServices,
  tx: Tx,
  actor: Actor,
  sought: Sought,
): Promise<{ context: PaymentContext; opened: OpenedCharge }> {
  const context = { services, tx, actor };
  const { endpoint, id } = sought;
  const opened = await openCharge(context, endpoint, id, {
    allows: (loaded) => requireAccess(context, sought, loaded),
  });
  return { context, opened };
}

async function endOwnCardPayment(services: PaymentServices, userId: number, { endpoint, id }: Sought): Promise<void> {
  if (services.gateway === null) return;
  const query = services.db
    .selectFrom('payments as p')
    .innerJoin('charges as c', 'c.id', 'p.chargeId')
    .select(['p.id', 'c.sourceId'])
    .where('p.payerId', '=', userId)
    .where('p.liveFor', 'is not', null)
    .where('c.endpoint', '=', endpoint);
  const own = await prepared(services.db, query);
  if (own.length === 0) return;
  // Several things can be paid together: under the charge of the first.
  const { state } = await services.engine.transaction((tx) => loadPayable({ services, tx }, endpoint, id));
  const live = own.find(({ sourceId }) => sourceId === (state.sourceId ?? id));
  if (live) await endCardPayment(services, live.id);
}

async function emailOf({ db }: PaymentServices, userId: number): Promise<string | null> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email ?? null;
}

/** The page to which a payer returns calls it until the payment has an end. */
async function ownPayment(services: PaymentServices, actor: Actor, id: number) {
  const payerId = requireAccountId(actor);
  const own = await services.db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where('payerId', '=', payerId)
    .executeTakeFirst();
  if (!own) throw problem(404, 'payment.not-found', 'Not found', 'There is no such payment.');
  const { state, amountCents, isLate } = await settlePayment(services, id);
  return { state, amountCents, isLate: isLate ?? false };
}
