import { useLocation } from 'react-router-dom';
import { loginPath } from '../../../domain/access/route-guard.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { useSession } from '../useSession.ts';
import styles from './NotFound.module.css';
import { Ready } from '../Ready.tsx';
import { LazyNearPages } from '../searchResults/LazyNearPages.ts';

/** `isUnknownAddress`: no route has the address. Otherwise the route exists, and what it should show does not. */
export function NotFound({ isUnknownAddress = false }: { isUnknownAddress?: boolean }) {
  const { pathname, search, hash } = useLocation();
  const { isLoggedIn } = useSession();
  return (
    <div className={styles.page}>
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1 tabIndex={-1}>There is no page at this address</h1>
      <p className={styles.text}>
        {isLoggedIn
          ? 'It may have moved, or your account may not have access. Check the address, or start from the home page.'
          : 'It may have moved, or you may need to log in to see it.'}
      </p>
      <div className={styles.actions}>
        <ButtonLink to="/" variant="primary" icon="house">
          Go to the home page
        </ButtonLink>
        {!isLoggedIn && (
          <ButtonLink to={loginPath(`${pathname}${search}${hash}`)} icon="log-in">
            Log in
          </ButtonLink>
        )}
      </div>
      {isUnknownAddress && (
        <CodeBoundary>
          <LazyNearPages path={pathname} />
        </CodeBoundary>
      )}
      <Ready />
    </div>
  );
}
