import { offlineCaches } from '../ui/browserApis.ts';
import { forgetPersisted, readPersisted } from './persisted.ts';

/** What a browser keeps for the account that is logged in, so that a page opens without a connection. */
export interface DeviceCopy {
  /** In the local storage: an object with the account's `userName`. */
  store: string;
  /** The cache of the page with its code, from which public/service-worker.js answers. */
  cache: string;
  /** The page's path; those below it are opened by the same copy. */
  page: string;
}

/** Own tickets and their codes (src/portal/signup/ticket). */
export const TICKETS: DeviceCopy = { store: 'tickets', cache: 'my-events', page: '/signup/myevents' };
/** The people expected at a door (src/portal/door/kept). */
export const DOOR: DeviceCopy = { store: 'door-lists', cache: 'door', page: '/scheduling/processinstance' };

/** The tap station that this browser is paired as (src/portal/tap). */
export const TAP_STATION: DeviceCopy = { store: 'tap-station', cache: 'tap-station', page: '/tapStation' };

const COPIES = [TICKETS, DOOR, TAP_STATION];

/** Called at every login and logout: what this browser keeps is of the account that is logged in, or goes. */
export function keepOnlyOf(userName: string | null): void {
  if (typeof window === 'undefined') return;
  for (const copy of COPIES) {
    const stored = readPersisted(copy.store) as { userName?: unknown } | null;
    if (stored !== null && stored.userName !== userName) forgetCopy(copy);
  }
}

export function forgetCopy({ store, cache }: DeviceCopy): void {
  forgetPersisted(store);
  void removeCache(cache);
}

/** With the last copy, the service worker goes too: it would end itself only when a page next loads a file. */
async function removeCache(cache: string): Promise<void> {
  const offline = offlineCaches();
  if (offline === null) return;
  await offline.caches.delete(cache);
  const left = await offline.caches.keys();
  if (!COPIES.some((copy) => left.includes(copy.cache))) await offline.unregister();
}
