import type { TillItem } from '../../../domain/calls/till.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { QuantityField } from '../payments/store/QuantityField.tsx';
import { mostOf } from '../payments/store/useStorefront.ts';
import { stockText } from './itemSearch.ts';
import styles from './Till.module.css';

interface LinesProps {
  lines: readonly { item: TillItem; quantity: number }[];
  /** Zero removes the item. */
  onChange: (itemId: number, quantity: number) => void;
}

export function BasketLines({ lines, onChange }: LinesProps) {
  return (
    <ul className={styles.list} aria-label="Items to add">
      {lines.map(({ item, quantity }) => (
        <li key={item.id} className={styles.basketLine}>
          <span className={styles.rowText}>
            <strong>{item.name}</strong>
            <span className={styles.quiet}>{detailText(item)}</span>
          </span>
          <QuantityField
            name={item.name}
            quantity={quantity}
            most={mostOf(item)}
            onChange={(count) => onChange(item.id, count)}
          />
          <span className={styles.lineAmount}>{formatMoney(item.priceCents * quantity)}</span>
        </li>
      ))}
    </ul>
  );
}

function detailText(item: TillItem): string {
  return [`${formatMoney(item.priceCents)} each`, stockText(item)].filter((part) => part !== '').join(' · ');
}
