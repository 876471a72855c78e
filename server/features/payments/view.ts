import { sql } from 'kysely';
import type { PaymentView } from '../../../domain/calls/payments.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { PaymentServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { departmentOffers } from '../departments/offers.ts';
import { inSpendingOrder } from '../ledger/spend.ts';
import { lastCharge, limitKeys, requireAccess, type Sought } from './access.ts';
import { loadPayable, previewedCharge } from './charges.ts';
import { approvalOf, causeOf } from './department-requests.ts';
import { receiptPathOf, type Charge, type PayableState } from './payables.ts';
import type { PricedCharge } from './priced-lines.ts';

/** What is due, and with what the caller can pay it. */
export async function paymentView(services: PaymentServices, actor: Actor, sought: Sought): Promise<PaymentView> {
  await limitKeys(services, actor, sought);
  const userId = requireAccountId(actor);
  const { endpoint, id } = sought;
  return services.engine.transaction(async (tx) => {
    const context = { services, tx, actor };
    const { payable, state } = await loadPayable(context, endpoint, id);
    const { isOwn } = await requireAccess(context, sought, { payable, state });
    const last = await lastCharge(tx, endpoint, state.sourceId ?? id);
    const { open, priced } = await previewedCharge(context, state, last?.state === 'open' ? last : null);
    if (priced === null && last?.state === 'paid') return paidView(services, actor, { state, charge: last }, tx);
    const amounts = amountsOf(priced, open, last);
    const canPay = priced !== null && !isOver(services, state) && endpoint !== 'topup';
    return {
      ...statusOf(services, { state, last, priced, isProcessing: await isProcessing(tx, open, userId) }),
      ...amounts,
      ...{ title: state.title, path: isOwn ? state.path : null, isOwn },
      refundedCents: last?.refundedCents ?? 0,
      expiresAt: state.expiresAt ?? null,
      balances: canPay ? await ownBalances(services, tx, userId) : [],
      departments: canPay
        ? await departmentOffers(services, tx, { userId, amountCents: amounts.dueCents, cause: causeOf(open) })
        : [],
      approval: canPay && open !== null ? await approvalOf(tx, open.id, amounts.dueCents) : null,
      ...cardsOf(services),
      receiptPath: null,
    };
  });
}

/** Of a charge that is paid in full. `db`: null if the caller has just paid it. */
export async function paidView(
  services: PaymentServices,
  actor: Actor,
  { state, charge }: { state: PayableState; charge: Charge & { refundedCents?: number } },
  db: Db | null,
): Promise<PaymentView> {
  const isOwn = state.ownerId === actor.id;
  return {
    ...{ state: 'paid', reason: NOTHING_DUE },
    ...amountsOf(null, null, charge),
    ...{ title: state.title, path: isOwn ? state.path : null, isOwn },
    ...{ refundedCents: charge.refundedCents ?? 0, expiresAt: null, balances: [], departments: [], approval: null },
    ...cardsOf(services),
    receiptPath: isOwn ? await receiptPathOf(services, db, charge) : null,
  };
}

const NOTHING_DUE = 'Nothing is due.';

function cardsOf({ gateway }: Pick<PaymentServices, 'gateway'>): Pick<PaymentView, 'hasCards' | 'isTest'> {
  return { hasCards: gateway !== null, isTest: gateway?.isTest ?? false };
}

function amountsOf(
  priced: PricedCharge | null,
  open: Charge | null,
  last: Charge | null,
): Pick<PaymentView, 'lines' | 'amountCents' | 'paidCents' | 'dueCents' | 'discountReason'> {
  const shown = priced ?? last;
  const paidCents = (priced === null ? last : open)?.paidCents ?? 0;
  if (shown === null) return { lines: [], amountCents: 0, paidCents, dueCents: 0, discountReason: null };
  const { amountCents, discountReason = null } = shown;
  const lines = shown.lines.map(({ label, amountCents, kind }) => ({ label, amountCents, kind }));
  return { lines, amountCents, paidCents, dueCents: priced === null ? 0 : amountCents - paidCents, discountReason };
}

interface Status {
  state: PayableState;
  last: Charge | null;
  priced: PricedCharge | null;
  isProcessing: boolean;
}

function statusOf(
  services: Pick<PaymentServices, 'clock'>,
  { state, last, priced, isProcessing: isBusy }: Status,
): Pick<PaymentView, 'state' | 'reason'> {
  if (priced !== null && isOver(services, state)) return { state: 'notDue', reason: 'The time to pay is over.' };
  if (priced !== null) return { state: isBusy ? 'processing' : 'due', reason: null };
  const reason = state.reason ?? NOTHING_DUE;
  return { state: last?.state === 'void' ? 'void' : 'notDue', reason };
}

function isOver({ clock }: Pick<PaymentServices, 'clock'>, { expiresAt }: PayableState): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= clock.now();
}

/** The caller has begun a card payment. */
async function isProcessing(tx: Tx, open: Charge | null, userId: number): Promise<boolean> {
  if (open === null) return false;
  const live = await tx
    .selectFrom('payments')
    .select('id')
    .where('liveFor', '=', String(open.id))
    .where('payerId', '=', userId)
    .executeTakeFirst();
  return live !== undefined;
}

async function ownBalances(
  { model }: Pick<PaymentServices, 'model'>,
  tx: Tx,
  userId: number,
): Promise<PaymentView['balances']> {
  const rows = await tx
    .selectFrom('balances')
    .select(['id', 'name', 'kind', 'priority', 'expiresOn'])
    .select(sql<number>`"balanceCents" - "heldCents" - "floorCents"`.as('spendableCents'))
    .where('userId', '=', userId)
    .where('kind', 'in', ['grant', 'userPurse'])
    .where(sql<boolean>`coalesce("expiresOn" >= (atrium_now() at time zone ${model.site.timezone})::date, true)`)
    .execute();
  return rows.toSorted(inSpendingOrder).map(({ priority: _, expiresOn, spendableCents, ...row }) => ({
    ...row,
    spendableCents: Number(spendableCents),
    expiresOn: expiresOn ?? null,
  }));
}
