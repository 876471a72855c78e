import type { AddressState } from '../../../../domain/calls/accounts.ts';
import { callApi } from '../../../app/callApi.ts';
import { showModal } from '../../../app/dialogs/modalQueue.ts';
import { useTextForm } from '../../../app/useTextForm.ts';
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
  const { field, submit, isRunning, refusal, fieldErrors, message } = useTextForm(
    { address: first, currentPassword: '' },
    async ({ address, currentPassword }) =>
      onRequested(await callApi('POST /api/account/address', { body: { address: address.trim(), currentPassword } })),
  );
  // For a 400 the server names the format.
  const addressError = refusal?.status === 400 && fieldErrors['address'] ? { error: NO_EMAIL } : {};
  return (
    <form className={layout.stack4} noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField
        label="Email address"
        help="We will email a confirmation link to this address. Nothing changes until you open it."
        type="email"
        autoComplete="email"
        maxLength={254}
        {...field('address')}
        {...addressError}
      />
      <TextField
        label="Current password"
        help="To make sure that it is you."
        type="password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <Button type="submit" variant="primary" block busy={isRunning}>
        {isRunning ? 'Sending' : 'Send email'}
      </Button>
    </form>
  );
}

const NO_EMAIL = 'Please enter a valid email';
