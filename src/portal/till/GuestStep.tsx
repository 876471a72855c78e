import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { callApi } from '../../app/callApi.ts';
import { RetryKey } from '../../app/RetryKey.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Card } from '../../ui/Card.tsx';
import { Banner } from '../../ui/Banner.tsx';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/TextField.tsx';
import { customerQuery } from './customerQuery.ts';
import { KeyButton } from './KeyButton.tsx';
import { useFocusOnMount } from './useFocusOnMount.ts';
import { useTillKeys } from './useTillKeys.ts';

interface GuestProps {
  onAdded: (customerId: number) => void;
  onBack: () => void;
}

/** Sells to a person without an account. Name and email are for the receipt. */
export function GuestStep({ onAdded, onBack }: GuestProps) {
  const client = useQueryClient();
  const field = useFocusOnMount<HTMLInputElement>();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [keys] = useState(() => new RetryKey());
  const { run, isRunning, refusal, fieldErrors } = useCommand(async () => {
    const body = { ...(name.trim() && { name: name.trim() }), ...(email.trim() && { email: email.trim() }) };
    const customer = await keys.send(body, (key) => callApi('POST /api/till/guests', { body, key }));
    client.setQueryData(customerQuery(customer.id).queryKey, customer);
    return customer.id;
  });
  useTillKeys({ Escape: onBack });
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const id = await run();
    if (id !== undefined) onAdded(id);
  };
  return (
    <Card title="Customer without an account" description="Leave both empty for a printed receipt without a name.">
      <form className={layout.stack4} onSubmit={(event) => void add(event)}>
        {refusal !== null && Object.keys(fieldErrors).length === 0 && (
          <Banner tone="error" title="Not added">
            {refusal.message}
          </Banner>
        )}
        <TextField
          ref={field}
          label="Name"
          optional
          error={fieldErrors['name']}
          maxLength={120}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          type="email"
          label="Email"
          optional
          help="Gets the receipt. If an account has this address, the sale is added to it."
          error={fieldErrors['email']}
          maxLength={254}
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
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
