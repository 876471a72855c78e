import type { Account } from './account.ts';
import { missing, type StripeObject } from './wire.ts';

/** The bank decides a dispute. What is won returns to the account. */
export function closeDispute(account: Account, id: string, status: 'won' | 'lost'): StripeObject {
  const dispute = account.find('dispute', id);
  if (!dispute) throw missing('dispute', id);
  if (dispute['status'] === 'won' || dispute['status'] === 'lost') return dispute;
  dispute['status'] = status;
  if (status === 'won') {
    const moved = dispute['balance_transactions'] as StripeObject[];
    moved.push(account.move('adjustment', Number(dispute['amount']), dispute));
    const charge = account.find('charge', String(dispute['charge']));
    if (charge) charge['disputed'] = false;
    account.announce('charge.dispute.funds_reinstated', dispute);
  }
  account.announce('charge.dispute.closed', dispute);
  return dispute;
}
