import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { callApi } from '../callApi.ts';
import { showModal } from '../dialogs/modalQueue.ts';
import { useTextForm } from '../useTextForm.ts';
import { setLoggedIn } from '../sessionStore.ts';
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
  const { field, submit, isRunning, message } = useTextForm({ currentPassword: '', newPassword: '' }, async (body) => {
    // The response is a new session; all others of the account have ended.
    setLoggedIn(await callApi('POST /api/account/password', { body }));
    showToast('Your password is changed.');
    onDone();
  });
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <TextField
        label="New password"
        help="At least 10 characters. Other devices are logged out."
        type="password"
        autoComplete="new-password"
        {...field('newPassword')}
      />
      <Button type="submit" variant="primary" block busy={isRunning}>
        {isRunning ? 'Saving' : 'Change password'}
      </Button>
    </form>
  );
}
