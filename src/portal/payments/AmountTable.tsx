import type { AmountRow } from '../../../domain/payments/receipts.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import styles from './AmountTable.module.css';

interface AmountTableProps {
  caption: string;
  /** Header of the texts. */
  text: string;
  rows: readonly AmountRow[];
}

/** Texts with amounts at the right edge, which stay a table at every width and on paper. */
export function AmountTable({ caption, text, rows }: AmountTableProps) {
  return (
    <table className={styles.amounts}>
      <caption className="visually-hidden">{caption}</caption>
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
  );
}
