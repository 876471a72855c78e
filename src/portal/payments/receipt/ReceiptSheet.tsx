import type { Receipt } from '../../../../domain/calls/receipts.ts';
import { paymentRows, refundRows, totalRows } from '../../../../domain/payments/receipts.ts';
import { formatInstantDay, formatMoney } from '../../../../domain/values/formats.ts';
import { Amounts } from './Amounts.tsx';
import styles from './Receipt.module.css';

/** The receipt, on the page and on paper. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { number, title, customer, issuedAt, timezone, amountCents, payments, refunds } = receipt;
  return (
    <article className={styles.sheet} aria-label={`Receipt ${number}`} data-print>
      <p className={styles.printed}>Receipt {number}</p>
      <Issuer lines={receipt.issuer} />
      <dl className={styles.facts}>
        <Fact label="Number" value={number} />
        <Fact label="Date" value={formatInstantDay(issuedAt, timezone, 'long')} />
        <Fact label="Customer" value={customer} />
        <Fact label="For" value={title} />
      </dl>
      <Amounts title="Items" text="Item" rows={totalRows(receipt)} />
      {payments.length > 0 && <Amounts title="Paid" text="Method" rows={paymentRows(receipt)} />}
      {refunds.length > 0 && <Amounts title="Refunded" text="Method" rows={refundRows(receipt)} />}
      {payments.length === 0 && <p>Nothing was due: {formatMoney(amountCents)}.</p>}
    </article>
  );
}

function Issuer({ lines }: { lines: readonly string[] }) {
  return (
    <address className={styles.issuer}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
