import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paymentPath } from '../../../domain/payments/paths.ts';
import { currencySymbol, parseAmount } from '../../../domain/values/money.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

const FORM = 'add-money';

/** Leads to the payment of a top-up of the own balance. */
export function AddMoney() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        Add money
      </Button>
      {isOpen && <AmountDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function AmountDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const { run, isRunning, message, fieldErrors, refusal } = useCommand(async (amountCents: number) => {
    const { id } = await callApi('POST /api/payment/topup', { body: { amountCents } });
    await navigate(paymentPath('topup', id));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const cents = parseAmount(text);
    const isAmount = cents !== undefined && cents > 0;
    setFault(isAmount ? undefined : 'Enter an amount, such as 20 or 12.50');
    if (isAmount) void run(cents);
  };
  return (
    <Dialog
      title="Add money to my balance"
      answer={{ label: 'Continue to payment', variant: 'primary', busy: isRunning, form: FORM }}
      refusal={message === null ? null : refusal}
      onClose={onClose}
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <TextField
          label="Amount"
          prefix={currencySymbol()}
          inputMode="decimal"
          autoComplete="off"
          help="You choose how to pay on the next page."
          value={text}
          error={fault ?? fieldErrors['amountCents']}
          onChange={({ target }) => {
            setText(target.value);
            setFault(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
