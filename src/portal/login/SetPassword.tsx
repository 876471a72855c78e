import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasswordLinkAccount } from '../../../domain/calls/accounts.ts';
import { callApi } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { PasswordInput } from '../../app/session/PasswordInput.tsx';
import { useTextForm } from '../../app/useTextForm.ts';
import { useModel } from '../../app/useModel.ts';
import { usePrivateLink } from '../../app/usePrivateLink.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import layout from '../../ui/layout.module.css';
import { LoginCard } from './LoginCard.tsx';

/** Where an invitation and a request for a new password lead. */
export function SetPassword() {
  const link = usePrivateLink();
  if (link === '')
    return (
      <LoginCard title="Set your password">
        <NoLink title="Open the link in the email" />
      </LoginCard>
    );
  return <Linked key={link} link={link} />;
}

function Linked({ link }: { link: string }) {
  const [isDone, setIsDone] = useState(false);
  const query = useQuery({
    queryKey: ['account', 'passwordLink', link],
    queryFn: () => callApi('POST /api/account/passwordLink/account', { body: { link } }),
    enabled: !isDone,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <LoginCard
      title={
        isDone ? 'Your password is set' : query.data?.purpose === 'reset' ? 'Set a new password' : 'Set your password'
      }
    >
      <QueryView
        query={query}
        what="the link"
        failure="The link could not be checked"
        lines={3}
        lineHeight={40}
        hasNotice={false}
        missing={({ message }) => <NoLink title="This link does not work">{message}</NoLink>}
      >
        {(account) =>
          isDone ? <Done {...account} /> : <NewPassword link={link} account={account} onDone={() => setIsDone(true)} />
        }
      </QueryView>
    </LoginCard>
  );
}

interface NewPasswordProps {
  link: string;
  account: PasswordLinkAccount;
  onDone: () => void;
}

function NewPassword({ link, account: { name, username }, onDone }: NewPasswordProps) {
  const { field, submit, isRunning, refusal, message } = useTextForm(
    { newPassword: '' },
    async (body) => {
      await callApi('POST /api/account/passwordLink', { body: { link, ...body } });
      onDone();
    },
    { missing: 'Password is required' },
  );
  if (refusal?.status === 410) return <NoLink title="This link does not work">{refusal.message}</NoLink>;
  return (
    <form className={layout.stack5} method="post" noValidate onSubmit={submit}>
      <p>
        Hello {name}. Your username is <strong>{username}</strong>. Choose a password of at least 10 characters. Other
        devices are logged out.
      </p>
      {message !== null && <Banner tone="error">{message}</Banner>}
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordInput id="new-password" label="New password" autoComplete="new-password" {...field('newPassword')} />
      <Button type="submit" variant="primary" size="large" block busy={isRunning}>
        {isRunning ? 'Saving' : 'Set password'}
      </Button>
    </form>
  );
}

function Done({ username }: PasswordLinkAccount) {
  return (
    <div className={layout.stack5}>
      <Banner tone="success" role="status">
        Log in as <strong>{username}</strong> with the new password. The link no longer works.
      </Banner>
      <ButtonLink to="/login" variant="primary" size="large" block>
        Log in
      </ButtonLink>
    </div>
  );
}

function NoLink({ title, children }: { title: string; children?: string }) {
  const { login, site } = useModel();
  return (
    <EmptyState
      icon="mail"
      title={title}
      actions={
        login.newPasswords === 'mail' ? (
          <ButtonLink to="/login/forgot" variant="primary">
            Request a new link
          </ButtonLink>
        ) : (
          <ButtonLink to="/login">Go to login</ButtonLink>
        )
      }
    >
      {children}
      {login.newPasswords !== 'mail' && <p>The administrators of {site.productName} can give you a new link.</p>}
    </EmptyState>
  );
}
