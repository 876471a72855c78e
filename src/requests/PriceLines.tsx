import type { PriceLine } from '../../domain/requests/price-rules.ts';
import { formatMoney } from '../../domain/values/formats.ts';
import styles from './PriceLines.module.css';

/** What a price is made up of; nothing if its lines explain nothing. */
export function PriceLines({ lines }: { lines: readonly PriceLine[] }) {
  if (lines.length === 0) return null;
  return (
    <dl className={styles.lines}>
      {lines.map(({ label, cents }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
