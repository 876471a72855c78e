import type { PaymentLine, PaymentView } from '../../../../domain/calls/payments.ts';
import type { AmountRow } from '../../../../domain/payments/receipts.ts';
import { AmountTable } from '../AmountTable.tsx';

/** The lines with discount and tax, what was paid of them, and what is due. */
export function DueTable({ view }: { view: PaymentView }) {
  return <AmountTable caption={`What ${view.title} costs`} text="Item" rows={rowsFor(view)} />;
}

function rowsFor({ lines, amountCents, paidCents, dueCents, discountReason }: PaymentView): AmountRow[] {
  const text = (line: PaymentLine): string =>
    line.kind === 'discount' && discountReason !== null && line.label !== discountReason
      ? `${line.label} (${discountReason})`
      : line.label;
  const rows = lines.map((line): AmountRow => ({ text: text(line), amountCents: line.amountCents, isTotal: false }));
  if (lines.length > 1) rows.push({ text: 'Total', amountCents, isTotal: true });
  if (paidCents > 0 && dueCents > 0) rows.push({ text: 'Already paid', amountCents: -paidCents, isTotal: false });
  if (dueCents > 0) rows.push({ text: 'Due', amountCents: dueCents, isTotal: true });
  return rows;
}
