import { createStore } from '../createStore.ts';
import { whenIdle } from '../lazyModule.ts';
import { sessionStore } from '../sessionStore.ts';
import type { UnreadPolling } from './pollUnread.ts';

export const unreadStore = createStore(0, 0);

let account: string | null = null;
let polling: UnreadPolling | null = null;
let stopWaiting: (() => void) | null = null;

/** Asks for the number for as long as someone is logged in; a kiosk has no messages. */
export function watchUnread(): void {
  sessionStore.subscribe(follow);
  follow();
}

/** Asks immediately: messages have been marked. */
export function refreshUnread(): void {
  polling?.ask();
}

function follow(): void {
  const { isLoggedIn, userName, kioskSession } = sessionStore.get();
  const now = isLoggedIn && !kioskSession ? userName : null;
  if (now === account) return;
  account = now;
  stopWaiting?.();
  polling?.stop();
  polling = null;
  unreadStore.set(0);
  if (now !== null) stopWaiting = whenIdle(() => void start(now));
}

async function start(of: string): Promise<void> {
  const module = await import('./pollUnread.ts').catch(() => null);
  if (module !== null && of === account) polling = module.pollUnread(of, unreadStore.set);
}
