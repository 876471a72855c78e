import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { callApi } from '../../app/callApi.ts';
import { loadModel } from '../../app/model/modelStore.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { PasswordInput } from '../../app/session/PasswordInput.tsx';
import { setLoggedIn } from '../../app/session/sessionStore.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import layout from '../../ui/layout.module.css';
import styles from './setup.module.css';

/** The account of the first administrator, by the link that the server printed at its start. */
export function FirstAdministrator({ link }: { link: string }) {
  const query = useQuery({
    queryKey: ['setup', 'link', link],
    queryFn: async () => {
      await callApi('POST /api/setup/link', { body: { link } });
      return { isValid: true };
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <Page
      title="Create the first administrator"
      width="reading"
      lead="This account can do everything. You set up the site with it next."
    >
      <QueryView
        query={query}
        what="the link"
        failure="The link could not be checked"
        lines={4}
        lineHeight={48}
        hasNotice={false}
        missing={({ message }) => (
          <EmptyState
            icon="settings"
            title="This link does not work"
            actions={<ButtonLink to="/login">Log in</ButtonLink>}
          >
            {message}
          </EmptyState>
        )}
      >
        {() => <AccountForm link={link} />}
      </QueryView>
    </Page>
  );
}

const EMPTY = { displayName: '', username: '', email: '', password: '' };

function AccountForm({ link }: { link: string }) {
  const [values, setValues] = useState(EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  const given = { ...values, displayName: values.displayName.trim(), username: values.username.trim().toLowerCase() };
  const isComplete = given.displayName !== '' && given.username !== '' && given.password !== '';
  const { run, isRunning, fieldErrors, message, reset } = useCommand(async () => {
    const body = { link, ...given, email: values.email.trim() || null };
    setLoggedIn(await callApi('POST /api/setup/administrator', { body }));
    await loadModel();
  });
  const errorOf = (name: keyof typeof EMPTY) =>
    isChecked && name !== 'email' && given[name] === '' ? 'This field is required' : (fieldErrors[name] ?? null);
  const fieldOf = (name: keyof typeof EMPTY) => ({
    value: values[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isComplete) void run();
    else reset();
  };
  return (
    <form className={classNames(layout.stack5, styles.narrow)} method="post" noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField label="Your name" autoComplete="name" {...fieldOf('displayName')} />
      <TextField
        label="Username"
        help="Lowercase letters, digits and . _ @ -"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf('username')}
      />
      <TextField label="Email" optional type="email" autoComplete="email" {...fieldOf('email')} />
      <PasswordInput
        id="first-password"
        label="Password (at least 10 characters)"
        autoComplete="new-password"
        value={values.password}
        error={errorOf('password')}
        onValue={(password) => setValues({ ...values, password })}
      />
      <div>
        <Button type="submit" variant="primary" busy={isRunning}>
          {isRunning ? 'Creating' : 'Create administrator'}
        </Button>
      </div>
    </form>
  );
}
