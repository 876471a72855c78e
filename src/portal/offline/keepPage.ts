import { offlineCaches } from '../../ui/browserApis.ts';
import { whenIdle } from '../../app/lazyModule.ts';
import { readPersisted } from '../../app/persisted.ts';
import type { DeviceCopy } from '../../app/deviceCopy.ts';
import { sessionStore } from '../../app/sessionStore.ts';

const WORKER = '/service-worker.js';

/** Where the worker reads what it is to fetch, in the cache of the copy. */
const PLAN = '/offline-plan';

/** By cache and account. */
const keeping = new Map<string, Promise<void>>();

/**
 * Keeps the page at `address` with its code in the browser, from where the service worker (public/service-worker.js) opens it without a
 * connection. The worker fetches the files, from the browser's cache, so that the page requests none of them twice. Once per page load; a
 * failure is tried again with the next one.
 */
export function keepPage(copy: DeviceCopy, address: string): Promise<void> {
  const { userName } = sessionStore.get();
  const key = `${copy.cache} ${userName}`;
  const known = keeping.get(key);
  if (known !== undefined) return known;
  const stored = keep(copy, userName, address).catch((error: unknown) =>
    console.warn('Could not keep', address, error),
  );
  keeping.set(key, stored);
  return stored;
}

async function keep(copy: DeviceCopy, userName: string | null, address: string): Promise<void> {
  const offline = offlineCaches();
  if (offline === null || import.meta.env.DEV) return;
  // What the shell loads when it is idle is then among the loaded files.
  await new Promise<void>((resolve) => whenIdle(resolve));
  const cache = await offline.caches.open(copy.cache);
  await cache.put(PLAN, Response.json({ address, page: copy.page, files: loadedFiles() }));
  // The person may have logged out in the meantime.
  const stored = readPersisted(copy.store) as { userName?: unknown } | null;
  if (stored === null || stored.userName !== userName) await offline.caches.delete(copy.cache);
  else await offline.fill(WORKER);
}

/** Files of the build that the page has loaded. Those that it loads when it is used are named in its document. */
function loadedFiles(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set(names.filter((name) => name.startsWith(`${window.location.origin}/assets/`)))];
}
