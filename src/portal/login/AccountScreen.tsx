import { useLocation } from 'react-router-dom';
import { SECOND_FACTOR_PATH } from '../../../domain/access/route-guard.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SetPassword } from './SetPassword.tsx';

const SecondFactorPage = lazyComponent(() =>
  import('../account/SecondFactorPage.tsx').then((module) => module.SecondFactorPage),
);

const SetupScreen = lazyComponent(() => import('../setup/SetupScreen.tsx').then((module) => module.SetupScreen));

const KioskPin = lazyComponent(() => import('../account/KioskPin.tsx').then((module) => module.KioskPin));

/** Pages about logging in that few people open. They are one screen, because each costs every page some bytes. */
export function Screen() {
  const { pathname } = useLocation();
  if (pathname === SECOND_FACTOR_PATH)
    return (
      <CodeBoundary>
        <SecondFactorPage />
      </CodeBoundary>
    );
  if (pathname === '/myAccount/kioskPin')
    return (
      <CodeBoundary>
        <KioskPin />
      </CodeBoundary>
    );
  if (pathname === '/setup')
    return (
      <CodeBoundary>
        <SetupScreen />
      </CodeBoundary>
    );
  return pathname === '/login/forgot' ? <ForgotPassword /> : <SetPassword />;
}
