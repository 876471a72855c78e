import type { TillReport } from '../../../domain/calls/till.ts';
import { formatInstant, formatMoney } from '../../../domain/values/formats.ts';
import { FactList } from '../../ui/FactList.tsx';
import { Amounts } from '../payments/receipt/Amounts.tsx';
import receipt from '../payments/receipt/Receipt.module.css';

/** The report of a drawer, on the page and on paper. */
export function ReportSheet({ report }: { report: TillReport }) {
  const { id, till, cashier, closedBy, openedAt, closedAt, timezone, moves, note } = report;
  return (
    <article className={receipt.sheet} aria-label={`Till report ${id}`} data-print>
      <p className={receipt.printed}>{`Till report ${id}`}</p>
      <FactList
        inline
        facts={[
          { key: 'till', label: 'Till', value: till },
          { key: 'session', label: 'Session', value: id },
          { key: 'cashier', label: 'Cashier', value: cashier },
          { key: 'opened', label: 'Opened', value: formatInstant(openedAt, timezone) },
          {
            key: 'closed',
            label: 'Closed',
            value: closedAt === null ? 'Still open' : formatInstant(closedAt, timezone),
          },
          ...(closedBy !== null && closedBy !== cashier ? [{ key: 'by', label: 'Closed by', value: closedBy }] : []),
        ]}
      />
      <Amounts title="Payments and refunds" text="Method" rows={methodRows(report)} />
      <Amounts title="Cash in the drawer" text="Entry" rows={cashRows(report)} />
      {moves.length > 0 && (
        <Amounts
          title="Cash in and out"
          text="Reason"
          rows={moves.map(({ at, reason, amountCents }) => ({
            text: `${formatInstant(at, timezone)}: ${reason}`,
            amountCents,
            isTotal: false,
          }))}
        />
      )}
      {closedAt === null && <p>The expected amount appears after the drawer is counted.</p>}
      {note !== null && <p>{`Note: ${note}`}</p>}
    </article>
  );
}

const METHODS = { cash: 'Cash', deskCard: 'Card terminal' } as const;

function methodRows({ totals }: TillReport) {
  const rows = totals.flatMap(({ method, payments, paymentCents, refunds, refundCents }) => [
    { text: `${METHODS[method]}: payments (${payments})`, amountCents: paymentCents, isTotal: false },
    ...(refunds === 0
      ? []
      : [{ text: `${METHODS[method]}: refunds (${refunds})`, amountCents: refundCents, isTotal: false }]),
  ]);
  const amountCents = rows.reduce((sum, row) => sum + row.amountCents, 0);
  return [...rows, { text: 'Total', amountCents, isTotal: true }];
}

/** Before the count, only what the cashier knows. */
function cashRows({ floatCents, firstCountCents, expectedCents, countedCents, differenceCents }: TillReport) {
  const row = (text: string, amountCents: number | null, isTotal = false) =>
    amountCents === null ? [] : [{ text, amountCents, isTotal }];
  return [
    ...row('Float', floatCents),
    ...row('Expected', expectedCents),
    ...row('First count', firstCountCents === countedCents ? null : firstCountCents),
    ...row('Counted', countedCents),
    ...row(differenceText(differenceCents), differenceCents, true),
  ];
}

function differenceText(cents: number | null): string {
  if (cents === null || cents === 0) return 'Difference';
  return `Difference (${formatMoney(Math.abs(cents))} ${cents < 0 ? 'short' : 'over'})`;
}
