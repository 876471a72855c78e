import { goTo } from '../routing/router.ts';
import { checkSession } from '../session/session.ts';
import { userCookieData } from '../session/sessionRequests.ts';
import { sessionStore, setLoggedIn } from '../sessionStore.ts';
import { clock } from '../../ui/clock.ts';
import { renewSession } from './renewSession.ts';

/** The longest delay that browser timers accept, in milliseconds. */
const LONGEST_TIMER = 2_147_483_647;

let timer: ReturnType<typeof setTimeout> | undefined;
let renewing: Promise<boolean> | null = null;

let isWatching = false;

/** Has an expired session renewed, here or elsewhere. */
export function watchExpiry(): void {
  if (isWatching) return;
  isWatching = true;
  sessionStore.subscribe(startTimer);
  startTimer();
  // Timers do not run while a laptop sleeps.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isOver()) void expire();
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
export function askToLogIn(): Promise<boolean> {
  renewing ??= renewSession().finally(() => {
    renewing = null;
  });
  return renewing;
}

export async function followOtherTab(): Promise<void> {
  const before = sessionStore.get().userName;
  const isLoggedIn = await checkSession();
  const after = sessionStore.get().userName;
  if (isLoggedIn && before !== null && after !== before) window.location.reload();
  else if (!isLoggedIn && before !== null) await goTo('/');
}
