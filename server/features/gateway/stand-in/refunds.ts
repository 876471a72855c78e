import type { Account } from './account.ts';
import { nestedFields, invalid, missing, requiredText, requiredWhole, type Fields, type StripeObject } from './wire.ts';

/** Returns an amount of a payment to its card. Those that end in `pending` cents take a while. */
export function createRefund(account: Account, form: Fields): StripeObject {
  const intentId = requiredText(form, 'payment_intent');
  const intent = account.find('payment_intent', intentId);
  const charge = account.find('charge', String(intent?.['latest_charge'] ?? ''));
  if (!intent || !charge) throw missing('payment_intent', intentId);
  const amount = requiredWhole(form, 'amount');
  const left = Number(charge['amount']) - Number(charge['amount_refunded']);
  if (charge['disputed'] === true)
    throw invalid('Charge has been charged back; cannot issue a refund.', { code: 'charge_disputed' });
  if (left === 0) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' });
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  const refund = account.add('refund', {
    ...{ amount, currency: charge['currency'], charge: charge.id, payment_intent: intentId },
    ...{ metadata: nestedFields(form, 'metadata'), reason: form['reason'] ?? null, status: 'succeeded' },
  });
  charge['amount_refunded'] = Number(charge['amount_refunded']) + amount;
  charge['refunded'] = charge['amount_refunded'] === charge['amount'];
  refund['balance_transaction'] = account.move('refund', -amount, refund).id;
  account.announce('refund.created', refund);
  account.announce('charge.refunded', charge);
  return refund;
}

/** The bank returns a refund. */
export function failRefund(account: Account, id: string): StripeObject {
  const refund = account.find('refund', id);
  if (!refund) throw missing('refund', id);
  if (refund['status'] === 'failed') return refund;
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  const charge = account.find('charge', String(refund['charge']));
  if (charge) charge['amount_refunded'] = Number(charge['amount_refunded']) - Number(refund['amount']);
  account.move('refund_failure', Number(refund['amount']), refund);
  account.announce('refund.failed', refund);
  return refund;
}

/** Sends what the account has to the bank. Null if it has nothing. */
export function payOut(account: Account): StripeObject | null {
  const moved = account.all('balance_transaction');
  const amount = moved.reduce((sum, { net }) => sum + Number(net), 0);
  if (amount <= 0) return null;
  const currency = moved[0]?.['currency'];
  const payout = account.add('payout', { amount, currency, status: 'paid', arrival_date: account.seconds });
  account.move('payout', -amount, payout);
  account.announce('payout.paid', payout);
  return payout;
}
