import { useLocation } from 'react-router-dom';
import { SetupScreen } from '../setup/SetupScreen.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SetPassword } from './SetPassword.tsx';

/** The pages that somebody opens without a password. They are one screen, because each costs every page some bytes. */
export function Screen() {
  const { pathname } = useLocation();
  if (pathname === '/setup') return <SetupScreen />;
  return pathname === '/login/forgot' ? <ForgotPassword /> : <SetPassword />;
}
