import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../app/callApi.ts';
import { logout } from '../../../app/session/session.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Button } from '../../../ui/Button.tsx';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Self.module.css';

export interface LeaveProps {
  username: string;
  onStay: () => void;
}

/** The list is shown again for the password of the person who started self check-in, or after a logout. Both reload the page. */
export function Leave({ username, onStay }: LeaveProps) {
  const [password, setPassword] = useState('');
  const { run, isRunning, refusal } = useCommand((work: () => Promise<void>) => work());
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const end = async (): Promise<void> => {
    await callApi('POST /api/events/self-check-in/end', { body: { password } });
    window.location.reload();
  };
  const leave = async (): Promise<void> => {
    window.location.assign((await logout()) ?? '/');
  };
  return (
    <form
      className={styles.leave}
      onSubmit={(event) => {
        event.preventDefault();
        void run(end);
      }}
    >
      <TextField
        ref={field}
        type="password"
        label={`Password of ${username}`}
        autoComplete="off"
        required
        error={refusal?.message}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className={layout.toolbar3}>
        <Button type="submit" busy={isRunning}>
          End self check-in
        </Button>
        <Button variant="quiet" busy={isRunning} onClick={() => void run(leave)}>
          Log out instead
        </Button>
        <Button variant="quiet" onClick={onStay}>
          Stay
        </Button>
      </div>
    </form>
  );
}
