import type { FastifyInstance } from 'fastify';
import { storeCalls } from '../../../domain/calls/store.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { CommandServices } from '../../services.ts';
import { setQuantity } from './cart.ts';
import { checkOut } from './checkout.ts';
import { addOrderCommands } from './order-commands.ts';
import { expireOrders } from './order-states.ts';
import { cancelOwnOrder, ownOrders, storefront } from './own-orders.ts';
import { registerOrders } from './payable.ts';
import { addPriceRules, applyPrices } from './prices.ts';
import { addStockCommands, addStockRules } from './stock-commands.ts';
import { remindOfUnclaimed } from './unclaimed.ts';

async function registerStore(app: FastifyInstance, services: CommandServices): Promise<void> {
  addCalls(app, storeCalls, {
    'GET /api/store': ({ actor }) => storefront(services, actor),
    'PUT /api/store/cart/:itemId': ({ actor, params, body }) =>
      setQuantity(services, actor, params.itemId, body.quantity),
    'POST /api/store/:storeId/orders': async ({ actor, params, body, key }) => {
      const id = await checkOut(services, actor, { ...params, ...body, key });
      return { id, isPaid: body.totalCents === 0 };
    },
    'GET /api/store/orders': ({ actor, query }) => ownOrders(services, actor, query.limit),
    'POST /api/store/orders/:id/cancel': ({ actor, params, body }) =>
      cancelOwnOrder(services, actor, params.id, body?.refundCents),
  });
}

export const store: Feature = {
  name: 'store',
  checks: (services) => {
    addStockRules(services);
    addPriceRules(services);
  },
  commands: (services) => {
    registerOrders(services);
    addStockCommands(services);
    addOrderCommands(services);
  },
  schedules: [
    { name: 'store-expired-orders', cron: '* * * * *', run: expireOrders },
    { name: 'store-prices', cron: '*/15 * * * *', run: applyPrices },
    { name: 'store-unclaimed', cron: '23 * * * *', run: remindOfUnclaimed },
  ],
  routes: registerStore,
};
