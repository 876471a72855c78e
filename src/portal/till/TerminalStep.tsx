import { useState, type FormEvent } from 'react';
import type { TillDue } from '../../../domain/calls/till.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/TextField.tsx';
import { dueTotal, saleItems } from './dueKey.ts';
import { KeyButton } from './KeyButton.tsx';
import styles from './Till.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';
import type { SaleBody } from './useSale.ts';
import { useTillKeys } from './useTillKeys.ts';

interface TerminalProps {
  dues: readonly TillDue[];
  onSell: (body: Omit<SaleBody, 'customerId'>) => void;
  onBack: () => void;
}

/** The amount is entered at the terminal, and the number on its slip here. */
export function TerminalStep({ dues, onSell, onBack }: TerminalProps) {
  const total = dueTotal(dues);
  const [reference, setReference] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useFocusOnMount<HTMLInputElement>();
  useTillKeys({ Escape: onBack });
  const take = (event: FormEvent): void => {
    event.preventDefault();
    if (reference.trim() === '') setFault('Enter the number on the slip of the terminal');
    else onSell({ items: saleItems(dues), method: 'deskCard', reference: reference.trim() });
  };
  return (
    <Card title="Card terminal" description={dues.map(({ title }) => title).join(', ')}>
      <form className={layout.stack4} onSubmit={take}>
        <p className={styles.change}>
          <span>Enter at the terminal</span>
          <strong>{formatMoney(total)}</strong>
        </p>
        <TextField
          ref={field}
          label="Number on the slip"
          help="Continue when the terminal says that the payment is approved."
          error={fault}
          autoComplete="off"
          maxLength={60}
          value={reference}
          onChange={({ target }) => {
            setReference(target.value);
            setFault(null);
          }}
        />
        <div className={layout.toolbar2}>
          <KeyButton shortcut="Enter" type="submit" icon="check" variant="primary">
            {`Book ${formatMoney(total)}`}
          </KeyButton>
          <KeyButton shortcut="Esc" variant="quiet" onClick={onBack}>
            Back
          </KeyButton>
        </div>
      </form>
    </Card>
  );
}
