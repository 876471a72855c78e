import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../app/callApi.ts';
import { loadModel } from '../../app/modelStore.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { PasswordInput } from '../../app/session/PasswordInput.tsx';
import { setLoggedIn } from '../../app/sessionStore.ts';
import { useTextForm } from '../../app/useTextForm.ts';
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
      lead="This account can do everything. Next, you set up the site with it."
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
  const { field, submit, isRunning, message } = useTextForm(
    EMPTY,
    async (texts) => {
      const displayName = texts.displayName.trim();
      const username = texts.username.trim().toLowerCase();
      const body = { link, ...texts, displayName, username, email: texts.email.trim() || null };
      setLoggedIn(await callApi('POST /api/setup/administrator', { body }));
      await loadModel();
    },
    { optional: ['email'] },
  );
  return (
    <form className={classNames(layout.stack5, styles.narrow)} method="post" noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField label="Your name" autoComplete="name" {...field('displayName')} />
      <TextField
        label="Username"
        help="Lowercase letters, digits and . _ @ -"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <TextField label="Email" optional type="email" autoComplete="email" {...field('email')} />
      <PasswordInput
        id="first-password"
        label="Password (at least 10 characters)"
        autoComplete="new-password"
        {...field('password')}
      />
      <div>
        <Button type="submit" variant="primary" busy={isRunning}>
          {isRunning ? 'Creating' : 'Create administrator'}
        </Button>
      </div>
    </form>
  );
}
