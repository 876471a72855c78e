import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ShellModel } from '../../../domain/declarations/client-model.ts';
import { loginProblemText } from '../../../domain/values/login-problems.ts';
import { landingPath, wantedPath } from '../../../domain/access/route-guard.ts';
import { callApi } from '../../app/callApi.ts';
import { useStore } from '../../app/createStore.ts';
import { kioskStore } from '../../app/kioskStore.ts';
import { ensureModel, modelStore } from '../../app/modelStore.ts';
import { LoginForm } from '../../app/session/LoginForm.tsx';
import { showAccountIssue } from '../../app/session/session.ts';
import { sessionStore } from '../../app/sessionStore.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { Banner } from '../../ui/Banner.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { AskForPassword } from './AskForPassword.tsx';
import { LoginCard } from './LoginCard.tsx';
import styles from './LoginScreen.module.css';

const KioskScreen = lazyComponent(() => import('../kiosk/KioskScreen.tsx').then((module) => module.Screen));

/** At a paired kiosk, /login shows the kiosk's home. */
export function Screen() {
  const device = useStore(kioskStore);
  if (device?.kind !== 'kiosk') return <PasswordLogin />;
  return (
    <CodeBoundary>
      <KioskScreen />
    </CodeBoundary>
  );
}

function PasswordLogin() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const model = useModel();
  const { site, login } = model;
  const { isLoggedIn, userName, kioskSession } = useSession();
  const redirectFrom = wantedPath(query.get('redirectFrom'));
  const problem = loginProblemText(query.get('problem'));
  // After the login, which this rendering has not seen yet.
  const goOn = async () => {
    const session = sessionStore.get();
    const current = modelStore.get().model ?? model;
    const isSettingUp = redirectFrom === null && isUnlimited(current, session.roles) && (await hasOpenSetup());
    const visitor = { ...session, isKiosk: session.kioskSession };
    void navigate(isSettingUp ? '/setup' : landingPath(redirectFrom, current, visitor), { replace: true });
  };
  const goOnIncomplete = useEffectEvent(async () => {
    await ensureModel();
    await goOn();
    showAccountIssue();
  });
  // An identity provider has led here instead of to the page itself, so that this is said.
  const isIncomplete = isLoggedIn && query.get('accountIssue') === '1';
  useEffect(() => {
    if (isIncomplete) void goOnIncomplete();
  }, [isIncomplete]);
  return (
    <LoginCard
      title="Log in"
      lead={
        redirectFrom === null || redirectFrom === '/'
          ? `Use your ${site.identityName} account.`
          : `Use your ${site.identityName} account. You will return to where you were.`
      }
    >
      {isLoggedIn && (
        <div className={styles.notice}>
          <Banner role="none">You are logged in as {userName}. Logging in again ends that session.</Banner>
        </div>
      )}
      {problem !== null && (
        <div className={styles.notice}>
          <Banner tone="error">{problem}</Banner>
        </div>
      )}
      <LoginForm onDone={() => void goOn()} redirectFrom={redirectFrom} />
      {login.newPasswords !== null && !kioskSession && (
        <p className={styles.help}>
          <AskForPassword ways={login} />
        </p>
      )}
    </LoginCard>
  );
}

function isUnlimited({ roles }: ShellModel, held: readonly string[]): boolean {
  return roles.some(({ name, capabilities }) => held.includes(name) && capabilities.includes('everything'));
}

/** Whether this is the first administrator of a new site, who continues where they left. */
async function hasOpenSetup(): Promise<boolean> {
  return (await callApi('GET /api/setup').catch(() => undefined)) !== undefined;
}
