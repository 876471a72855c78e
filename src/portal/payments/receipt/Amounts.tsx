import type { AmountRow } from '../../../../domain/payments/receipts.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import styles from './Receipt.module.css';

interface AmountsProps {
  title: string;
  /** Header of the texts. */
  text: string;
  rows: readonly AmountRow[];
}

/** Texts with amounts at the right edge, which stay a table at every width and on paper. */
export function Amounts({ title, text, rows }: AmountsProps) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <table className={styles.amounts}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{text}</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Two lines can have the same text.
            <tr key={index} data-total={row.isTotal}>
              <td>{row.text}</td>
              <td>{formatMoney(row.amountCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
