import { useState, type FormEvent } from 'react';
import type { AddressState } from '../../../../domain/calls/accounts.ts';
import { callApi } from '../../../app/callApi.ts';
import { showModal } from '../../../app/dialogs/modalQueue.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import layout from '../../../ui/layout.module.css';

interface Props {
  address: string;
  onRequested: (state: AddressState) => void;
}

export function askForNewAddress(title: string, { address, onRequested }: Props): void {
  void showModal({
    header: title,
    message: '',
    hideActions: true,
    isClosable: true,
    content: (close) => (
      <AddressForm
        address={address}
        onRequested={(state) => {
          onRequested(state);
          close('Confirm');
        }}
      />
    ),
  });
}

function AddressForm({ address: first, onRequested }: Props) {
  const [address, setAddress] = useState(first);
  const [password, setPassword] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { run, isRunning, refusal, fieldErrors, message, reset } = useCommand(async () =>
    onRequested(
      await callApi('POST /api/account/address', { body: { address: address.trim(), currentPassword: password } }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (address.trim() === '' || password === '') reset();
    else void run();
  };
  // For a 400 the server names the format.
  const addressError = refusal?.status === 400 && fieldErrors['address'] ? NO_EMAIL : fieldErrors['address'];
  return (
    <form className={layout.stack4} noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField
        label="Email address"
        help="We will email a confirmation link to this address. Nothing changes until you open it."
        type="email"
        autoComplete="email"
        maxLength={254}
        value={address}
        error={isChecked && address.trim() === '' ? REQUIRED : addressError}
        onChange={(event) => setAddress(event.target.value)}
      />
      <TextField
        label="Current password"
        help="To make sure that it is you."
        type="password"
        autoComplete="current-password"
        value={password}
        error={isChecked && password === '' ? REQUIRED : fieldErrors['currentPassword']}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" block busy={isRunning}>
        {isRunning ? 'Sending' : 'Send email'}
      </Button>
    </form>
  );
}

const REQUIRED = 'This field is required';
const NO_EMAIL = 'Please enter a valid email';
