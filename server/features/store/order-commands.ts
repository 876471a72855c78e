import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandCall, CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { REFUND_CHOICE, refundedEffect, refundInput, refundNotes, wantsRefund } from '../payments/refund-choice.ts';
import { lockPaid } from '../payments/refund-parts.ts';
import { refundLater } from '../payments/void.ts';
import { notifyCustomer } from './notices.ts';
import { beingPaid } from './order-rules.ts';
import type { ThingRefund } from '../payments/payables.ts';
import type { Order, OrderLine } from './order-rows.ts';
import { endOrder, linesOf, cardPaymentBegun } from './order-states.ts';
import { lineRefund, orderRefunds } from './order-refunds.ts';
import { moveStock } from './stock.ts';

const REASON = { type: 'string', title: 'Reason', minLength: 3, maxLength: 300 } as const;
const HANDED_OUT: readonly Order['state'][] = ['placed', 'ready', 'partlyCollected'];

export function addOrderCommands(services: CommandServices): void {
  addMarkReady(services);
  addHandOut(services);
  addCancel(services);
  addLineCommands(services);
}

function addMarkReady(services: CommandServices): void {
  services.engine.command('orders.markReady', {
    resource: 'orders',
    run: async ({ tx, actor, rows }) => {
      for (const { id } of rows) {
        const values = { state: 'ready' as const, readyAt: services.clock.instant() };
        const ready = await services.engine.update(actor, 'orders', id, values, { tx, command: true });
        await notifyCustomer(services, tx, 'orderReady', ready, actor.id);
      }
    },
  });
}

function addHandOut(services: CommandServices): void {
  services.engine.command('orders.handOut', {
    resource: 'orders',
    refusals: async ({ rows, actor }) => ownOrders(rows, actor),
    run: async ({ tx, actor, rows }) => {
      for (const order of rows) {
        const lines = await linesOf(tx, order.id);
        await handOut(services, tx, actor, order, new Map(lines.map(({ id, quantity }) => [id, quantity])));
      }
    },
  });
}

/** No one hands goods out to themselves. */
function ownOrders(rows: readonly Order[], actor: Actor): Map<number, string> {
  return new Map(
    rows
      .filter(({ userId }) => userId === actor.id)
      .map(({ id }): [number, string] => [id, 'Someone else must handle your own order.']),
  );
}

/** `collected`: by line, how many are collected from now on. */
async function handOut(
  { engine, clock }: Needs<'engine' | 'clock'>,
  tx: Tx,
  actor: Actor,
  order: Order,
  collected: ReadonlyMap<number, number>,
): Promise<void> {
  await engine.updateEach(
    tx,
    actor,
    'orderLines',
    new Map([...collected].map(([id, quantity]) => [id, { collected: quantity }])),
  );
  const lines = await linesOf(tx, order.id);
  const isDone = lines.every((line) => line.collected === line.quantity);
  const values = isDone
    ? { state: 'collected' as const, collectedAt: clock.instant() }
    : { state: 'partlyCollected' as const };
  await engine.update(actor, 'orders', order.id, values, { tx, command: true });
}

function addCancel(services: CommandServices): void {
  services.engine.command('orders.cancel', {
    resource: 'orders',
    inputs: { required: ['reason'], properties: { reason: REASON, refund: REFUND_CHOICE } },
    planned: ['refund'],
    refusals: async ({ rows, actor }) => ownOrders(rows, actor),
    inputsFor: async ({ tx, rows }) => ({ reason: {}, ...refundInput(await orderRefunds(tx, rows)) }),
    effect: async (call) => refundedEffect(call, await orderRefunds(call.tx, call.rows)),
    notes: async (call) => {
      const things = await orderRefunds(call.tx, call.rows);
      return things.length === 0
        ? ['Nothing has been paid, so nothing is refunded.']
        : refundNotes(call, { endpoint: 'order', things });
    },
    run: async (call) => {
      const { tx, actor, rows, inputs } = call;
      const reason = String(inputs['reason']).trim();
      for (const order of rows) {
        if (order.state === 'open' && (await cardPaymentBegun(services, tx, order.id))) throw beingPaid();
        const isRefunded = wantsRefund(call);
        const canceled = await endOrder(services, tx, actor, order, { state: 'canceled', reason, isRefunded });
        await notifyCustomer(services, tx, 'orderCanceled', canceled, actor.id);
      }
    },
  });
}

type LineRows = CommandRows<'orderLines'>;

/** The orders are locked before their lines. */
function lockOrdersOf({ engine }: Needs<'engine'>) {
  return async (tx: Tx, ids: readonly (string | number)[]): Promise<void> => {
    const rows = await tx.selectFrom('orderLines').select('orderId').where('id', 'in', ids.map(Number)).execute();
    await engine.lock(tx, 'orders', [...new Set(rows.map(({ orderId }) => orderId))]);
  };
}

async function ordersOf({ engine }: Needs<'engine'>, { tx, rows }: LineRows): Promise<Map<number, Order>> {
  const orders = await engine.lock(tx, 'orders', [...new Set(rows.map(({ orderId }) => orderId))]);
  return new Map(orders.map((order) => [order.id, order]));
}

async function refuseLines(
  call: LineRows,
  refuse: (line: OrderLine, order: Order) => string | null,
): Promise<Map<number, string>> {
  const ids = [...new Set(call.rows.map(({ orderId }) => orderId))];
  const found = await call.tx.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
  const orders = new Map(found.map((order) => [order.id, order]));
  return new Map(
    call.rows.flatMap((line): [number, string][] => {
      const order = orders.get(line.orderId);
      const own = order?.userId === call.actor.id ? 'Someone else must handle your own order.' : null;
      const refusal = order === undefined ? 'This order no longer exists.' : (own ?? refuse(line, order));
      return refusal === null ? [] : [[line.id, refusal]];
    }),
  );
}

function quantityOf({ inputs }: CommandCall<'orderLines'>, most: number): number {
  const quantity = Number(inputs['quantity']);
  if (quantity > most) throw invalid({ quantity: `At most ${most}.` });
  return quantity;
}

const QUANTITY = { type: 'integer', title: 'How many', minimum: 1, maximum: 10_000 } as const;

function addLineCommands(services: CommandServices): void {
  const { engine } = services;
  const lock = lockOrdersOf(services);
  engine.command('orderLines.handOut', {
    resource: 'orderLines',
    lock,
    inputs: { required: ['quantity'], properties: { quantity: QUANTITY } },
    refusals: (call) =>
      refuseLines(call, ({ quantity, collected }, { state }) =>
        HANDED_OUT.includes(state) && collected < quantity ? null : 'There is nothing to hand out.',
      ),
    inputsFor: async ({ rows }) => ({ quantity: onlyOne(rows, ({ quantity, collected }) => quantity - collected) }),
    run: async (call) => {
      const orders = await ordersOf(services, call);
      for (const line of call.rows) {
        const order = orders.get(line.orderId);
        const given = quantityOf(call, line.quantity - line.collected);
        if (order) await handOut(services, call.tx, call.actor, order, new Map([[line.id, line.collected + given]]));
      }
    },
  });
  engine.command('orderLines.takeBack', {
    resource: 'orderLines',
    lock,
    inputs: {
      required: ['quantity', 'restock', 'reason'],
      properties: {
        quantity: QUANTITY,
        restock: { type: 'boolean', title: 'Can be sold again', default: true },
        reason: REASON,
        refund: REFUND_CHOICE,
      },
    },
    planned: ['quantity', 'refund'],
    effect: async (call) => refundedEffect(call, await refundsOfReturn(call)),
    notes: async (call) => refundNotes(call, { endpoint: 'order', things: await refundsOfReturn(call) }),
    refusals: (call) =>
      refuseLines(call, ({ collected, returned }) => (returned < collected ? null : 'There is nothing to take back.')),
    inputsFor: async (call) => ({
      quantity: onlyOne(call.rows, ({ collected, returned }) => collected - returned),
      restock: {},
      reason: {},
      ...refundInput(await refundsOfReturn(call)),
    }),
    run: (call) => takeBack(services, call),
  });
}

function onlyOne(rows: readonly OrderLine[], most: (line: OrderLine) => number) {
  const [line] = rows;
  return line === undefined || rows.length > 1 ? {} : { default: most(line), maximum: most(line) };
}

/** What taking back the entered quantity refunds; without one, everything that was collected. */
async function refundsOfReturn({ tx, rows, inputs }: LineRows): Promise<ThingRefund[]> {
  const [line] = rows;
  if (line === undefined || rows.length > 1) return [];
  const most = line.collected - line.returned;
  const quantity = typeof inputs['quantity'] === 'number' ? Math.min(inputs['quantity'], most) : most;
  return lineRefund(tx, line, quantity);
}

async function takeBack(services: CommandServices, call: CommandCall<'orderLines'>): Promise<void> {
  const { tx, actor, rows, inputs } = call;
  const reason = String(inputs['reason']).trim();
  const refunded = wantsRefund(call) ? await refundsOfReturn(call) : [];
  const orderIds = refunded.map(({ id }) => id);
  // Before the stock is locked.
  if (orderIds.length > 0) await lockPaid({ services, tx }, 'order', orderIds);
  for (const thing of refunded) refundLater(services, tx, { endpoint: 'order', ...thing, actor, reason });
  for (const line of rows) {
    const quantity = quantityOf(call, line.collected - line.returned);
    const returned = { returned: line.returned + quantity };
    await services.engine.update(actor, 'orderLines', line.id, returned, { tx, command: true });
    if (inputs['restock'] !== true) continue;
    const { stock } = await tx
      .selectFrom('storeItems')
      .select('stock')
      .where('id', '=', line.itemId)
      .executeTakeFirstOrThrow();
    const cause = { kind: 'returned' as const, reason, orderId: line.orderId, byId: actor.id };
    if (stock !== null) await moveStock(tx, [{ itemId: line.itemId, quantity }], cause);
  }
}
