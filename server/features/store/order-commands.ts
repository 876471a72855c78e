import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { REFUND_CHOICE, refundedEffect, refundInput, refundNotes, wantsRefund } from '../payments/refund-choice.ts';
import { SHELF, shelfText } from '../pickups/shelf.ts';
import { notifyCustomer } from './notices.ts';
import { setCollection } from './hand-out.ts';
import { addLineCommands } from './order-line-commands.ts';
import { beingPaid, REFUNDED } from './order-rules.ts';
import type { Order } from './order-rows.ts';
import { endOrder, linesOf, cardPaymentBegun } from './order-states.ts';
import { orderRefunds, refundedOrders } from './order-refunds.ts';

export const REASON = { type: 'string', title: 'Reason', minLength: 3, maxLength: 300 } as const;

export function addOrderCommands(services: CommandServices): void {
  addMarkReady(services);
  addHandOut(services);
  addCancel(services);
  addLineCommands(services);
}

function addMarkReady(services: CommandServices): void {
  services.engine.command('orders.markReady', {
    resource: 'orders',
    inputs: { properties: { shelf: SHELF } },
    refusals: ({ tx, rows }) => refundedRows(tx, rows),
    run: async ({ tx, actor, rows, inputs }) => {
      const shelf = shelfText(inputs['shelf']);
      for (const { id } of rows) {
        const values = { state: 'ready' as const, readyAt: services.clock.instant(), shelf };
        const ready = await services.engine.update(actor, 'orders', id, values, { tx, command: true });
        await notifyCustomer(services, tx, 'orderReady', ready, actor.id);
      }
    },
  });
}

function addHandOut(services: CommandServices): void {
  services.engine.command('orders.handOut', {
    resource: 'orders',
    refusals: async ({ tx, rows, actor }) => new Map([...(await refundedRows(tx, rows)), ...ownOrders(rows, actor)]),
    run: async ({ tx, actor, rows }) => {
      for (const order of rows) {
        const lines = await linesOf(tx, order.id);
        const collected = lines.map((line) => [line.id, { collected: line.quantity - line.canceled }] as const);
        await setCollection(services, tx, actor, order, new Map(collected));
      }
    },
  });
}

async function refundedRows(tx: Tx, rows: readonly Order[]): Promise<Map<number, string>> {
  const refunded = await refundedOrders(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map([...refunded].map((id) => [id, REFUNDED]));
}

/** No one hands goods out to themselves. */
function ownOrders(rows: readonly Order[], actor: Actor): Map<number, string> {
  return new Map(
    rows
      .filter(({ userId }) => userId === actor.id)
      .map(({ id }): [number, string] => [id, 'Someone else must handle your own order.']),
  );
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
