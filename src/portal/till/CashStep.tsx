import { useState, type FormEvent } from 'react';
import type { TillDue } from '../../../domain/calls/till.ts';
import { likelyTenders } from '../../../domain/payments/cash.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { formatAmount, moneyFault, parseAmount } from '../../../domain/values/money.ts';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { AmountField } from './AmountField.tsx';
import { dueTotal, saleItems } from './dueKey.ts';
import { KeyButton } from './KeyButton.tsx';
import styles from './Till.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';
import type { SaleBody } from './useSale.ts';
import { useTillKeys } from './useTillKeys.ts';

interface CashProps {
  dues: readonly TillDue[];
  denominations: readonly number[];
  onSell: (body: Omit<SaleBody, 'customerId'>) => void;
  onBack: () => void;
}

const EXACT = 'F2';
const PART = 'F4';
/** Of the next bills. */
const BILLS = ['F6', 'F7', 'F8', 'F9'] as const;

/** The cash that the customer gives, and the change. Less than the total is a partial payment, of one thing only. */
export function CashStep({ dues, denominations, onSell, onBack }: CashProps) {
  const total = dueTotal(dues);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useFocusOnMount<HTMLInputElement>();
  const tendered = text.trim() === '' ? undefined : parseAmount(text);
  const isPart = tendered !== undefined && tendered > 0 && tendered < total && dues.length === 1;
  const type = (typed: string): void => {
    setText(typed);
    setFault(null);
  };
  const enter = (cents: number): void => {
    type(formatAmount(cents));
    field.current?.focus();
  };
  const take = (event: FormEvent): void => {
    event.preventDefault();
    if (tendered === undefined) setFault(text.trim() === '' ? 'Enter the cash you received' : moneyFault(text));
    else if (tendered < total) setFault(`That is ${formatMoney(total - tendered)} less than the total`);
    else onSell({ items: saleItems(dues), method: 'cash', tenderedCents: tendered });
  };
  const takePart = (): void => {
    const [due] = dues;
    if (!isPart || due === undefined) return;
    const items = [{ endpoint: due.endpoint, id: due.id, amountCents: tendered }];
    onSell({ items, method: 'cash', tenderedCents: tendered });
  };
  const tenders = likelyTenders(total, denominations);
  const quick = tenders.map((cents, index) => ({ cents, key: BILLS[index] ?? '', act: () => enter(cents) }));
  useTillKeys({
    ...Object.fromEntries(quick.map(({ key, act }) => [key, act])),
    [EXACT]: () => enter(total),
    [PART]: takePart,
    Escape: onBack,
  });
  return (
    <Card title="Cash" description={dues.map(({ title }) => title).join(', ')}>
      <form className={layout.stack4} onSubmit={take}>
        <p className={styles.total}>
          <span>To pay</span>
          <strong>{formatMoney(total)}</strong>
        </p>
        <AmountField ref={field} label="Received" error={fault} text={text} onType={type} />
        <div className={layout.toolbar2} role="group" aria-label="Quick amounts">
          <KeyButton shortcut={EXACT} onClick={() => enter(total)}>
            Exact amount
          </KeyButton>
          {quick.map(({ cents, key, act }) => (
            <KeyButton key={key} shortcut={key} onClick={act}>
              {formatMoney(cents)}
            </KeyButton>
          ))}
        </div>
        <p className={styles.change} role="status">
          <span>Change</span>
          <strong>{tendered !== undefined && tendered >= total ? formatMoney(tendered - total) : '–'}</strong>
        </p>
        <div className={layout.toolbar2}>
          <KeyButton shortcut="Enter" type="submit" icon="check" variant="primary">
            {`Take ${formatMoney(total)}`}
          </KeyButton>
          {isPart && (
            <KeyButton shortcut={PART} onClick={takePart}>
              {`Take ${formatMoney(tendered)} as a partial payment`}
            </KeyButton>
          )}
          <KeyButton shortcut="Esc" variant="quiet" onClick={onBack}>
            Back
          </KeyButton>
        </div>
      </form>
    </Card>
  );
}
