import type { Tx } from '../../platform/database.ts';
import { reserveId } from '../../resources/reserved-id.ts';
import type { ValuesOf } from '../../resources/typed-rows.ts';
import { post, type Movement } from '../ledger/post.ts';
import type { OpenedCharge, PaymentContext } from './charges.ts';
import { withdrawDepartments } from './department-requests.ts';
import { announcePaid, type Charge } from './payables.ts';

/** What is still due. */
export function dueOf({ amountCents, paidCents }: Pick<Charge, 'amountCents' | 'paidCents'>): number {
  return amountCents - paidCents;
}

/** Before a payment locks balances. */
export async function lockForRest({ state, charge }: OpenedCharge, amountCents: number): Promise<void> {
  if (amountCents === dueOf(charge)) await state.lockForPaid?.();
}

/**
 * Creates a payment that is captured in this transaction, and returns its id: its money is booked by `book`, before there is a row of the
 * payment. `book` returns the journal.
 */
export async function createCaptured(
  { services, tx, actor }: PaymentContext,
  values: ValuesOf<'payments'>,
  book: (paymentId: number) => Promise<number>,
): Promise<number> {
  const capturedAt = services.clock.instant();
  const id = await reserveId(tx, 'payments');
  const payment = { ...values, state: 'captured' as const, capturedAt, journalId: await book(id) };
  await services.engine.create(actor, 'payments', payment, { tx, command: true, id });
  return id;
}

/**
 * Adds a captured amount to the charge. When all of it is paid, the discount and the tax are booked, and what was paid for continues: the
 * request is processed, the seat is confirmed.
 */
export async function addPaid(
  context: PaymentContext,
  { payable, charge, isNew = false }: Pick<OpenedCharge, 'payable' | 'charge'> & { isNew?: boolean },
  amountCents: number,
): Promise<Charge> {
  const { services, tx, actor } = context;
  const paidCents = charge.paidCents + amountCents;
  if (paidCents > charge.amountCents) throw new Error('A charge cannot be paid twice.');
  const isPaid = paidCents === charge.amountCents;
  const settled = isPaid ? ({ state: 'paid', paidAt: services.clock.instant(), openFor: null } as const) : {};
  const after = await services.engine.update(
    actor,
    'charges',
    charge.id,
    { paidCents, ...settled },
    { tx, command: true, before: charge },
  );
  if (!isPaid) return after;
  if (!isNew) await withdrawDepartments(context, [after.id]);
  await bookSettlement(tx, after, actor.id);
  await payable.paid(tx, actor, after.sourceId, after);
  await announcePaid(services, tx, after.id);
  return after;
}

/** Income is booked before discounts and without taxes. */
async function bookSettlement(tx: Tx, charge: Charge, actorId: number | null): Promise<void> {
  const movements: Movement[] = [
    { debit: 'discounts' as const, credit: 'sales' as const, amountCents: charge.discountCents },
    { debit: 'sales' as const, credit: 'taxes' as const, amountCents: charge.taxCents },
  ].filter(({ amountCents }) => amountCents > 0);
  if (movements.length === 0) return;
  await post(tx, {
    source: 'charges',
    sourceId: String(charge.id),
    purpose: 'settlement',
    movements,
    memo: charge.title,
    userId: charge.userId,
    actorId,
  });
}
