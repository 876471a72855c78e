import { Link } from 'react-router-dom';
import type { MenuEntry } from '../../../domain/model.ts';
import { loginPath } from '../../../domain/route-guard.ts';
import { useSession } from '../../app/useSession.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './EntryCards.module.css';

/** One tap target per page: what it is and what one does there. */
export function EntryCards({ entries, size }: { entries: readonly MenuEntry[]; size: 'large' | 'small' }) {
  const { isLoggedIn } = useSession();
  return (
    <ul className={classNames(styles.grid, styles[size])}>
      {entries.map((entry) => (
        <li key={entry.label}>
          <Link to={isLoggedIn ? entry.to ?? '/' : loginPath(entry.to ?? '/')} className={styles.card}>
            <span className={styles.icon}><Icon name={entry.icon ?? 'circle'} size={size === 'large' ? 22 : 18} /></span>
            <span className={styles.words}>
              <span className={styles.title}>{entry.label}</span>
              <span className={styles.text}>{entry.description}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
