import { useNavigate } from 'react-router-dom';
import { IconButton } from '../../ui/IconButton.tsx';
import { useStore } from '../createStore.ts';
import { kioskStore } from '../kioskStore.ts';
import styles from './KioskFrame.module.css';
import { endKioskSession } from './kioskSession.ts';

/** One button, without a name: the screen is everyone's. */
export function KioskArea({ isLoggedIn }: { isLoggedIn: boolean }) {
  const navigate = useNavigate();
  // At self check-in no one logs in.
  if (useStore(kioskStore)?.kind === 'selfCheckIn') return null;
  return isLoggedIn ? (
    <IconButton icon="log-out" label="Logout" className={styles.account} onClick={() => void endKioskSession()} />
  ) : (
    <IconButton icon="log-in" label="Login" className={styles.account} onClick={() => void navigate('/login')} />
  );
}
