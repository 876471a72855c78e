import { createElement } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { showModal } from '../dialogs/modalQueue.ts';
import { isKioskDevice } from '../kioskStore.ts';
import { checkSession } from '../session/session.ts';
import { userCookieData } from '../session/sessionRequests.ts';
import { sessionStore, setExpired } from '../sessionStore.ts';

const SESSION_EXPIRED = {
  header: 'Session Expired',
  message: 'Your session has expired. Please log in again.',
};

const LoginForm = lazyComponent(() => import('../session/LoginForm.tsx').then((module) => module.LoginForm));

/** Has the account log in again, or set up the second factor that it newly needs. True when it is the same account. */
export async function renewSession(): Promise<boolean> {
  const { userName, kioskSession } = sessionStore.get();
  if (kioskSession && isKioskDevice()) return endAtKiosk();
  let isMissing = await isFactorMissing();
  if (!isMissing) {
    await showSessionExpired();
    isMissing = sessionStore.get().isLoggedIn && (await isFactorMissing());
  }
  if (isMissing) {
    await (await import('../secondFactor/enrollment.tsx')).showEnrollment();
    await checkSession();
    isMissing = await isFactorMissing();
  }
  const now = sessionStore.get();
  if (now.isLoggedIn && now.userName !== userName) {
    // The page shows another account's data.
    window.location.reload();
    return false;
  }
  return now.isLoggedIn && !isMissing;
}

/** The next person finds the kiosk's home behind a dialog that closes by itself. */
async function endAtKiosk(): Promise<boolean> {
  const { isTakenOver, leaveKioskSession } = await import('../kiosk/kioskSession.ts');
  // The call was of the person before. It is not repeated for the next one.
  if (await isTakenOver()) return false;
  await leaveKioskSession();
  await showModal({ type: 'Information', ...SESSION_EXPIRED, autoClose: true });
  return false;
}

/** A role can come to need a second factor while its people are at work. */
async function isFactorMissing(): Promise<boolean> {
  return (await userCookieData().catch(() => null))?.needsSecondFactor === true;
}

async function showSessionExpired(): Promise<void> {
  const { userName, kioskSession } = sessionStore.get();
  setExpired();
  if (!kioskSession) await LoginForm.preload();
  await showModal({
    type: 'Information',
    ...SESSION_EXPIRED,
    autoClose: kioskSession,
    ...(kioskSession
      ? {}
      : {
          hideActions: true,
          isClosable: true,
          content: (close) =>
            createElement(LoginForm, {
              userName,
              onDone: () => close('Confirm'),
              id: 'renewal',
              redirectFrom: null,
              isNewTab: true,
            }),
        }),
  });
}
