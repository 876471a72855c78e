import { formatInstantDay } from '../values/formats.ts';

interface ReceiptParts {
  timezone: string;
  lines: readonly { label: string; amountCents: number; kind: 'item' | 'discount' | 'tax' }[];
  amountCents: number;
  taxCents: number;
  discountReason: string | null;
  payments: readonly {
    method: string;
    amountCents: number;
    paidAt: string;
    account: string | null;
    payer: string | null;
  }[];
  refunds: readonly { method: string; amountCents: number; refundedAt: string; isPending: boolean }[];
}

/** A line of a receipt, on the page and in the PDF file. */
export interface AmountRow {
  text: string;
  amountCents: number;
  isTotal?: boolean;
}

export function totalRows({ lines, amountCents, taxCents, discountReason }: ReceiptParts): AmountRow[] {
  return [
    ...lines.map(({ label, amountCents: cents, kind }) => ({
      text:
        kind === 'discount' && discountReason !== null && label !== discountReason
          ? `${label} (${discountReason})`
          : label,
      amountCents: cents,
    })),
    { text: taxCents > 0 ? 'Total, with tax' : 'Total', amountCents, isTotal: true },
  ];
}

export function paymentRows({ payments, timezone }: ReceiptParts): AmountRow[] {
  return payments.map(({ method, amountCents, paidAt, account, payer }) => ({
    text: [method, account, formatInstantDay(paidAt, timezone, 'long'), payer === null ? null : `by ${payer}`]
      .filter(Boolean)
      .join(', '),
    amountCents,
  }));
}

export function refundRows(receipt: ReceiptParts): AmountRow[] {
  const { refunds, timezone, amountCents } = receipt;
  return [
    ...refunds.map(({ method, amountCents: cents, refundedAt, isPending }) => ({
      text: `${method}, ${formatInstantDay(refundedAt, timezone, 'long')}${isPending ? ', in progress' : ''}`,
      amountCents: -cents,
    })),
    { text: 'Paid after refunds', amountCents: amountCents - refundedCents(receipt), isTotal: true },
  ];
}

/** What was or is being refunded of a receipt, in cents. */
function refundedCents({ refunds }: Pick<ReceiptParts, 'refunds'>): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
