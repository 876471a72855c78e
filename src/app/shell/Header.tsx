import { Link } from 'react-router-dom';
import { useModel } from '../useModel.ts';
import { AccountArea } from './AccountArea.tsx';
import { useHeaderLock } from './useHeaderLock.ts';
import { Wordmark } from './Wordmark.tsx';
import styles from './Header.module.css';

export function Header() {
  const isLocked = useHeaderLock();
  const { site } = useModel();
  return (
    <div className={styles.room}>
      <header className={styles.bar} data-locked={isLocked}>
        <Link to="/" className={styles.logo} aria-label={`${site.productName}, home`}>
          <Wordmark productName={site.productName} />
        </Link>
        <div className={styles.end}>
          <AccountArea />
        </div>
      </header>
    </div>
  );
}
