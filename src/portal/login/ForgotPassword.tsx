import { useState } from 'react';
import { callApi } from '../../app/callApi.ts';
import { useTextForm } from '../../app/useTextForm.ts';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { TextField } from '../../ui/TextField.tsx';
import layout from '../../ui/layout.module.css';
import { AskForPassword } from './AskForPassword.tsx';
import { LoginCard } from './LoginCard.tsx';

/** Requests a link that sets a new password. The answer does not say whether there is an account. */
export function ForgotPassword() {
  const { login } = useModel();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (login.newPasswords !== 'mail')
    return (
      <LoginCard title="Forgot your password?">
        <div className={layout.stack5}>
          <AskForPassword ways={login} />
          <BackToLogin />
        </div>
      </LoginCard>
    );
  if (sentTo === null) return <RequestForm onSent={setSentTo} />;
  return (
    <LoginCard title="Check your email">
      <div className={layout.stack5}>
        <Banner tone="success" role="status">
          If “{sentTo}” has a password here, a link to set a new one is on its way to the email address of the account.
        </Banner>
        <p>The link works once, for one hour. If several emails arrive, use the newest.</p>
        <p>
          No email after a few minutes? Check your spam folder. Accounts that log in elsewhere or have no email address
          get no link. The staff can help.
        </p>
        <Button block onClick={() => setSentTo(null)}>
          Try another name or address
        </Button>
        <BackToLogin />
      </div>
    </LoginCard>
  );
}

function RequestForm({ onSent }: { onSent: (account: string) => void }) {
  const { field, submit, isRunning, message } = useTextForm(
    { account: '' },
    async ({ account }) => {
      await callApi('POST /api/account/passwordRequest', { body: { account: account.trim() } });
      onSent(account.trim());
    },
    { missing: 'Email or username is required' },
  );
  return (
    <LoginCard title="Forgot your password?" lead="We will email you a link to set a new one.">
      <form className={layout.stack5} noValidate onSubmit={submit}>
        {message !== null && <Banner tone="error">{message}</Banner>}
        <TextField
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...field('account')}
        />
        <Button type="submit" variant="primary" size="large" block busy={isRunning}>
          {isRunning ? 'Sending' : 'Email me a link'}
        </Button>
        <BackToLogin />
      </form>
    </LoginCard>
  );
}

function BackToLogin() {
  return (
    <ButtonLink to="/login" variant="quiet" block>
      Back to login
    </ButtonLink>
  );
}
