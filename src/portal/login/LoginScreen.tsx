import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { loginProblemText } from '../../../domain/login-problems.ts';
import { safeRedirect } from '../../../domain/route-guard.ts';
import { LoginForm } from '../../app/session/LoginForm.tsx';
import { tellAccountIssue } from '../../app/session/session.ts';
import { Wordmark } from '../../app/shell/Wordmark.tsx';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { Banner } from '../../ui/Banner.tsx';
import styles from './LoginScreen.module.css';

export function Screen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { site } = useModel();
  const { isLoggedIn, userName } = useSession();
  const target = safeRedirect(query.get('redirectFrom'));
  const problem = loginProblemText(query.get('problem'));
  const goOn = () => void navigate(target, { replace: true });
  const goOnIncomplete = useEffectEvent(() => {
    goOn();
    tellAccountIssue();
  });
  // An identity provider has led here instead of to the page itself, so that this is said.
  const isIncomplete = isLoggedIn && query.get('accountIssue') === '1';
  useEffect(() => {
    if (isIncomplete) goOnIncomplete();
  }, [isIncomplete]);
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <div className={styles.sign}>
          <Wordmark productName={site.productName} form="graphic" />
        </div>
        <h1 className={styles.title} tabIndex={-1}>
          Log in
        </h1>
        <p className={styles.lead}>
          {target === '/'
            ? `Use your ${site.identityName} account.`
            : `Use your ${site.identityName} account; you come back to where you were.`}
        </p>
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
        <LoginForm onDone={goOn} redirectFrom={target} />
      </div>
    </div>
  );
}
