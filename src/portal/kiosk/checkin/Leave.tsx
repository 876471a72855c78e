import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../app/callApi.ts';
import { doorPath } from '../../../app/routing/doorPath.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Button } from '../../../ui/Button.tsx';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './SelfCheckIn.module.css';

export interface LeaveProps {
  instanceId: number;
  username: string;
  onStay: () => void;
}

/** The page of the door is shown again for the password of the person who started self check-in. Without it, no one is logged in. */
export function Leave({ instanceId, username, onStay }: LeaveProps) {
  const [password, setPassword] = useState('');
  const { run, isRunning, refusal } = useCommand((work: () => Promise<void>) => work());
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // Both load another document, so that nothing of the self check-in stays in the browser's memory.
  const end = async (given: string | null): Promise<void> => {
    await callApi('POST /api/events/self-check-in/end', { body: { password: given } });
    window.location.replace(given === null ? '/' : doorPath(instanceId));
  };
  return (
    <form
      className={styles.leave}
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => end(password));
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
        <Button variant="quiet" busy={isRunning} onClick={() => void run(() => end(null))}>
          End without logging in
        </Button>
        <Button variant="quiet" onClick={onStay}>
          Stay
        </Button>
      </div>
    </form>
  );
}
