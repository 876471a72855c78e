import { Link, useNavigate } from 'react-router-dom';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/classNames.ts';
import layout from '../../ui/layout.module.css';
import { showToast } from '../../ui/toasts.ts';
import { NameStep } from './NameStep.tsx';
import { PlaceStep } from './PlaceStep.tsx';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import { stepPath, STEPS, type Step, type StepProps } from './steps.ts';
import styles from './setup.module.css';

export function SetupSteps({ step, ...props }: StepProps & { step: Step }) {
  const index = STEPS.findIndex(({ name }) => name === step);
  const next = STEPS[index + 1];
  return (
    <div className={classNames(layout.stack5, styles.narrow)}>
      <nav aria-label="Steps">
        <ol className={styles.steps}>
          {STEPS.map(({ name, title }) => (
            <li key={name}>
              <Link to={stepPath(name)} aria-current={name === step ? 'step' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <Card title={`Step ${index + 1} of ${STEPS.length}: ${STEPS[index]?.title}`}>
        {/* Hidden, so that what is typed survives a look at another step. */}
        <div hidden={step !== 'name'}>
          <NameStep />
        </div>
        <div hidden={step !== 'place'}>
          <PlaceStep {...props} />
        </div>
        <StepContent step={step} {...props} />
      </Card>
      {next !== undefined && (
        <div className={styles.row}>
          <ButtonLink to={stepPath(next.name)}>Next: {next.title}</ButtonLink>
          <span className={styles.quiet}>You can leave and continue with your next login.</span>
        </div>
      )}
    </div>
  );
}

function StepContent({ step, ...props }: StepProps & { step: Step }) {
  switch (step) {
    case 'name':
    case 'place':
      return null;
    case 'email':
      return <EmailStep {...props} />;
    case 'logins':
      return <LoginsStep {...props} />;
    case 'secondFactor':
      return <SecondFactorStep {...props} />;
    case 'finish':
      return <FinishStep {...props} />;
  }
}

function EmailStep({ state: { sendsMail, address } }: StepProps) {
  const { run, isRunning, message } = useCommand(async () => {
    await callApi('POST /api/setup/testMail');
    showToast('The test is on its way. If nothing arrives, look at Emails under Settings.');
  });
  if (!sendsMail)
    return (
      <p>
        There is no mail server: emails stay in the outbox, and no one can request a new password. Set{' '}
        <code>SMTP_URL</code> and <code>MAIL_FROM</code> in the environment of the server, and restart it.
      </p>
    );
  return (
    <div className={layout.stack4}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <p>There is a mail server. Check that its emails arrive.</p>
      <div>
        {address === null ? (
          'Your account has no email address for a test.'
        ) : (
          <Button busy={isRunning} icon="mail" onClick={() => void run()}>
            Send a test to {address}
          </Button>
        )}
      </div>
    </div>
  );
}

function LoginsStep({ state: { logins, hasLocalLogin, otherAccounts } }: StepProps) {
  return (
    <div className={layout.stack4}>
      {logins.length === 0 ? (
        <p>No directory and no identity provider is configured.</p>
      ) : (
        <ul>
          {logins.map(({ label, kind }) => (
            <li key={`${kind} ${label}`}>
              {label} ({kind === 'directory' ? 'LDAP directory' : 'OpenID Connect provider'})
            </li>
          ))}
        </ul>
      )}
      <p>
        {hasLocalLogin
          ? 'People can have a password here: create their accounts and invite them.'
          : 'Only administrators have passwords here.'}
      </p>
      <p>
        To add one, describe it in a JSON file, name the file in <code>LDAP_FILE</code> or <code>OPENID_FILE</code> in
        the environment of the server, and restart it. The guide <code>docs/guides/identity.md</code> has examples. Then
        check it below.
      </p>
      <div className={styles.row}>
        {hasLocalLogin && <ButtonLink to="/admin/users/create">Create an account</ButtonLink>}
        <ButtonLink to="/admin/identity">Check logins</ButtonLink>
      </div>
      {otherAccounts > 0 && <p className={styles.quiet}>{otherAccounts} other accounts.</p>}
    </div>
  );
}

function FinishStep({ state: { places, placesWithHours, sendsMail, otherAccounts, hasSecondFactor } }: StepProps) {
  const navigate = useNavigate();
  const { run, isRunning, message } = useCommand(async () => {
    await callApi('POST /api/setup/finish');
    await navigate('/');
  });
  const missing = [
    ...(places === 0 ? ['There is no place yet.'] : placesWithHours === 0 ? ['No place has opening hours yet.'] : []),
    ...(sendsMail ? [] : ['There is no mail server yet.']),
    ...(hasSecondFactor ? [] : ['Your account has no second factor.']),
    ...(otherAccounts === 0 ? ['You have the only account.'] : []),
  ];
  return (
    <div className={layout.stack4}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      {missing.length > 0 && (
        <ul>
          {missing.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p>This guide does not open again after you finish. Everything in it can be changed under Settings.</p>
      <div>
        <Button variant="primary" busy={isRunning} onClick={() => void run()}>
          Finish setup
        </Button>
      </div>
    </div>
  );
}
