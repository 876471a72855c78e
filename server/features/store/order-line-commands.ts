import type { Tx } from '../../platform/database.ts';
import type { Command, CommandCall, CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices, Needs } from '../../services.ts';
import type { ThingRefund } from '../payments/payables.ts';
import { REFUND_CHOICE, refundedEffect, refundInput, refundNotes, wantsRefund } from '../payments/refund-choice.ts';
import { lockPaid } from '../payments/refund-parts.ts';
import { refundLater } from '../payments/void.ts';
import { setCollection } from './hand-out.ts';
import { notifyCustomer } from './notices.ts';
import { lineRefund, refundedOrders } from './order-refunds.ts';
import type { Order, OrderLine } from './order-rows.ts';
import { outstanding, REFUNDED } from './order-rules.ts';
import { soldFromStock } from './order-states.ts';
import { moveStock } from './stock.ts';

const REASON = { type: 'string', title: 'Reason', minLength: 3, maxLength: 300 } as const;
const HANDED_OUT: readonly Order['state'][] = ['placed', 'ready', 'partlyCollected'];

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

/** How many items of a line a command can take. */
type Most = (line: OrderLine) => number;

const returnable: Most = ({ collected, returned }) => collected - returned;

const CANCELED = 'The items that were not handed out are canceled.';

export function addLineCommands(services: CommandServices): void {
  addHandOut(services);
  addTakeBack(services);
  addCancel(services);
}

function addHandOut(services: CommandServices): void {
  services.engine.command('orderLines.handOut', {
    resource: 'orderLines',
    lock: lockOrdersOf(services),
    inputs: { required: ['quantity'], properties: { quantity: QUANTITY } },
    refusals: async (call) => {
      const refunded = await refundedOrders(
        call.tx,
        call.rows.map(({ orderId }) => orderId),
      );
      return refuseLines(call, (line, { id, state }) => {
        if (!HANDED_OUT.includes(state)) return 'There is nothing to hand out.';
        if (refunded.has(id)) return REFUNDED;
        if (outstanding(line) > 0) return null;
        return line.canceled > 0 ? CANCELED : 'There is nothing to hand out.';
      });
    },
    inputsFor: async ({ rows }) => ({ quantity: onlyOne(rows, outstanding) }),
    run: async (call) => {
      const orders = await ordersOf(services, call);
      for (const line of call.rows) {
        const order = orders.get(line.orderId);
        const collected = line.collected + quantityOf(call, outstanding(line));
        if (order) await setCollection(services, call.tx, call.actor, order, new Map([[line.id, { collected }]]));
      }
    },
  });
}

function addTakeBack(services: CommandServices): void {
  services.engine.command('orderLines.takeBack', {
    resource: 'orderLines',
    lock: lockOrdersOf(services),
    inputs: {
      required: ['quantity', 'restock', 'reason'],
      properties: {
        quantity: QUANTITY,
        restock: { type: 'boolean', title: 'Can be sold again', default: true },
        reason: REASON,
        refund: REFUND_CHOICE,
      },
    },
    ...refundingLine(returnable),
    refusals: (call) => refuseLines(call, (line) => (returnable(line) > 0 ? null : 'There is nothing to take back.')),
    inputsFor: async (call) => ({
      quantity: onlyOne(call.rows, returnable),
      restock: {},
      reason: {},
      ...refundInput(await refundsOf(call, returnable)),
    }),
    run: (call) => takeBack(services, call),
  });
}

/** Items that no one has collected. They can be sold again. */
function addCancel(services: CommandServices): void {
  services.engine.command('orderLines.cancel', {
    resource: 'orderLines',
    lock: lockOrdersOf(services),
    inputs: {
      required: ['quantity', 'reason'],
      properties: { quantity: QUANTITY, reason: REASON, refund: REFUND_CHOICE },
    },
    ...refundingLine(outstanding),
    refusals: (call) =>
      refuseLines(call, (line, { state }) => {
        if (state === 'open') return 'The order is not paid yet. Cancel the order instead.';
        return HANDED_OUT.includes(state) && outstanding(line) > 0 ? null : 'There is nothing to cancel.';
      }),
    inputsFor: async (call) => ({
      quantity: onlyOne(call.rows, outstanding),
      reason: {},
      ...refundInput(await refundsOf(call, outstanding)),
    }),
    run: (call) => cancelItems(services, call),
  });
}

async function cancelItems(services: CommandServices, call: CommandCall<'orderLines'>): Promise<void> {
  const { tx, actor, rows, inputs } = call;
  const reason = String(inputs['reason']).trim();
  const orders = await ordersOf(services, call);
  await refundLine(services, call, outstanding);
  for (const line of rows) {
    const quantity = quantityOf(call, outstanding(line));
    const order = orders.get(line.orderId);
    if (!order) continue;
    const canceled = line.canceled + quantity;
    const after = await setCollection(services, tx, actor, order, new Map([[line.id, { canceled }]]));
    const sold = (await soldFromStock(tx, order.id)).find(({ itemId }) => itemId === line.itemId)?.quantity ?? 0;
    const restocked = { itemId: line.itemId, quantity: Math.min(quantity, sold) };
    const cause = { kind: 'returned' as const, reason, orderId: order.id, byId: actor.id };
    if (sold > 0) await moveStock(tx, [restocked], cause);
    if (after.state !== 'canceled') continue;
    const ended = await services.engine.update(actor, 'orders', order.id, { reason }, { tx, command: true });
    await notifyCustomer(services, tx, 'orderCanceled', ended, actor.id);
  }
}

function onlyOne(rows: readonly OrderLine[], most: Most) {
  const [line] = rows;
  return line === undefined || rows.length > 1 ? {} : { default: most(line), maximum: most(line) };
}

function refundingLine(most: Most): Pick<Command<'orderLines'>, 'planned' | 'effect' | 'notes'> {
  return {
    planned: ['quantity', 'refund'],
    effect: async (call) => refundedEffect(call, await refundsOf(call, most)),
    notes: async (call) => refundNotes(call, { endpoint: 'order', things: await refundsOf(call, most) }),
  };
}

/** What the entered quantity refunds; without one, all of them. */
async function refundsOf({ tx, rows, inputs }: LineRows, most: Most): Promise<ThingRefund[]> {
  const [line] = rows;
  if (line === undefined || rows.length > 1) return [];
  const quantity = typeof inputs['quantity'] === 'number' ? Math.min(inputs['quantity'], most(line)) : most(line);
  return lineRefund(tx, line, quantity);
}

/** At the end of the transaction. */
async function refundLine(services: CommandServices, call: CommandCall<'orderLines'>, most: Most): Promise<void> {
  const { tx, actor, inputs } = call;
  const reason = String(inputs['reason']).trim();
  const refunded = wantsRefund(call) ? await refundsOf(call, most) : [];
  const orderIds = refunded.map(({ id }) => id);
  // Before the stock is locked.
  if (orderIds.length > 0) await lockPaid({ services, tx }, 'order', orderIds);
  for (const thing of refunded) refundLater(services, tx, { endpoint: 'order', ...thing, actor, reason });
}

async function takeBack(services: CommandServices, call: CommandCall<'orderLines'>): Promise<void> {
  const { tx, actor, rows, inputs } = call;
  const reason = String(inputs['reason']).trim();
  await refundLine(services, call, returnable);
  for (const line of rows) {
    const quantity = quantityOf(call, returnable(line));
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
