import { useState, type FormEvent } from 'react';
import type { UserCookieData } from '../../../domain/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { api } from '../api.ts';
import { ApiError } from '../ApiError.ts';
import { showModal } from '../dialogs/modalQueue.ts';
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
  const [errors, setErrors] = useState<Record<string, unknown>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(current === '' ? { currentPassword: REQUIRED } : {}),
      ...(next === '' ? { newPassword: REQUIRED } : {}),
    };
    setErrors(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    setIsBusy(true);
    try {
      // The response is a new session; all others of the account have ended.
      setLoggedIn(
        await api<UserCookieData>('/api/account/password', {
          method: 'POST',
          json: { currentPassword: current, newPassword: next },
        }),
      );
      showToast('Your password is changed.');
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.problem.errors ?? {});
      if (error.problem.errors === undefined) setFailure(error.message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={current}
        error={textOf(errors['currentPassword'])}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <TextField
        label="New password"
        help="At least 10 characters. Other devices are logged out."
        type="password"
        autoComplete="new-password"
        value={next}
        error={textOf(errors['newPassword'])}
        onChange={(event) => setNext(event.target.value)}
      />
      <Button type="submit" variant="primary" block busy={isBusy}>
        {isBusy ? 'Saving' : 'Change password'}
      </Button>
    </form>
  );
}

const REQUIRED = 'This field is required';

function textOf(error: unknown): string | null {
  return typeof error === 'string' ? error : null;
}
