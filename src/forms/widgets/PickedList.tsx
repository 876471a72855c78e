import { IconButton } from '../../ui/IconButton.tsx';
import layout from '../../ui/layout.module.css';
import styles from './inputs.module.css';

interface PickedListProps {
  items: readonly { value: string | number; label: string }[];
  disabled: boolean;
  onRemove: (value: string | number) => void;
}

export function PickedList({ items, disabled, onRemove }: PickedListProps) {
  if (items.length === 0) return null;
  return (
    <ul className={layout.toolbar2}>
      {items.map((item) => (
        <li key={item.value} className={styles.pickedItem}>
          <span>{item.label}</span>
          {!disabled && (
            <IconButton icon="x" size="small" label={`Remove ${item.label}`} onClick={() => onRemove(item.value)} />
          )}
        </li>
      ))}
    </ul>
  );
}
