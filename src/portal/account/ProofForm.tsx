import { useState, type FormEvent } from 'react';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import layout from '../../ui/layout.module.css';

export interface Proof {
  currentPassword: string;
  code: string;
}

interface Props {
  lead: string;
  button: string;
  act: (proof: Proof) => Promise<void>;
}

/** Password and code, before the second factor changes. */
export function ProofForm({ lead, button, act }: Props) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [code, setCode] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { run, isRunning, fieldErrors, message, reset } = useCommand(() => act({ currentPassword, code: code.trim() }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (currentPassword === '' || code.trim() === '') reset();
    else void run();
  };
  return (
    <form className={layout.stack4} noValidate onSubmit={submit}>
      <p>{lead}</p>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={currentPassword}
        error={isChecked && currentPassword === '' ? REQUIRED : fieldErrors['currentPassword']}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
      <TextField
        label="Code"
        help="From your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={isChecked && code.trim() === '' ? REQUIRED : fieldErrors['code']}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" block busy={isRunning}>
        {button}
      </Button>
    </form>
  );
}

const REQUIRED = 'This field is required';
