import { CONTENT_RETRY } from '../../../domain/values/constants.ts';
import { ApiError } from '../../app/ApiError.ts';
import { LazyNearPages } from '../../app/searchResults/LazyNearPages.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import styles from './ContentScreen.module.css';

/** Whether the page existed and was removed (410). */
export function isDeletedPermanently(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 410;
}

export function ContentFailure({ error, path }: { error: Error; path: string }) {
  const status = error instanceof ApiError ? error.status : 0;
  return (
    <div className={styles.card}>
      <section className={styles.failure} role="alert" aria-labelledby="failure">
        <div className={styles.headline}>
          <h1 id="failure" tabIndex={-1}>
            Error
          </h1>
          {status > 0 && <p className={styles.status}>{status}</p>}
        </div>
        <p className={styles.detail}>{error.message}</p>
        <p>Please reach out to the program's IT team for assistance.</p>
        {!isDeletedPermanently(error) && <p className={styles.again}>Retrying every {CONTENT_RETRY / 1000} seconds.</p>}
      </section>
      {(status === 404 || status === 410) && (
        <CodeBoundary>
          <LazyNearPages path={path} />
        </CodeBoundary>
      )}
    </div>
  );
}
