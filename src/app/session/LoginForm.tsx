import { useRef, useState, type FormEvent } from 'react';
import { useStore } from '../createStore.ts';
import { modelStore } from '../modelStore.ts';
import { isUnreachable, type ApiError } from '../ApiError.ts';
import { useCommand } from '../useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { login } from './session.ts';
import styles from './LoginForm.module.css';

const CodeForm = lazyComponent(() => import('./CodeForm.tsx').then((module) => module.CodeForm));

export interface LoginFormProps {
  userName?: string | null;
  onDone: () => void;
  /** Makes ids unique when two forms are on the page. */
  id?: string;
  /** Where a login at an identity provider leads back to. Null: to the page that the account begins with. */
  redirectFrom: string | null;
  /** A login at an identity provider opens a new tab, for a page that must stay. */
  isNewTab?: boolean;
}

/** The password, then the code of accounts that have a second factor. */
export function LoginForm({ userName, id = 'login', ...props }: LoginFormProps) {
  const [username, setUsername] = useState(userName ?? '');
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  if (isCodeNeeded) return <CodeForm id={id} onDone={props.onDone} onBack={() => setIsCodeNeeded(false)} />;
  const onCodeNeeded = () => setIsCodeNeeded(true);
  return <PasswordStep {...{ ...props, id, username, setUsername, onCodeNeeded }} />;
}

interface PasswordStepProps extends LoginFormProps {
  username: string;
  setUsername: (username: string) => void;
  onCodeNeeded: () => void;
}

/** Validates on submit, then on each change. */
function PasswordStep({ username, setUsername, onCodeNeeded, onDone, ...props }: PasswordStepProps) {
  const { id, redirectFrom, isNewTab = false } = props;
  const { model } = useStore(modelStore);
  const identityName = model?.site.identityName;
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { run, isRunning, refusal, reset } = useCommand(
    async () => {
      await login(username.trim(), password);
      onDone();
    },
    async ({ problem }) => {
      if (problem.code !== 'account.code-needed') return;
      await CodeForm.preload();
      onCodeNeeded();
    },
  );
  const errors = {
    username: isChecked && username.trim() === '' ? 'Email or username is required' : null,
    password: isChecked && password === '' ? 'Password is required' : null,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (username.trim() === '' || password === '') {
      reset();
      form.current
        ?.querySelector<HTMLInputElement>(username.trim() === '' ? '[name=username]' : '[name=password]')
        ?.focus();
    } else void run();
  };
  const fields = (
    <form ref={form} method="post" className={styles.form} noValidate onSubmit={submit}>
      {refusal !== null && <Banner tone="error">{failureText(refusal)}</Banner>}
      <TextField
        id={`${id}-username`}
        label={identityName === undefined ? 'Username' : `Username (${identityName})`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        error={errors.username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordInput
        id={`${id}-password`}
        label="Password"
        autoComplete="current-password"
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large" block busy={isRunning}>
        {isRunning ? 'Logging in' : 'Log in'}
      </Button>
    </form>
  );
  const ways = model?.login;
  const buttons = <ProviderButtons redirectFrom={redirectFrom} isNewTab={isNewTab} onDone={onDone} />;
  if (ways?.passwordsOf === 'administrators') {
    return (
      <div className={styles.ways}>
        {buttons}
        <details>
          <summary className={styles.summary}>Administrators: log in with a password</summary>
          {fields}
        </details>
      </div>
    );
  }
  return (
    <div className={styles.ways}>
      {fields}
      {ways !== undefined && ways.providers.length > 0 && <p className={styles.or}>or</p>}
      {buttons}
    </div>
  );
}

/** Another try does not help: the person is not allowed in, or a directory is down. */
const FINAL_STATUSES = [403, 503];

function failureText(error: ApiError): string {
  const text = 'Could not sign in. Please try again.';
  if (isUnreachable(error)) return `Could not sign in. ${error.message}`;
  if (error.status === 429) return `${text} ${error.message}`;
  return FINAL_STATUSES.includes(error.status) ? `Could not sign in. ${error.message}` : text;
}
