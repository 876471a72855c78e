import { Link, type LinkProps } from 'react-router-dom';
import type { ThreadSummary } from '../../../domain/calls/messages.ts';
import { When } from '../../requests/When.tsx';
import { classNames } from '../../ui/classNames.ts';
import { subjectWithin } from './subjectWithin.ts';
import styles from './ThreadList.module.css';

export interface ThreadRowProps {
  thread: ThreadSummary;
  to: LinkProps['to'];
  isOpen: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

export function ThreadRow({ thread, to, isOpen, isSelected, onSelect }: ThreadRowProps) {
  const { key, title, at, subject, excerpt, from, count, unread } = thread;
  return (
    <li className={classNames(styles.row, unread > 0 && styles.unread, isOpen && styles.isOpen)}>
      <label className={styles.check}>
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </label>
      <div className={styles.words}>
        <div className={styles.line}>
          <Link to={to} data-thread={key} className={styles.title} aria-current={isOpen ? 'true' : undefined}>
            {unread > 0 && <span className="visually-hidden">Unread: </span>}
            <bdi>{title}</bdi>
          </Link>
          {count > 1 && (
            <span className={styles.count}>
              {count}
              <span className="visually-hidden"> messages</span>
            </span>
          )}
          {unread > 0 && <span className={styles.dot} aria-hidden="true" />}
        </div>
        {subject !== title && (
          <p className={styles.subject}>
            <bdi>{subjectWithin(title, subject)}</bdi>
          </p>
        )}
        <p className={styles.excerpt} dir="auto">
          {excerpt}
        </p>
        <p className={styles.from}>
          <bdi>{from}</bdi> · <When at={at} />
        </p>
      </div>
    </li>
  );
}
