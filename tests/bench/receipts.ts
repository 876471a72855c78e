import type { Receipt } from '../../domain/calls/receipts.ts';
import { receiptPdf } from '../../server/features/receipts/pdf.ts';
import { quantile } from './load.ts';
import { report } from './report.ts';

const WARM_UP = 20;
const RECEIPTS = 200;
const INSTANT = '2026-11-02T16:30:00.000Z';

/** PDF files of receipts with five lines, two payments and a refund. */
export async function benchReceipts(): Promise<void> {
  const taken: number[] = [];
  for (let index = -WARM_UP; index < RECEIPTS; index += 1) {
    const start = performance.now();
    await receiptPdf(receiptOf(index));
    if (index >= 0) taken.push(performance.now() - start);
  }
  const sorted = taken.toSorted((a, b) => a - b);
  const more = `p95 ${quantile(sorted, 0.95).toFixed(1)} ms`;
  report('PDF file of a receipt, median', quantile(sorted, 0.5), 'ms', { atMost: 50 }, more);
}

function receiptOf(index: number): Receipt {
  const lines = ['Poster, 24 × 36 in', 'Lamination', 'Laser cutting, 20 minutes', 'Plywood, 3 mm'].map(
    (label, line) => ({
      label: `${label} (${index + line})`,
      amountCents: 1_250 + line,
      kind: 'item' as const,
    }),
  );
  return {
    number: `2026-${index}`,
    title: 'Poster printing',
    issuedAt: INSTANT,
    timezone: 'America/Denver',
    issuer: ['Makerspace', '1 Campus Road', 'Boulder, CO'],
    customer: `Łukasz Müller ${index}`,
    lines: [...lines, { label: 'Sales tax', amountCents: 400, kind: 'tax' }],
    amountCents: 5_406,
    taxCents: 400,
    discountReason: null,
    payments: [
      { method: 'Card', amountCents: 5_000, paidAt: INSTANT, account: null, payer: null },
      { method: 'Balance', amountCents: 406, paidAt: INSTANT, account: null, payer: null },
    ],
    refunds: [{ method: 'Card', amountCents: 500, refundedAt: INSTANT, isPending: false }],
  };
}
