import { randomInt } from 'node:crypto';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { prepared, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import {
  payableOf,
  type Charge,
  type Endpoint,
  type Payable,
  type PayableLine,
  type PayableState,
} from './payables.ts';
import { previewedLines, pricedLines, type PricedCharge } from './priced-lines.ts';

/** A change of charges and payments: who makes it, in which transaction. */
export interface PaymentContext {
  services: CommandServices;
  tx: Tx;
  actor: Actor;
}

/** The thing and its charge, both locked. */
export interface OpenedCharge {
  payable: Payable;
  state: PayableState;
  charge: Charge;
  /** Created in this transaction: it has no payments yet. */
  isNew: boolean;
}

/** Without letters and digits that people confuse. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

export async function loadPayable(
  { services, tx }: Pick<PaymentContext, 'services' | 'tx'>,
  endpoint: Endpoint,
  id: number,
): Promise<{ payable: Payable; state: PayableState }> {
  const payable = payableOf(services, endpoint);
  const state = (await payable?.load(tx, id)) ?? null;
  if (!payable || state === null) throw noPayment();
  return { payable, state };
}

/**
 * The open charge of this thing, locked after the thing. It is created, or its lines become those of the thing, as long as nothing is paid
 * and no card payment is in progress. 404 for an unknown thing; 409 `payment.not-due`.
 */
export async function openCharge(
  context: PaymentContext,
  endpoint: Endpoint,
  id: number,
  { allows, lines }: Opening = {},
): Promise<OpenedCharge> {
  const loaded = await loadPayable(context, endpoint, id);
  await allows?.(loaded);
  const { services, tx, actor } = context;
  const { payable } = loaded;
  const state = lines === undefined ? loaded.state : { ...loaded.state, state: 'due' as const, lines };
  if (state.state === 'notDue') throw notDue(state.reason);
  if (state.expiresAt !== undefined && Date.parse(state.expiresAt) <= services.clock.now())
    throw notDue('The time to pay is over.');
  const sourceId = state.sourceId ?? id;
  const open = await lockOpenCharge(context, endpoint, sourceId);
  if (open && (await isBegun(tx, open))) return { payable, state, charge: open, isNew: false };
  const values = await chargeValues(context, state);
  const options = { tx, command: true } as const;
  const opened = {
    endpoint,
    sourceId,
    state: 'open',
    deskCode: newCode(),
    openFor: openKey(endpoint, sourceId),
  } as const;
  const charge = open
    ? await services.engine.update(actor, 'charges', open.id, values, options)
    : await services.engine.create(actor, 'charges', { ...values, ...opened }, options);
  return { payable, state, charge, isNew: open === null };
}

interface Opening {
  /** Throws for people who cannot pay it. */
  allows?: (loaded: { payable: Payable; state: PayableState }) => Promise<unknown>;
  /** Instead of those of the thing. */
  lines?: readonly PayableLine[];
}

async function chargeValues(context: PaymentContext, state: PayableState) {
  const { discountReason, discountId, ...priced } = await pricedLines(context, state);
  return { ...priced, discountId, discountReason, userId: state.ownerId, title: state.title.slice(0, 200) };
}

/** The charge as it would be opened now, without writing. */
export async function previewCharge(
  context: PaymentContext,
  endpoint: Endpoint,
  id: number,
): Promise<{ payable: Payable; state: PayableState; open: Charge | null; priced: PricedCharge | null }> {
  const { payable, state } = await loadPayable(context, endpoint, id);
  const open = await lockOpenCharge(context, endpoint, state.sourceId ?? id);
  return { payable, state, ...(await previewedCharge(context, state, open)) };
}

/** `open`: the open charge of the thing. */
export async function previewedCharge(
  context: PaymentContext,
  state: PayableState,
  open: Charge | null,
): Promise<{ open: Charge | null; priced: PricedCharge | null }> {
  if (state.state === 'notDue') return { open: null, priced: null };
  const isFixed = open !== null && (await isBegun(context.tx, open));
  return { open, priced: isFixed ? open : await previewedLines(context, state) };
}

/** Whether something is paid or being paid: its lines do not change. What was refunded counts no longer, as for uses of discounts. */
export async function isBegun(tx: Tx, { id, paidCents }: Pick<Charge, 'id' | 'paidCents'>): Promise<boolean> {
  if (paidCents > 0) return true;
  const query = tx.selectFrom('payments').select('id').where('chargeId', '=', id);
  return (await prepared(tx, query.where('state', 'in', ['created', 'open']).limit(1))).length > 0;
}

export async function lockOpenCharge(
  { services, tx }: Pick<PaymentContext, 'services' | 'tx'>,
  endpoint: Endpoint,
  id: number,
): Promise<Charge | null> {
  const [found] = await prepared(
    tx,
    tx.selectFrom('charges').select('id').where('openFor', '=', openKey(endpoint, id)),
  );
  if (!found) return null;
  const [charge] = await services.engine.lock(tx, 'charges', [found.id]);
  return charge?.state === 'open' ? charge : null;
}

export async function lockCharge(
  { services, tx }: Pick<PaymentContext, 'services' | 'tx'>,
  id: number,
): Promise<Charge> {
  const [charge] = await services.engine.lock(tx, 'charges', [id]);
  if (!charge) throw noPayment();
  return charge;
}

export function openKey(endpoint: Endpoint, id: number): string {
  return `${endpoint}:${id}`;
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}

export function noPayment() {
  return problem(404, 'payment.not-found', 'Not found', 'There is nothing to pay here.');
}

export function notDue(reason = 'Nothing is due.') {
  return problem(409, 'payment.not-due', 'Nothing is due', reason);
}
