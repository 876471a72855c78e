import { useState, type FormEvent } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { callApi } from '../callApi.ts';
import { showModal } from '../dialogs/modalQueue.ts';
import { useCommand } from '../useCommand.ts';
import { setLoggedIn } from './sessionStore.ts';
import styles from './LoginForm.module.css';

export function askForNewPassword(): void {
  void showModal({
    header: 'Change password',
    message: '',
    hideActions: true,
    isClosable: true,
    content: (close) => <PasswordForm onDone={() => close('Confirm')} />,
  });
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { run, isRunning, fieldErrors, message, reset } = useCommand(async () => {
    // The response is a new session; all others of the account have ended.
    setLoggedIn(await callApi('POST /api/account/password', { body: { currentPassword: current, newPassword: next } }));
    showToast('Your password is changed.');
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (current === '' || next === '') reset();
    else void run();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={current}
        error={isChecked && current === '' ? REQUIRED : fieldErrors['currentPassword']}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <TextField
        label="New password"
        help="At least 10 characters. Other devices are logged out."
        type="password"
        autoComplete="new-password"
        value={next}
        error={isChecked && next === '' ? REQUIRED : fieldErrors['newPassword']}
        onChange={(event) => setNext(event.target.value)}
      />
      <Button type="submit" variant="primary" block busy={isRunning}>
        {isRunning ? 'Saving' : 'Change password'}
      </Button>
    </form>
  );
}

const REQUIRED = 'This field is required';
