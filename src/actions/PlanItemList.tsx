import type { PlanItem } from '../../domain/calls/action-parts.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './PlanItemList.module.css';

export interface PlanItemListProps {
  label: string;
  items: readonly PlanItem[];
  /** Takes the keys of those that are left out. Absent where none can be. */
  onLeave?: ((keys: string[]) => void) | undefined;
}

/** What would be written, one by one, and what speaks against each. */
export function PlanItemList({ label, items, onLeave }: PlanItemListProps) {
  const toggle = (key: string) =>
    onLeave?.(items.filter((item) => (item.key === key) !== item.isLeft).map((item) => item.key));
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.key} className={styles.item} data-excluded={item.isLeft || undefined}>
          {onLeave !== undefined &&
            (item.isFixed ? (
              <span className={styles.fixed} />
            ) : (
              <Checkbox label={item.label} checked={!item.isLeft} onChange={() => toggle(item.key)} />
            ))}
          <span className={styles.label}>{item.label}</span>
          {item.note !== '' && <span className={styles.note}>{item.note}</span>}
          {item.isLeft && <span className={styles.note}>Left out</span>}
          {!item.isLeft && item.fault !== null && (
            <span className={styles.fault}>
              <Icon name="triangle-alert" size={16} />
              {item.fault}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
