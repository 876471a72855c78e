import { formatMoney } from '../../domain/values/money.ts';

/** The context of a cancellation. `paidCents`: amount paid for a single request; null when unknown or for several. */
export interface Cancellation {
  count: number;
  viewedAs: 'customer' | 'staff';
  paidCents: number | null;
}

/** The consequences of cancelling, in sentences: that it is final, what remains, and what happens to payments. */
export function cancelConsequence({ count, viewedAs, paidCents }: Cancellation): string[] {
  const [it, its, is] = count === 1 ? ['It', 'Its', 'is'] : ['They', 'Their', 'are'];
  const forGood = `${it} ${is} canceled for good: no work is done on ${count === 1 ? 'it' : 'them'} any more, and ${it.toLowerCase()} cannot be opened again.`;
  if (viewedAs === 'customer') {
    return [
      forGood,
      'If you want it after all, you have to submit a new request and wait for your turn again. The answers and files stay here to be read.',
      paidCents
        ? paymentText(paidCents, 'Ask the staff about a refund.')
        : 'You have paid nothing, and canceling costs nothing.',
    ];
  }
  return [
    `${forGood} Only an administrator of requests can set another status, against the usual steps.`,
    `${its} ${count === 1 ? 'customer sees' : 'customers see'} it at once; the answers and files stay to be read.`,
    paidCents === null
      ? 'What has been paid is not paid back by this: arrange refunds with the customers.'
      : paidCents === 0
        ? 'Nothing has been paid.'
        : paymentText(paidCents, 'Arrange the refund with the customer.'),
  ];
}

function paymentText(cents: number, what: string): string {
  return `${formatMoney(cents)} has been paid, which is not paid back by this. ${what}`;
}
