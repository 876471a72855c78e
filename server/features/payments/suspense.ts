import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/database.ts';
import { takeLock } from '../../platform/locks.ts';
import { problem } from '../../platform/problem.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { CommandCall, CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { balanceAccount } from '../ledger/accounts.ts';
import { REASON } from '../ledger/commands.ts';
import { post, type Entry, type Movement } from '../ledger/post.ts';
import { addPaid, createCaptured, dueOf } from './capture.ts';
import { lockForPayment, type Payment } from './card-payments.ts';
import { notDue, openCharge, type PaymentContext } from './charges.ts';
import { entryOf, incomeOf, requireDue } from './pay.ts';
import { unsettled } from './refund-parts.ts';
import { refundPayment } from './refunds.ts';
import { ownBalance } from './topup.ts';

/** Choices of the dialog. */
const MOST_CHARGES = 100;

type Call = CommandCall<'suspensePayments'>;

/** What staff do with money that arrived when nothing was due any more. Each amount is settled once, and never by its payer. */
export function addSuspenseCommands(services: CommandServices): void {
  addCommand(services, 'refund', async (context, { id, openCents }, inputs) => {
    const payment = await lockSuspense(context, id, null);
    if (payment.isDisputed === true) throw settled('The payment is disputed.');
    await refundPayment(context, id, { amountCents: openCents, reason: reasonIn(inputs) });
  });
  addCommand(services, 'toBalance', moveToBalance);
  addCommand(services, 'writeOff', async (context, { id, openCents }, inputs) => {
    const payment = await lockSuspense(context, id, openCents);
    await bookSettled(context, payment, openCents, { credit: 'otherIncome', memo: reasonIn(inputs) });
  });
  services.engine.command('suspensePayments.apply', {
    resource: 'suspensePayments',
    inputs: {
      required: ['chargeId'],
      properties: { chargeId: { type: 'integer', title: 'Open charge', minimum: 1 } },
    },
    refusals: refuseOwn,
    inputsFor: async ({ tx, rows }) => ({ chargeId: await chargeChoices(tx, rows) }),
    refreshes: 'everything',
    run: async ({ tx, actor, rows, inputs }) => {
      for (const { id, openCents } of rows)
        await applyToCharge({ services, tx, actor }, { id, openCents, chargeId: Number(inputs['chargeId']) });
    },
  });
}

function addCommand(
  services: CommandServices,
  name: 'refund' | 'toBalance' | 'writeOff',
  settle: (context: PaymentContext, row: Call['rows'][number], inputs: Call['inputs']) => Promise<void>,
): void {
  services.engine.command(`suspensePayments.${name}`, {
    resource: 'suspensePayments',
    inputs: { required: ['reason'], properties: { reason: REASON } },
    refusals: refuseOwn,
    refreshes: 'everything',
    run: async ({ tx, actor, rows, inputs }) => {
      for (const row of rows) await settle({ services, tx, actor }, row, inputs);
    },
  });
}

function reasonIn(inputs: Call['inputs']): string {
  return String(inputs['reason']).trim();
}

async function refuseOwn({ rows, actor }: CommandRows<'suspensePayments'>): Promise<Map<number, string>> {
  const own = rows.filter(({ payerId }) => payerId === actor.id);
  const several = rows.length > 1 ? rows : [];
  return new Map([
    ...several.map(({ id }): [number, string] => [id, 'Settle one payment at a time.']),
    ...own.map(({ id }): [number, string] => [id, 'Someone else must settle your own payment.']),
  ]);
}

/** `openCents`: what the caller has seen; null: not locked here. 409 if it is no longer all open. */
async function lockSuspense({ services, tx }: PaymentContext, id: number, openCents: number | null): Promise<Payment> {
  if (openCents === null) {
    const row = await tx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return row as Payment;
  }
  const [payment] = await services.engine.lock(tx, 'payments', [id]);
  if (payment?.isLate !== true || unsettled(payment) < openCents || openCents === 0)
    throw settled('The payment is already settled.');
  return payment;
}

function settled(detail: string) {
  return problem(409, 'payment.settled', 'Not possible', detail);
}

/** Books an amount of the payment out of the suspense account. */
async function bookSettled(
  { services, tx, actor }: PaymentContext,
  payment: Payment,
  amountCents: number,
  { credit, memo, purpose = 'settlement' }: { credit: Movement['credit']; memo: string; purpose?: Entry['purpose'] },
): Promise<void> {
  await noteSettled({ services, tx, actor }, payment, amountCents);
  await post(tx, {
    ...{ source: 'suspensePayments', sourceId: `${payment.id}:${randomUUID()}`, purpose, memo, actorId: actor.id },
    userId: payment.payerId ?? null,
    movements: [{ debit: 'suspense', credit, amountCents }],
  });
}

async function noteSettled(
  { services, tx, actor }: PaymentContext,
  { id, settledCents }: Payment,
  amountCents: number,
): Promise<void> {
  const values = { settledCents: settledCents + amountCents };
  await services.engine.update(actor, 'payments', id, values, { tx, command: true });
}

async function moveToBalance(
  context: PaymentContext,
  { id, openCents, payerId }: Call['rows'][number],
  inputs: Call['inputs'],
): Promise<void> {
  if (payerId == null) throw settled('The payer is not known. Refund the payment instead.');
  await takeLock(context.tx, 'topUp', `account ${payerId}`);
  const payment = await lockSuspense(context, id, openCents);
  const balanceId = await ownBalance(context.services, context.tx, context.actor, payerId);
  const booked = { credit: balanceAccount(balanceId), memo: reasonIn(inputs), purpose: 'topUp' as const };
  await bookSettled(context, payment, openCents, booked);
}

/** Open charges of the payer with what is due. */
async function chargeChoices(tx: Tx, rows: Call['rows']) {
  const payerIds = rows.map(({ payerId }) => payerId ?? 0);
  const charges = await tx
    .selectFrom('charges')
    .select(['id', 'title', 'amountCents', 'paidCents'])
    .where('userId', 'in', payerIds)
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .limit(MOST_CHARGES)
    .execute();
  if (charges.length === 0) throw settled('The payer has no open charge.');
  const labels = charges.map((charge) => [String(charge.id), `${charge.title}: ${formatMoney(dueOf(charge))} due`]);
  return { enum: charges.map(({ id }) => id), 'x-labels': Object.fromEntries(labels) as Record<string, string> };
}

/** Pays an open charge of the payer with it. What is not due there stays to be settled. */
async function applyToCharge(
  context: PaymentContext,
  given: { id: number; openCents: number; chargeId: number },
): Promise<void> {
  const { tx, actor } = context;
  const known = await tx
    .selectFrom('charges')
    .select(['endpoint', 'sourceId'])
    .where('id', '=', given.chargeId)
    .executeTakeFirst();
  if (!known) throw invalid({ chargeId: 'Choose an open charge.' });
  const locked = await lockForPayment(context, given.chargeId);
  const late = await lockSuspense(context, given.id, given.openCents);
  if (locked.charge.userId !== late.payerId) throw invalid({ chargeId: 'Choose a charge of the same person.' });
  // Its price is computed again: the last use of its discount can be taken.
  const { payable, charge } = await openCharge(context, known.endpoint, known.sourceId);
  if (charge.id !== given.chargeId) throw notDue();
  const amountCents = Math.min(given.openCents, dueOf(charge));
  await requireDue(context, { charge }, amountCents);
  await noteSettled(context, late, amountCents);
  const { payerId, method, intentId, isDisputed } = late;
  const values = { chargeId: charge.id, payerId, method, intentId, isDisputed, amountCents, byId: actor.id };
  await createCaptured(context, values, async (paymentId) => {
    const movements = [{ debit: 'suspense' as const, credit: incomeOf(charge), amountCents }];
    return (await post(tx, { ...entryOf(charge, paymentId, actor.id), movements })).journalId;
  });
  await addPaid(context, { payable, charge }, amountCents);
}
