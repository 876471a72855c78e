import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Receipt } from '../../../domain/calls/receipts.ts';
import { problem } from '../../platform/problem.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { RowServices } from '../../services.ts';
import { hashReceiptToken } from '../messages/receipt-links.ts';
import { methodLabel } from './method-label.ts';

type StoredReceipt = RowOf<'receipts'>;

const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/**
 * The receipt of this address, as far as the reader may see it: with names in full for staff, the customer and payers, with initials for
 * everyone else. The index compares hashes, so that no response time reveals a part of a token.
 */
export async function readReceipt(
  services: RowServices,
  actor: Actor,
  { endpoint, token }: { endpoint: string; token: string },
): Promise<Receipt> {
  const receipt = TOKEN.test(token)
    ? await services.db
        .selectFrom('receipts')
        .selectAll()
        .where('tokenHash', '=', hashReceiptToken(token))
        .executeTakeFirst()
    : undefined;
  if (receipt?.endpoint !== endpoint) throw noReceipt();
  return shownReceipt(services, actor, receipt as StoredReceipt);
}

/** As this reader may see it. */
export async function shownReceipt(services: RowServices, actor: Actor, receipt: StoredReceipt): Promise<Receipt> {
  const [payers, refunds, seesAll] = await Promise.all([
    payersOf(services, receipt.chargeId),
    refundsOf(services, receipt.chargeId),
    canRead(services, actor, receipt.id),
  ]);
  const isPart = seesAll || (actor.id !== null && [...payers.values()].some(({ id }) => id === actor.id));
  const nameFor = (id: number, name: string): string => (seesAll || actor.id === id ? name : initialsOf(name));
  const { model } = services;
  const issuer = receipt.issuer ?? '';
  return {
    number: receipt.number,
    title: receipt.title,
    issuedAt: receipt.issuedAt,
    timezone: model.site.timezone,
    issuer: (issuer === '' ? model.site.productName : issuer).split(',').map((line) => line.trim()),
    customer: nameFor(receipt.customerId, receipt.customerName),
    lines: receipt.lines,
    amountCents: receipt.amountCents,
    taxCents: receipt.taxCents,
    discountReason: receipt.discountReason ?? null,
    payments: receipt.payments.map(({ paymentId, method, amountCents, paidAt, account }) => {
      const payer = payers.get(paymentId);
      return {
        method: methodLabel(services, method),
        amountCents,
        paidAt,
        account: isPart ? (account ?? null) : null,
        payer: payer && payer.id !== receipt.customerId ? nameFor(payer.id, payer.name) : null,
      };
    }),
    refunds,
  };
}

async function payersOf({ db }: RowServices, chargeId: number): Promise<Map<number, { id: number; name: string }>> {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('users as u', 'u.id', 'p.payerId')
    .select(['p.id as paymentId', 'u.id', 'u.displayName as name'])
    .where('p.chargeId', '=', chargeId)
    .where('p.state', '=', 'captured')
    .execute();
  return new Map(rows.map(({ paymentId, id, name }) => [paymentId, { id, name }]));
}

async function refundsOf(services: RowServices, chargeId: number): Promise<Receipt['refunds']> {
  const rows = await services.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .select(['p.method', 'r.amountCents', 'r.createdAt', 'r.state'])
    .where('r.chargeId', '=', chargeId)
    .where('r.state', '<>', 'failed')
    .orderBy('r.id')
    .execute();
  return rows.map(({ method, amountCents, createdAt, state }) => ({
    method: methodLabel(services, method),
    amountCents,
    refundedAt: createdAt,
    isPending: state !== 'succeeded',
  }));
}

/** By the rules of the permission manager, which include the customer's own receipts. */
async function canRead({ engine }: RowServices, actor: Actor, id: number): Promise<boolean> {
  const { resolver } = engine;
  if (actor.id === null || !resolver.canRead(actor, resolver.resource('receipts'))) return false;
  const { rows } = await engine.list(actor, 'receipts', { filter: { id }, range: [0, 0] });
  return rows.length > 0;
}

/** "Ł. K." */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/u).flatMap((word) => [...word].find((letter) => /\p{L}/u.test(letter)) ?? []);
  return words.length === 0 ? '–' : words.map((letter) => `${letter.toLocaleUpperCase('en')}.`).join(' ');
}

export function noReceipt() {
  return problem(404, 'receipts.no-such-receipt', 'Not found', 'This receipt does not exist.');
}
