import { DateTime } from 'luxon';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { takeLock } from '../../platform/locks.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { CommandServices } from '../../services.ts';
import { hashReceiptToken, receiptToken } from '../messages/receipt-links.ts';
import { notifyOfReceipt } from './notices.ts';

type ReceiptPayments = RowOf<'receipts'>['payments'];

const DIGITS = 6;

/**
 * Issues the receipt of a charge that was just paid, in the same transaction. The number is taken last: others that pay wait for it, and
 * a transaction that fails leaves no gap. Issues nothing a second time.
 */
export async function issueReceipt(tx: Tx, services: CommandServices, chargeId: number): Promise<void> {
  const known = await tx.selectFrom('receipts').select('id').where('chargeId', '=', chargeId).executeTakeFirst();
  if (known) return;
  const snapshot = await receiptValues(tx, services, chargeId);
  const tokenHash = hashReceiptToken(await receiptToken(services, chargeId));
  const number = await nextNumber(tx, services);
  const data = { ...snapshot, ...number, tokenHash };
  const receipt = await services.engine.create(SYSTEM, 'receipts', data, { tx, command: true });
  await notifyOfReceipt(tx, services, receipt);
}

async function receiptValues(tx: Tx, { clock, systemSettings }: CommandServices, chargeId: number) {
  const charge = await tx
    .selectFrom('charges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select(['c.endpoint', 'c.userId', 'c.title', 'c.lines', 'c.amountCents', 'c.discountCents', 'c.discountReason'])
    .select(['c.taxCents', 'u.displayName'])
    .where('c.id', '=', chargeId)
    .executeTakeFirstOrThrow();
  const { userId, displayName, lines, ...amounts } = charge;
  return {
    ...amounts,
    lines: lines.map(({ totalCents: _total, ...line }) => line),
    chargeId,
    customerId: userId,
    customerName: displayName.slice(0, 200),
    issuedAt: clock.instant(),
    issuer: systemSettings.value('receipts.issuer'),
    payments: await capturedPayments(tx, chargeId),
  };
}

async function capturedPayments(tx: Tx, chargeId: number): Promise<ReceiptPayments> {
  const rows = await tx
    .selectFrom('payments')
    .select(['id', 'method', 'amountCents', 'capturedAt', 'account'])
    .where('chargeId', '=', chargeId)
    .where('state', '=', 'captured')
    .orderBy('id')
    .execute();
  return rows.map(({ id, capturedAt, account, ...payment }) => ({
    ...payment,
    paymentId: id,
    paidAt: capturedAt ?? '',
    ...(account == null ? {} : { account }),
  }));
}

async function nextNumber(
  tx: Tx,
  { clock, model, systemSettings }: CommandServices,
): Promise<{ number: string; year: number; sequence: number }> {
  const isYearly = systemSettings.value('receipts.numbering') === 'yearly';
  const year = isYearly ? DateTime.fromMillis(clock.now(), { zone: model.site.timezone }).year : 0;
  await takeLock(tx, 'receipt number');
  const last = await tx
    .selectFrom('receipts')
    .select('sequence')
    .where('year', '=', year)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const sequence = (last?.sequence ?? 0) + 1;
  const start = systemSettings.value('receipts.prefix') + (isYearly ? `${year}-` : '');
  return { number: `${start}${String(sequence).padStart(DIGITS, '0')}`, year, sequence };
}
