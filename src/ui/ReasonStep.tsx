import { useState, type FormEvent } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import layout from './layout.module.css';
import { TextField } from './TextField.tsx';

export interface ReasonStepProps {
  /** Why a reason is needed. */
  words: string;
  /** What the button does. */
  action: string;
  busy: boolean;
  onGiven: (reason: string) => void;
  onBack: () => void;
}

/** What goes beyond the usual is done deliberately, with a reason. */
export function ReasonStep({ words, action, busy, onGiven, onBack }: ReasonStepProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() === '') setIsMissing(true);
    else onGiven(reason.trim());
  };
  return (
    <form className={layout.stack4} onSubmit={submit} noValidate>
      <Banner tone="warning">{words} Give a reason to continue anyway.</Banner>
      <TextField
        ref={focus}
        required
        label="Reason"
        help="It is kept with the ticket."
        maxLength={500}
        autoComplete="off"
        value={reason}
        {...(isMissing && reason.trim() === '' ? { error: 'Give a reason.' } : {})}
        onChange={({ target }) => setReason(target.value)}
      />
      <p className={layout.toolbar2}>
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </p>
    </form>
  );
}

/** What was asked for before is gone, with its focus. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
