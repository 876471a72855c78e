import { paymentPath } from '../../../domain/payments/paths.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import { notify } from '../messages/notify.ts';
import { chargePayLink } from './due-amount.ts';
import type { PaymentContext } from './charges.ts';
import type { Charge } from './payables.ts';

/** Notifies the payer of money that arrived when nothing was due any more, or that the bank refused: once, as a payment ends once. */
export async function notifyPayer(
  { services, tx }: PaymentContext,
  event: 'paymentLate' | 'paymentFailed',
  charge: Charge,
  { payerId, amountCents }: Pick<RowOf<'payments'>, 'payerId' | 'amountCents'>,
): Promise<void> {
  if (payerId == null) return;
  const { id, title, endpoint, sourceId, userId, deskCode } = charge;
  const path = paymentPath(endpoint, sourceId, payerId === userId ? {} : { key: deskCode });
  await notify(services, tx, {
    event,
    audience: 'payer',
    recipients: [payerId],
    values: { payment: { text: title, path }, amount: amountCents, pay: chargePayLink(charge, path) },
    about: { resource: 'charges', id, title, path },
  });
}
