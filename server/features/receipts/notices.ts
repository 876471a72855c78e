import { formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { CommandServices } from '../../services.ts';
import { notify, type Notice } from '../messages/notify.ts';
import { capturedPayments } from './captured-payments.ts';
import { noReceipt } from './read.ts';
import { methodLabel } from './method-label.ts';

/** Message events whose emails have the receipt as a file. */
export const RECEIPT_EVENTS = ['receipt', 'receiptRefund'] as const;

const MY_RECEIPTS = '/payment/receipts';

type IssuedReceipt = Pick<
  RowOf<'receipts'>,
  'id' | 'number' | 'title' | 'customerId' | 'chargeId' | 'amountCents' | 'payments'
>;

export const RECEIPT_NOTICE = { event: 'receipt', audience: 'customer' } as const;

/** The people who paid, or the customer where no one did, for example with a discount of 100 percent. */
export function receiptRecipients(
  { customerId }: Pick<IssuedReceipt, 'customerId'>,
  payerIds: readonly number[],
): readonly number[] {
  return payerIds.length === 0 ? [customerId] : payerIds;
}

export async function notifyOfReceipt(
  tx: Tx,
  services: CommandServices,
  receipt: IssuedReceipt,
  given: Pick<Notice, 'recipients' | 'reads'>,
): Promise<void> {
  const { number, title, amountCents, payments } = receipt;
  const methods = payments.map(
    ({ method, amountCents: amount }) => `${methodLabel(services, method)}: ${formatMoney(amount)}`,
  );
  await notify(services, tx, {
    ...RECEIPT_NOTICE,
    ...given,
    values: { title, number, amount: amountCents, methods: methods.join('\n') },
    about: aboutOf(receipt),
  });
}

/** Staff send it again, to the people who paid. 404 where the charge has none. */
export async function sendReceiptAgain(services: CommandServices, chargeId: number): Promise<void> {
  await services.engine.transaction(async (tx) => {
    const receipt = await tx.selectFrom('receipts').selectAll().where('chargeId', '=', chargeId).executeTakeFirst();
    if (!receipt) throw noReceipt();
    const { payerIds } = await capturedPayments(tx, chargeId);
    const recipients = receiptRecipients(receipt, payerIds);
    await notifyOfReceipt(tx, services, receipt as IssuedReceipt, { recipients });
  });
}

export async function notifyOfRefund(tx: Tx, services: CommandServices, refundId: number): Promise<void> {
  const refund = await tx
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .innerJoin('receipts as i', 'i.chargeId', 'r.chargeId')
    .select(['r.amountCents', 'r.reason', 'p.method', 'p.payerId', 'i.id', 'i.number', 'i.title', 'i.customerId'])
    .where('r.id', '=', refundId)
    .executeTakeFirst();
  // A part of a charge can be refunded before all of it was paid: there is no receipt yet.
  if (!refund) return;
  const { id, number, title, amountCents, reason, method, payerId, customerId } = refund;
  await notify(services, tx, {
    event: 'receiptRefund',
    audience: 'customer',
    recipients: [payerId ?? customerId],
    values: { title, number, amount: amountCents, method: methodLabel(services, method), reason },
    about: aboutOf({ id, number }),
  });
}

/** The receipt's own address is derived when the email is sent, so that no message contains it. */
function aboutOf({ id, number }: Pick<IssuedReceipt, 'id' | 'number'>) {
  return { resource: 'receipts', id, title: `receipt ${number}`, path: MY_RECEIPTS };
}
