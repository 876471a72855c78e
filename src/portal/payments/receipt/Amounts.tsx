import type { AmountRow } from '../../../../domain/payments/receipts.ts';
import { AmountTable } from '../AmountTable.tsx';
import styles from './Receipt.module.css';

interface AmountsProps {
  title: string;
  /** Header of the texts. */
  text: string;
  rows: readonly AmountRow[];
}

export function Amounts({ title, text, rows }: AmountsProps) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <AmountTable caption={title} text={text} rows={rows} />
    </section>
  );
}
