import { sql } from 'kysely';
import { DateTime } from 'luxon';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { prepared, type Tx } from '../../platform/database.ts';
import { takeLock } from '../../platform/locks.ts';
import type { CommandServices } from '../../services.ts';
import { hashReceiptToken, receiptToken } from '../messages/receipt-links.ts';
import { readNotice } from '../messages/notify.ts';
import { CAPTURED, readCaptured } from './captured-payments.ts';
import { notifyOfReceipt, RECEIPT_NOTICE, receiptRecipients } from './notices.ts';

const DIGITS = 6;

/**
 * Issues the receipt of a charge that was just paid, in the same transaction. The number is taken last, after everything that can be read
 * before: others that pay wait for it, and a transaction that fails leaves no gap. Issues nothing a second time.
 */
export async function issueReceipt(tx: Tx, services: CommandServices, chargeId: number): Promise<void> {
  const { isIssued, payerIds, ...snapshot } = await receiptValues(tx, services, chargeId);
  if (isIssued) return;
  const tokenHash = hashReceiptToken(await receiptToken(services, chargeId));
  const recipients = receiptRecipients(snapshot, payerIds);
  const reads = await readNotice(services, tx, { ...RECEIPT_NOTICE, recipients });
  const number = await nextNumber(tx, services);
  const data = { ...snapshot, ...number, tokenHash };
  const receipt = await services.engine.create(SYSTEM, 'receipts', data, { tx, command: true });
  await notifyOfReceipt(tx, services, receipt, { recipients, reads });
}

async function receiptValues(tx: Tx, { clock, systemSettings }: CommandServices, chargeId: number) {
  const query = tx
    .selectFrom('charges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select(['c.endpoint', 'c.userId', 'c.title', 'c.lines', 'c.amountCents', 'c.discountCents', 'c.discountReason'])
    .select(['c.taxCents', 'u.displayName'])
    .select(sql<boolean>`exists (select from "receipts" r where r."chargeId" = c."id")`.as('isIssued'))
    .select(CAPTURED.as('captured'))
    .where('c.id', '=', chargeId);
  const [charge] = await prepared(tx, query);
  if (!charge) throw new Error(`There is no charge ${chargeId}.`);
  const { userId, displayName, lines, captured, ...amounts } = charge;
  return {
    ...amounts,
    lines: lines.map(({ label, amountCents, kind }) => ({ label, amountCents, kind })),
    chargeId,
    customerId: userId,
    customerName: displayName.slice(0, 200),
    issuedAt: clock.instant(),
    issuer: systemSettings.value('receipts.issuer'),
    ...readCaptured(captured),
  };
}

async function nextNumber(
  tx: Tx,
  { clock, model, systemSettings }: CommandServices,
): Promise<{ number: string; year: number; sequence: number }> {
  const isYearly = systemSettings.value('receipts.numbering') === 'yearly';
  const year = isYearly ? DateTime.fromMillis(clock.now(), { zone: model.site.timezone }).year : 0;
  await takeLock(tx, 'receipt number');
  // Not the first one of a sorted list: PostgreSQL plans a limit that is a value again at every call.
  const query = tx.selectFrom('receipts').select(({ fn }) => fn.max('sequence').as('last'));
  const [issued] = await prepared(tx, query.where('year', '=', year));
  const sequence = (issued?.last ?? 0) + 1;
  const start = systemSettings.value('receipts.prefix') + (isYearly ? `${year}-` : '');
  return { number: `${start}${String(sequence).padStart(DIGITS, '0')}`, year, sequence };
}
