import { forgetPersisted, readPersisted } from '../persisted.ts';

/** Own tickets and their codes, kept in the browser so that they open without a connection (src/portal/signup/ticket). */
export const TICKETS_STORE = 'tickets';
/** The page itself with its code, as public/service-worker.js answers it. */
export const TICKETS_CACHE = 'my-events';

/** Called at every login and logout: what this browser keeps is of the account that is logged in, or goes. */
export function keepOnlyOf(userName: string | null): void {
  if (typeof window === 'undefined') return;
  const kept = readPersisted(TICKETS_STORE) as { userName?: unknown } | null;
  if (kept === null || kept.userName === userName) return;
  forgetPersisted(TICKETS_STORE);
  // There only in a secure context. Without the copy the service worker ends itself.
  if ('caches' in window) void caches.delete(TICKETS_CACHE);
}
