import { onSessionLost } from '../api.ts';
import { goTo } from '../routing/router.ts';
import { checkSession } from '../session/session.ts';
import { userCookieData } from '../session/sessionRequests.ts';
import { SESSION_STORE, sessionStore, setLoggedIn } from '../sessionStore.ts';
import { clock } from '../../ui/clock.ts';
import { loadCode } from '../../ui/loadCode.ts';

/** The longest delay that browser timers accept, in milliseconds. */
const LONGEST_TIMER = 2_147_483_647;

let timer: ReturnType<typeof setTimeout> | undefined;
let renewing: Promise<boolean> | null = null;

/** Watches this tab's session: its expiry, calls refused with 401, and logins or logouts in other tabs. */
export function watchSession(): void {
  onSessionLost(() => (isKnown() ? askToLogIn() : Promise.resolve(false)));
  sessionStore.subscribe(startTimer);
  startTimer();
  // Timers do not run while a laptop sleeps.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isOver()) void expire();
  });
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_STORE) void followOtherTab();
  });
}

function startTimer(): void {
  clearTimeout(timer);
  const { expireTime } = sessionStore.get();
  if (expireTime === null) return;
  const left = Math.max(0, Date.parse(expireTime) - clock.now());
  timer = setTimeout(() => (isOver() ? void expire() : startTimer()), Math.min(left, LONGEST_TIMER));
}

function isOver(): boolean {
  const { expireTime } = sessionStore.get();
  return expireTime !== null && Date.parse(expireTime) <= clock.now();
}

function isKnown(): boolean {
  const { isLoggedIn, isExpired } = sessionStore.get();
  return isLoggedIn || isExpired;
}

/** The session may have been renewed elsewhere. Without a connection no one could log in: the page stays, except at a kiosk. */
async function expire(): Promise<void> {
  const { kioskSession } = sessionStore.get();
  const user = await userCookieData().catch(() => (kioskSession ? null : undefined));
  if (user === undefined) {
    window.addEventListener('online', () => isOver() && void expire(), { once: true });
    return;
  }
  if (user !== null && Date.parse(user.expirationTime) > clock.now()) setLoggedIn(user);
  else await askToLogIn();
}

/** A single modal for all pending calls. True when the same account has logged in again. */
function askToLogIn(): Promise<boolean> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

/** Pages of an account load this code while they are idle. */
async function renew(): Promise<boolean> {
  const code = await loadCode(() => import('./renewSession.ts')).catch(() => null);
  return code === null ? false : code.renewSession();
}

async function followOtherTab(): Promise<void> {
  const before = sessionStore.get().userName;
  const isLoggedIn = await checkSession();
  const after = sessionStore.get().userName;
  if (isLoggedIn && before !== null && after !== before) window.location.reload();
  else if (!isLoggedIn && before !== null) await goTo('/');
}
