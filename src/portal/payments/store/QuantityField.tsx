import { useState } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextInput } from '../../../ui/TextField.tsx';
import styles from './Store.module.css';

export interface QuantityFieldProps {
  /** Of the item. */
  name: string;
  quantity: number;
  most: number;
  /** Zero takes it out of the cart. */
  onChange: (quantity: number) => void;
}

/** How many of an item: one less, one more, or typed. */
export function QuantityField({ name, quantity, most, onChange }: QuantityFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    setTyped(null);
    const count = Number(typed);
    if (typed === null || typed.trim() === '' || !Number.isInteger(count) || count < 0) return;
    const given = Math.min(count, Math.max(most, 1));
    if (given !== quantity) onChange(given);
  };
  return (
    <div role="group" aria-label={`Quantity of ${name}`} className={styles.quantity}>
      <IconButton
        icon={quantity === 1 ? 'trash-2' : 'minus'}
        label={quantity === 1 ? `Remove ${name}` : `One fewer of ${name}`}
        onClick={() => onChange(quantity - 1)}
      />
      <TextInput
        inputMode="numeric"
        aria-label={`Quantity of ${name}`}
        className={styles.count}
        value={typed ?? String(quantity)}
        maxLength={5}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <IconButton
        icon="plus"
        label={`One more of ${name}`}
        disabled={quantity >= most}
        onClick={() => onChange(quantity + 1)}
      />
    </div>
  );
}
