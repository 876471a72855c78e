import { useLocation } from 'react-router-dom';
import { SECOND_FACTOR_PATH } from '../../../domain/access/route-guard.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { SetupScreen } from '../setup/SetupScreen.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SetPassword } from './SetPassword.tsx';

const SecondFactorPage = lazyComponent(() =>
  import('../account/SecondFactorPage.tsx').then((module) => module.SecondFactorPage),
);

/** Pages about logging in that few people open. They are one screen, because each costs every page some bytes. */
export function Screen() {
  const { pathname } = useLocation();
  if (pathname === SECOND_FACTOR_PATH)
    return (
      <CodeBoundary>
        <SecondFactorPage />
      </CodeBoundary>
    );
  if (pathname === '/setup') return <SetupScreen />;
  return pathname === '/login/forgot' ? <ForgotPassword /> : <SetPassword />;
}
