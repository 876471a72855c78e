import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../../app/ApiError.ts';
import { logout } from '../../../app/session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Self.module.css';
import { endSelfCheckIn } from './selfCalls.ts';

export interface LeaveProps {
  username: string;
  onStay: () => void;
}

/** Back to the list takes the password of who has started it; without it, a logout. The page is loaded anew either way. */
export function Leave({ username, onStay }: LeaveProps) {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const run = (work: () => Promise<void>): void => {
    setFault(null);
    setIsBusy(true);
    void work()
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setFault(error.message);
      })
      .finally(() => setIsBusy(false));
  };
  const end = (event: FormEvent): void => {
    event.preventDefault();
    run(async () => {
      await endSelfCheckIn(password);
      window.location.reload();
    });
  };
  const leave = async (): Promise<void> => {
    window.location.assign((await logout()) ?? '/');
  };
  return (
    <form className={styles.leave} onSubmit={end}>
      <TextField
        ref={field}
        type="password"
        label={`Password of ${username}`}
        autoComplete="off"
        required
        {...(fault === null ? {} : { error: fault })}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className={layout.toolbar3}>
        <Button type="submit" busy={isBusy}>
          End self check-in
        </Button>
        <Button variant="quiet" onClick={() => run(leave)}>
          Log out instead
        </Button>
        <Button variant="quiet" onClick={onStay}>
          Stay
        </Button>
      </div>
    </form>
  );
}
