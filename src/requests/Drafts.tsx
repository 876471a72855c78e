import { Link } from 'react-router-dom';
import type { DraftSummary } from '../../domain/calls/request-drafts.ts';
import { Icon } from '../ui/Icon.tsx';
import { When } from './When.tsx';
import styles from './Drafts.module.css';

/** The way back to unfinished requests; nothing without any. */
export function Drafts({ drafts }: { drafts: readonly DraftSummary[] | undefined }) {
  if (drafts === undefined || drafts.length === 0) return null;
  return (
    <ul className={styles.drafts} aria-label="Drafts">
      {drafts.map(({ formId, submissionId, name, title, updatedAt }) => (
        <li key={`${formId}-${submissionId}`} className={styles.draft}>
          <Icon name="file-pen" />
          <Link
            to={
              submissionId === 0
                ? `/requests/view/${encodeURIComponent(name)}`
                : `/requests/resubmit/${encodeURIComponent(name)}/${submissionId}`
            }
          >
            Continue: {title}
            {submissionId !== 0 && ` (#${submissionId})`}
          </Link>
          <span className={styles.when}>
            <When at={updatedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
