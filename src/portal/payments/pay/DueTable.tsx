import type { PaymentLine, PaymentView } from '../../../../domain/calls/payments.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import { Table, type Column } from '../../../ui/Table.tsx';

interface Row {
  key: string;
  label: string;
  amountCents: number;
  isSum: boolean;
}

/** The lines with discount and tax, what was paid of them, and what is due. */
export function DueTable({ view }: { view: PaymentView }) {
  return (
    <Table caption={`What ${view.title} costs`} columns={COLUMNS} rows={rowsFor(view)} rowKey={({ key }) => key} />
  );
}

const COLUMNS: Column<Row>[] = [
  { key: 'label', header: 'Item', cell: ({ label, isSum }) => (isSum ? <strong>{label}</strong> : label) },
  {
    key: 'amountCents',
    header: 'Amount',
    align: 'end',
    cell: ({ amountCents, isSum }) => (isSum ? <strong>{formatMoney(amountCents)}</strong> : formatMoney(amountCents)),
  },
];

function rowsFor({ lines, amountCents, paidCents, dueCents, discountReason }: PaymentView): Row[] {
  const label = (line: PaymentLine): string =>
    line.kind === 'discount' && discountReason !== null && line.label !== discountReason
      ? `${line.label} (${discountReason})`
      : line.label;
  const rows = lines.map((line, index): Row => {
    return { key: String(index), label: label(line), amountCents: line.amountCents, isSum: false };
  });
  if (lines.length > 1) rows.push({ key: 'sum', label: 'Total', amountCents, isSum: true });
  if (paidCents > 0 && dueCents > 0)
    rows.push({ key: 'paid', label: 'Already paid', amountCents: -paidCents, isSum: false });
  if (dueCents > 0) rows.push({ key: 'due', label: 'Due', amountCents: dueCents, isSum: true });
  return rows;
}
