import { useState, type FormEvent } from 'react';
import type { AddressState } from '../../../../domain/address-calls.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { showModal } from '../../../app/dialogs/modalQueue.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import layout from '../../../ui/layout.module.css';
import { askForAddress } from './addressCalls.ts';

interface Props {
  /** What the field begins with. */
  address: string;
  onAsked: (state: AddressState) => void;
}

/** Asks for another address, in a dialog. */
export function askForNewAddress(title: string, { address, onAsked }: Props): void {
  void showModal({
    header: title,
    message: '',
    hideActions: true,
    isClosable: true,
    content: (close) => (
      <AddressForm
        address={address}
        onAsked={(state) => {
          onAsked(state);
          close('Confirm');
        }}
      />
    ),
  });
}

function AddressForm({ address: first, onAsked }: Props) {
  const [address, setAddress] = useState(first);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Record<string, unknown>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(address.trim() === '' ? { address: REQUIRED } : {}),
      ...(password === '' ? { currentPassword: REQUIRED } : {}),
    };
    setErrors(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    setIsBusy(true);
    try {
      onAsked(await askForAddress(address.trim(), password));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { errors: named = {} } = error.problem;
      // The server names the format.
      setErrors(error.status === 400 && 'address' in named ? { ...named, address: NO_EMAIL } : named);
      if (Object.keys(named).length === 0) setFailure(error.message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={layout.stack4} noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <TextField
        label="E-mail address"
        help="We send a mail there, with a link that confirms it. Until then nothing changes."
        type="email"
        autoComplete="email"
        maxLength={254}
        value={address}
        error={textOf(errors['address'])}
        onChange={(event) => setAddress(event.target.value)}
      />
      <TextField
        label="Current password"
        help="To make sure that it is you."
        type="password"
        autoComplete="current-password"
        value={password}
        error={textOf(errors['currentPassword'])}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" block busy={isBusy}>
        {isBusy ? 'Sending' : 'Send the mail'}
      </Button>
    </form>
  );
}

const REQUIRED = 'This field is required';
const NO_EMAIL = 'Please enter a valid email';

function textOf(error: unknown): string | null {
  return typeof error === 'string' ? error : null;
}
