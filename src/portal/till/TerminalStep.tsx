import { useState, type FormEvent } from 'react';
import type { TillDue } from '../../../domain/calls/till.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { formatAmount, moneyFault, parseAmount } from '../../../domain/values/money.ts';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/TextField.tsx';
import { AmountField } from './AmountField.tsx';
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

const PART = 'F4';

/** The amount is entered at the terminal, and the number on its slip here. Of one thing, a part can be paid. */
export function TerminalStep({ dues, onSell, onBack }: TerminalProps) {
  const total = dueTotal(dues);
  const [reference, setReference] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useFocusOnMount<HTMLInputElement>();
  const part = usePart(total, dues.length === 1);
  useTillKeys({ Escape: onBack, [PART]: part.begin });
  const take = (event: FormEvent): void => {
    event.preventDefault();
    const [due] = dues;
    if (part.fault !== null || due === undefined) part.showFault();
    else if (reference.trim() === '') setFault('Enter the number on the terminal slip');
    else {
      const items = part.isOn ? [{ endpoint: due.endpoint, id: due.id, amountCents: part.cents }] : saleItems(dues);
      onSell({ items, method: 'deskCard', reference: reference.trim() });
    }
  };
  const isPart = part.isOn && part.cents < total;
  return (
    <Card title="Card terminal" description={dues.map(({ title }) => title).join(', ')}>
      <form className={layout.stack4} onSubmit={take}>
        <p className={styles.change}>
          <span>Enter at the terminal</span>
          <strong>{part.fault === null ? formatMoney(part.cents) : '–'}</strong>
        </p>
        {part.isOn && <PartField total={total} part={part} />}
        <TextField
          ref={field}
          label="Number on the slip"
          help="Continue when the terminal has approved the payment."
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
            {isPart ? `Record ${formatMoney(part.cents)} as a partial payment` : `Record ${formatMoney(total)}`}
          </KeyButton>
          {part.canBegin && (
            <KeyButton shortcut={PART} onClick={part.begin}>
              Partial payment
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

/** The amount of a partial payment, once the cashier has asked for its field. */
function usePart(total: number, isPossible: boolean) {
  const [isOn, setIsOn] = useState(false);
  const [text, setText] = useState(formatAmount(total));
  const [isShown, setIsShown] = useState(false);
  const parsed = parseAmount(text);
  const fault = isOn ? partFault(text, parsed, total) : null;
  return {
    ...{ isOn, text, fault },
    canBegin: isPossible && total > 0 && !isOn,
    cents: isOn && parsed !== undefined ? parsed : total,
    shownFault: isShown ? fault : null,
    begin: (): void => setIsOn(isPossible && total > 0),
    showFault: (): void => setIsShown(true),
    type: (typed: string): void => {
      setText(typed);
      setIsShown(false);
    },
  };
}

function PartField({ total, part }: { total: number; part: ReturnType<typeof usePart> }) {
  const field = useFocusOnMount<HTMLInputElement>();
  return (
    <AmountField
      ref={field}
      label="Partial payment"
      help={`${formatMoney(total)} is due.`}
      error={part.shownFault}
      text={part.text}
      onType={part.type}
    />
  );
}

function partFault(text: string, cents: number | undefined, total: number): string | null {
  if (cents === undefined || cents <= 0) return moneyFault(text);
  return cents > total ? `That is ${formatMoney(cents - total)} more than the total` : null;
}
