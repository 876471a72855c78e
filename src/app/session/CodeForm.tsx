import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { callApi } from '../callApi.ts';
import { useTextForm } from '../useTextForm.ts';
import { enterAccount } from './session.ts';
import styles from './LoginForm.module.css';

export interface CodeFormProps {
  id: string;
  onDone: () => void;
  /** To the password. */
  onBack: () => void;
}

/** The second step of a login whose password was right. */
export function CodeForm({ id, onDone, onBack }: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isRecovery, setIsRecovery] = useState(false);
  const { field, setTexts, submit, isRunning, refusal, message } = useTextForm(
    { code: '' },
    async ({ code }) => {
      await enterAccount(await callApi('POST /api/Login/code', { body: { code: code.trim() } }));
      onDone();
    },
    { missing: 'Code is required' },
  );
  useEffect(() => input.current?.focus(), [isRecovery]);
  const change = () => {
    setIsRecovery(!isRecovery);
    setTexts({ code: '' });
  };
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField
        ref={input}
        id={`${id}-code`}
        label={isRecovery ? 'Recovery code' : 'Code'}
        help={
          isRecovery
            ? 'One of the codes that you saved when you set up the second factor. Each works once.'
            : 'Your password is correct. Now enter the 6 digits that your authenticator app shows.'
        }
        name="code"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...field('code')}
      />
      {refusal?.status !== 410 && (
        <Button type="submit" variant="primary" size="large" block busy={isRunning}>
          {isRunning ? 'Logging in' : 'Log in'}
        </Button>
      )}
      <Button variant="quiet" block onClick={change}>
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
      <Button variant="quiet" block onClick={onBack}>
        Start again
      </Button>
    </form>
  );
}
