import type { Receipt } from '../../../domain/calls/receipts.ts';
import { paymentRows, refundRows, totalRows, type AmountRow } from '../../../domain/payments/receipts.ts';
import { formatInstantDay, formatMoney } from '../../../domain/values/formats.ts';
import { PdfPages } from './pdf-pages.ts';

/** "receipt-2026-0017.pdf" */
export function receiptFileName({ number }: Pick<Receipt, 'number'>): string {
  return `receipt-${number.replaceAll(/[^A-Za-z0-9-]+/g, '-')}.pdf`;
}

/** The receipt as a tagged PDF file. */
export async function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const { number, title, issuer, issuedAt, timezone, customer } = receipt;
  const day = (instant: string): string => formatInstantDay(instant, timezone, 'long');
  const pages = await PdfPages.open({
    title: `Receipt ${number}`,
    author: issuer[0] ?? '',
    at: new Date(issuedAt),
  });
  for (const line of issuer) pages.text('P', line, { isQuiet: true });
  pages.space(18);
  pages.text('H1', `Receipt ${number}`, { size: 20, isBold: true });
  pages.space(10);
  pages.text('P', `Date: ${day(issuedAt)}`);
  pages.text('P', `Customer: ${customer}`);
  pages.text('P', `For: ${title}`);
  pages.space(14);
  amountsPart(pages, ['Item', 'Amount'], totalRows(receipt));
  if (receipt.payments.length > 0) titledPart(pages, 'Paid', paymentRows(receipt));
  if (receipt.refunds.length > 0) titledPart(pages, 'Refunded', refundRows(receipt));
  return pages.close();
}

function titledPart(pages: PdfPages, title: string, rows: readonly AmountRow[]): void {
  pages.space(20);
  pages.text('H2', title, { size: 13, isBold: true });
  pages.space(4);
  amountsPart(pages, ['Method', 'Amount'], rows);
}

function amountsPart(pages: PdfPages, header: readonly [string, string], rows: readonly AmountRow[]): void {
  pages.table(
    header,
    rows.map(({ text, amountCents, isTotal = false }) => ({ text, amount: formatMoney(amountCents), isBold: isTotal })),
  );
}
