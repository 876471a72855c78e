import type { FastifyInstance } from 'fastify';
import { tillCalls } from '../../../domain/calls/till.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { canAccess } from '../../declarations/permission.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem, tooMany } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { ungranted } from '../../resources/refusals.ts';
import type { PaymentServices } from '../../services.ts';
import { onRefunded, onRefunding, registerDrawer } from '../payments/payables.ts';
import { beginTopUp } from '../payments/topup.ts';
import { sendReceiptAgain } from '../receipts/notices.ts';
import { closeOwn, countOwn } from './close.ts';
import { addTillCommands } from './commands.ts';
import { readCustomer } from './customer.ts';
import { findDrawer, recordRefund, requireCash } from './drawer.ts';
import { findCustomers } from './find.ts';
import { addGuest, refuseGuestBalance } from './guests.ts';
import { itemsFor, orderItems, removeOrder } from './items.ts';
import { tillReport } from './report.ts';
import { sell } from './sell.ts';
import { tillState } from './state.ts';

/** Searches of a busy desk. More is guessing of codes. */
const FINDING: RateLimit = { name: 'till.find', perClient: 1200, seconds: 3600 };
const GUESTS: RateLimit = { name: 'till.guests', perClient: 600, seconds: 3600 };
const EMAILS: RateLimit = { name: 'till.emails', perClient: 120, seconds: 3600 };

/** People who can open a drawer can use it. */
function requireCashier({ engine }: PaymentServices, actor: Actor): void {
  const { resolver } = engine;
  if (!canAccess(resolver.access(actor, resolver.resource('tills'), 'open')))
    throw ungranted(actor, 'You cannot use the till.');
}

function requireKey(key: string | undefined): string {
  if (key === undefined)
    throw problem(400, 'till.no-key', 'Bad request', 'Payments and orders need an Idempotency-Key.');
  return key;
}

async function registerTill(app: FastifyInstance, services: PaymentServices): Promise<void> {
  const limit = async (actor: Actor, rule: RateLimit): Promise<void> => {
    const wait = await services.limits.use(rule, String(actor.id ?? actor.ip));
    if (wait !== null) throw tooMany('till.too-many', 'Too many requests', 'Wait before you try again.', wait);
  };
  const asCashier =
    <Context extends { actor: Actor }, Result>(handle: (context: Context) => Promise<Result>) =>
    async (context: Context): Promise<Result> => {
      requireCashier(services, context.actor);
      return handle(context);
    };
  addCalls(app, tillCalls, {
    'GET /api/till': asCashier(({ actor }) => tillState(services, actor)),
    'GET /api/till/find': asCashier(async ({ actor, query }) => {
      await limit(actor, FINDING);
      return findCustomers(services, actor, query.text);
    }),
    'POST /api/till/guests': asCashier(async ({ actor, body, key }) => {
      await limit(actor, GUESTS);
      return addGuest(services, actor, body, requireKey(key));
    }),
    'GET /api/till/customers/:id': asCashier(({ actor, params }) => readCustomer(services, actor, params.id)),
    'POST /api/till/customers/:id/topup': asCashier(async ({ actor, params, body }) => {
      await services.engine.get(actor, 'users', params.id);
      await refuseGuestBalance(services, params.id);
      await beginTopUp(services, actor, body.amountCents, params.id);
      return readCustomer(services, actor, params.id);
    }),
    'GET /api/till/customers/:id/items': asCashier(({ actor, params }) => itemsFor(services, actor, params.id)),
    'POST /api/till/customers/:id/orders': asCashier(({ actor, params, body, key }) =>
      orderItems(services, actor, params.id, { ...body, key: requireKey(key) }),
    ),
    'POST /api/till/customers/:id/orders/:orderId/remove': asCashier(({ actor, params }) =>
      removeOrder(services, actor, params.id, params.orderId),
    ),
    'POST /api/till/sales': asCashier(({ actor, body, key }) =>
      sell(services, actor, { ...body, key: requireKey(key) }),
    ),
    'POST /api/till/receipts/:chargeId/email': asCashier(async ({ actor, params }) => {
      await limit(actor, EMAILS);
      await sendReceiptAgain(services, params.chargeId);
    }),
    'POST /api/till/count': asCashier(({ actor, body }) => countOwn(services, actor, body.countedCents)),
    'POST /api/till/close': asCashier(async ({ actor, body, key }) => {
      const note = body.note?.trim() || null;
      return { id: await closeOwn(services, actor, { ...body, note, key }) };
    }),
    'GET /api/till/sessions/:id': asCashier(({ actor, params }) => tillReport(services, actor, params.id)),
  });
}

/** The till: drawers with cash, and the payments that staff take at the desk. */
export const till: Feature = {
  name: 'till',
  checks: (services) => {
    registerDrawer(services, findDrawer);
    onRefunding(services, requireCash);
    onRefunded(services, recordRefund);
  },
  commands: addTillCommands,
  routes: registerTill,
};
