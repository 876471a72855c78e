import { useState, type FormEvent } from 'react';
import type { TillCustomer } from '../../../domain/calls/till.ts';
import { moneyFault, parseAmount } from '../../../domain/values/money.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { AmountField } from './AmountField.tsx';
import { KeyButton } from './KeyButton.tsx';
import { useFocusOnMount } from './useFocusOnMount.ts';
import { useTillKeys } from './useTillKeys.ts';

interface TopUpProps {
  customer: TillCustomer;
  onAdded: () => void;
  onBack: () => void;
}

/** Adds a top-up to what is due. The balance gets it when it is paid. */
export function TopUpStep({ customer: { id, name }, onAdded, onBack }: TopUpProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useFocusOnMount<HTMLInputElement>();
  const { run, isRunning, refusal, fieldErrors } = useCommand((amountCents: number) =>
    callApi('POST /api/till/customers/:id/topup', { params: { id }, body: { amountCents } }),
  );
  useTillKeys({ Escape: onBack });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const amountCents = parseAmount(text);
    if (amountCents === undefined || amountCents <= 0) setFault(moneyFault(text));
    else if ((await run(amountCents)) !== undefined) onAdded();
  };
  return (
    <Card title={`Top up the balance of ${name}`}>
      <form className={layout.stack4} onSubmit={(event) => void add(event)}>
        <AmountField
          ref={field}
          label="Amount"
          error={fault ?? fieldErrors['amountCents'] ?? refusal?.message}
          text={text}
          onType={(typed) => {
            setText(typed);
            setFault(null);
          }}
        />
        <div className={layout.toolbar2}>
          <KeyButton shortcut="Enter" type="submit" icon="check" variant="primary" busy={isRunning}>
            Continue
          </KeyButton>
          <KeyButton shortcut="Esc" variant="quiet" onClick={onBack}>
            Back
          </KeyButton>
        </div>
      </form>
    </Card>
  );
}
