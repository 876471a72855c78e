import type { TillSale, TillSoldItem } from '../../../domain/calls/till.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { once } from '../../platform/idempotency.ts';
import { problem, ProblemError } from '../../platform/problem.ts';
import { invalid } from '../../resources/refusals.ts';
import type { PaymentServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { addPaid, dueOf } from '../payments/capture.ts';
import { endCardPayment } from '../payments/card-payments.ts';
import { openCharge } from '../payments/charges.ts';
import { payAtDesk, type DeskMethod } from '../payments/pay.ts';
import { receiptPathOf, type Charge, type Endpoint } from '../payments/payables.ts';
import { noSession } from './close.ts';
import { readCustomer } from './customer.ts';
import { openSession } from './drawer.ts';

interface SaleItem {
  endpoint: Endpoint;
  id: number;
  amountCents: number;
}

export interface Sale {
  customerId: number;
  items: readonly SaleItem[];
  method: DeskMethod;
  tenderedCents?: number;
  reference?: string;
  key: string;
}

/**
 * Takes a payment for several things. Each is a transaction of its own, once per key: a repeated call takes nothing again and returns the same
 * answer. What was refused (another till was faster) is named, and its amount is part of the change.
 */
export async function sell(services: PaymentServices, actor: Actor, sale: Sale): Promise<TillSale> {
  requireMoney(sale);
  // Nothing is booked before a refusal.
  await services.engine.get(actor, 'users', sale.customerId);
  const items: TillSoldItem[] = [];
  let left = sale.tenderedCents ?? 0;
  for (const [index, item] of sale.items.entries()) {
    const sold = await sellItem(services, actor, { sale, item, key: `${sale.key}.${index}`, left });
    left -= sold.takenCents;
    items.push(sold);
  }
  // Not checked before: what was booked before the drawer was closed is returned again.
  if (items.every(({ code }) => code === 'till.closed')) throw noSession();
  return {
    items,
    takenCents: items.reduce((sum, { takenCents }) => sum + takenCents, 0),
    changeCents: sale.method === 'cash' ? left : 0,
    customer: await readCustomer(services, actor, sale.customerId),
  };
}

function requireMoney({ items, method, tenderedCents, reference }: Sale): void {
  const total = items.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (method === 'cash' && (tenderedCents === undefined || tenderedCents < total))
    throw invalid({ tenderedCents: 'The cash received is less than the amount' });
  if (method === 'deskCard' && total > 0 && (reference ?? '').trim() === '')
    throw invalid({ reference: 'Enter the number on the terminal slip' });
  const things = new Set(items.map(({ endpoint, id }) => `${endpoint} ${id}`));
  if (things.size < items.length) throw invalid({ items: 'Each item can be paid only once' });
}

interface ItemSale {
  sale: Sale;
  item: SaleItem;
  key: string;
  /** Of the cash that the customer gave. */
  left: number;
}

async function sellItem(services: PaymentServices, actor: Actor, call: ItemSale): Promise<TillSoldItem> {
  const { sale, item, key } = call;
  const userId = requireAccountId(actor);
  const { customerId, method, reference = null, tenderedCents = null } = sale;
  const body = { ...item, customerId, method, reference, tenderedCents };
  try {
    await endCardPayments(services, item);
    return await services.engine.transaction((tx) =>
      once(tx, { userId, scope: 'till sale', key, body }, () => takeItem(services, tx, actor, call)),
    );
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.status >= 500) throw error;
    return refusedItem(services, item, error);
  }
}

/** The drawer is locked first, so that it is open until the payment is booked. */
async function takeItem(
  services: PaymentServices,
  tx: Tx,
  actor: Actor,
  { sale, item, left }: ItemSale,
): Promise<TillSoldItem> {
  if ((await openSession(tx, actor.id)) === null) throw noSession();
  const context = { services, tx, actor };
  const opened = await openCharge(context, item.endpoint, item.id);
  if (opened.charge.userId !== sale.customerId) throw otherCustomer();
  const { amountCents } = item;
  const reference = sale.reference?.trim();
  const isNothingDue = dueOf(opened.charge) === 0 && amountCents === 0;
  const after = isNothingDue
    ? await addPaid(context, opened, 0)
    : await payAtDesk(context, opened, {
        ...{ method: sale.method, amountCents, note: null, tenderedCents: left },
        ...(sale.method === 'deskCard' && reference !== undefined ? { reference } : {}),
      });
  return {
    ...(await soldFacts(services, after)),
    ...{ endpoint: item.endpoint, id: item.id, takenCents: amountCents, code: null, reason: null },
    state: after.state === 'paid' ? 'paid' : 'part',
  };
}

function otherCustomer() {
  return problem(409, 'till.other-customer', 'Not possible', 'Someone else owes this. Find that person first.');
}

async function soldFacts(
  services: PaymentServices,
  { title, state, ...charge }: Pick<Charge, 'id' | 'title' | 'endpoint' | 'state'>,
) {
  const receiptPath = state === 'paid' ? await receiptPathOf(services, null, charge) : null;
  return { title, chargeId: charge.id, receiptPath };
}

/** The customer began a card payment online: it ends, or it turns out to be paid. */
async function endCardPayments(services: PaymentServices, { endpoint, id }: SaleItem): Promise<void> {
  const live = await services.db
    .selectFrom('payments as p')
    .innerJoin('charges as c', 'c.id', 'p.chargeId')
    .select('p.id')
    .where('p.liveFor', 'is not', null)
    .where('c.endpoint', '=', endpoint)
    .where('c.sourceId', '=', id)
    .execute();
  for (const payment of live) await endCardPayment(services, payment.id);
}

/** Says that it is paid if it is: at another till, or online. */
async function refusedItem(
  services: PaymentServices,
  { endpoint, id }: SaleItem,
  { problem: refusal }: ProblemError,
): Promise<TillSoldItem> {
  const { db } = services;
  const last = await db
    .selectFrom('charges')
    .select(['id', 'endpoint', 'title', 'state'])
    .where('endpoint', '=', endpoint)
    .where('sourceId', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const isPaid = last?.state === 'paid' && refusal.code === 'payment.not-due';
  return {
    ...(last && isPaid
      ? await soldFacts(services, last)
      : { title: last?.title ?? '', chargeId: null, receiptPath: null }),
    ...{ endpoint, id, state: 'refused', takenCents: 0 },
    code: isPaid ? 'till.already-paid' : refusal.code,
    reason: isPaid ? 'It is already paid. Do not take any money.' : (refusal.detail ?? refusal.title),
  };
}
