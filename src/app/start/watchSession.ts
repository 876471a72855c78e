import { loadCode } from '../../ui/loadCode.ts';
import { onSessionLost } from '../api.ts';
import { whenIdle } from '../lazyModule.ts';
import { SESSION_STORE, sessionStore } from '../sessionStore.ts';

/** Watches this tab's session: its expiry, calls refused with 401, and logins or logouts in other tabs. Visitors do not load the code for it. */
export function watchSession(): void {
  onSessionLost(async () => isKnown() && ((await expiry())?.askToLogIn() ?? false));
  sessionStore.subscribe(follow);
  follow();
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_STORE) void expiry().then((code) => code?.followOtherTab());
  });
}

function follow(): void {
  if (sessionStore.get().isLoggedIn) whenIdle(() => void expiry().then((code) => code?.watchExpiry()));
}

/** Null when it cannot be loaded: the next call asks for it again. */
function expiry() {
  return loadCode(() => import('./sessionExpiry.ts')).catch(() => null);
}

function isKnown(): boolean {
  const { isLoggedIn, isExpired } = sessionStore.get();
  return isLoggedIn || isExpired;
}
