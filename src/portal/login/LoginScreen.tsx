import { useNavigate, useSearchParams } from 'react-router-dom';
import { safeRedirect } from '../../../domain/route-guard.ts';
import { LoginForm } from '../../app/session/LoginForm.tsx';
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
        <LoginForm onDone={() => void navigate(target, { replace: true })} />
      </div>
    </div>
  );
}
