import { prepared } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { balanceAccount, type AccountCode } from '../ledger/accounts.ts';
import { post, type Entry } from '../ledger/post.ts';
import { spend } from '../ledger/spend.ts';
import { addPaid, createCaptured, dueOf, lockForRest } from './capture.ts';
import type { OpenedCharge, PaymentContext } from './charges.ts';
import { drawerOf, type Charge } from './payables.ts';

/** Accounts that money at the desk goes into. */
const DESK_ACCOUNTS = { cash: 'cash', deskCard: 'terminal' } as const;
export type DeskMethod = keyof typeof DESK_ACCOUNTS;
/** For an input of a command. */
export const DESK_METHODS = {
  enum: Object.keys(DESK_ACCOUNTS),
  'x-labels': { cash: 'Cash', deskCard: 'Card at the desk' },
};

/** An amount of the charge, with the payer's own balances in their spending order. 409 `ledger.not-enough`. */
export async function payWithBalances(
  context: PaymentContext,
  opened: OpenedCharge,
  { payerId, amountCents }: { payerId: number; amountCents: number },
): Promise<Charge> {
  const { services, tx, actor } = context;
  const { charge } = opened;
  refuseTopUp(charge);
  await requireDue(context, opened, amountCents);
  await lockForRest(opened, amountCents);
  await createCaptured(context, { chargeId: charge.id, payerId, method: 'balance', amountCents }, async (id) => {
    const { timezone } = services.model.site;
    const entry = entryOf(charge, id, actor.id);
    const { journalId } = await spend(tx, { ...entry, userId: payerId, credit: 'sales', amountCents, timezone });
    return journalId;
  });
  return addPaid(context, opened, amountCents);
}

/** An amount of the charge, with the account of a department. The caller has recorded that the department pays it. */
export async function payWithDepartment(
  context: PaymentContext,
  opened: OpenedCharge,
  given: { payerId: number; balanceId: number; amountCents: number; account: string | null },
): Promise<Charge> {
  const { charge } = opened;
  refuseTopUp(charge);
  await requireDue(context, opened, given.amountCents);
  await lockForRest(opened, given.amountCents);
  const values = { ...given, chargeId: charge.id, method: 'department' as const };
  await createCaptured(context, values, (id) =>
    book(context, charge, id, { debit: balanceAccount(given.balanceId), amountCents: given.amountCents }),
  );
  return addPaid(context, opened, given.amountCents);
}

/** Money of a balance stays what it is: quota would become money. */
export function refuseTopUp({ endpoint }: Charge): void {
  if (endpoint === 'topup') throw refused('A balance cannot be topped up with a balance.');
}

interface DeskPayment {
  method: DeskMethod;
  amountCents: number;
  note: string | null;
  /** The cash that the customer gave. */
  tenderedCents?: number;
  /** The number on the slip of the card terminal. */
  reference?: string;
}

/**
 * Staff take money at the desk: in cash or with the card terminal. It is recorded in the drawer that they have open. Never for a charge of
 * their own.
 */
export async function payAtDesk(
  context: PaymentContext,
  opened: OpenedCharge,
  { note, ...desk }: DeskPayment,
): Promise<Charge> {
  const { charge } = opened;
  const { services, tx, actor } = context;
  const { method, amountCents } = desk;
  if (charge.userId === actor.id) throw refused('Someone else must take your own payment.');
  await requireDue(context, opened, amountCents);
  const drawer = await drawerOf(services, tx, actor);
  const values = { chargeId: charge.id, payerId: charge.userId, method, amountCents, note, byId: actor.id };
  const debit = (method === 'cash' ? drawer?.account : undefined) ?? DESK_ACCOUNTS[method];
  const paymentId = await createCaptured(context, values, (id) => book(context, charge, id, { debit, amountCents }));
  await drawer?.record({ kind: 'payment', chargeId: charge.id, paymentId, ...desk });
  return addPaid(context, opened, amountCents);
}

async function book(
  { tx, actor }: PaymentContext,
  charge: Charge,
  paymentId: number,
  { debit, amountCents }: { debit: AccountCode; amountCents: number },
): Promise<number> {
  const movements = [{ debit, credit: incomeOf(charge), amountCents }];
  return (await post(tx, { ...entryOf(charge, paymentId, actor.id), movements })).journalId;
}

/** The account that payments of a charge go into. */
export function incomeOf({ endpoint, sourceId }: Pick<Charge, 'endpoint' | 'sourceId'>): AccountCode {
  return endpoint === 'topup' ? balanceAccount(sourceId) : 'sales';
}

export function entryOf(
  { title, endpoint, userId }: Pick<Charge, 'title' | 'endpoint' | 'userId'>,
  paymentId: number,
  actorId: number | null,
): Omit<Entry, 'movements'> {
  const purpose = endpoint === 'topup' ? 'topUp' : 'payment';
  return { source: 'payments', sourceId: String(paymentId), purpose, memo: title, userId, actorId };
}

/** The amount is at most what is due, and no card payment of the rest is in progress. */
export async function requireDue(
  { tx }: PaymentContext,
  { charge, isNew = false }: Pick<OpenedCharge, 'charge'> & { isNew?: boolean },
  amountCents: number,
): Promise<void> {
  if (charge.state !== 'open') throw refused('It is already paid.');
  if (amountCents > dueOf(charge)) throw amountChanged();
  if (isNew) return;
  const [live] = await prepared(tx, tx.selectFrom('payments').select('id').where('liveFor', '=', String(charge.id)));
  if (live) throw inProgress();
}

export function amountChanged() {
  return problem(409, 'payment.amount-changed', 'Another amount is due', 'The amount due has changed. Try again.');
}

export function inProgress() {
  return problem(
    409,
    'payment.in-progress',
    'Payment in progress',
    'A card payment is in progress. Complete or cancel it first.',
  );
}

function refused(detail: string) {
  return problem(409, 'payment.not-possible', 'Not possible', detail);
}
