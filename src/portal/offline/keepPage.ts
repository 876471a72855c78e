import { offlineCaches } from '../../ui/browserApis.ts';
import { readPersisted } from '../../app/persisted.ts';
import type { DeviceCopy } from '../../app/session/deviceCopy.ts';
import { sessionStore } from '../../app/session/sessionStore.ts';

const WORKER = '/service-worker.js';

/** By cache and account. */
const keeping = new Map<string, Promise<void>>();

/**
 * Keeps the page at `address` with its code in the browser, from where the service worker (public/service-worker.js) opens it without a
 * connection. Once per page load, after `parts` of it that are loaded on demand; a failure is tried again with the next one.
 */
export function keepPage(copy: DeviceCopy, address: string, parts: () => Promise<unknown>): Promise<void> {
  const { userName } = sessionStore.get();
  const key = `${copy.cache} ${userName}`;
  const known = keeping.get(key);
  if (known !== undefined) return known;
  const kept = keep(copy, userName, address, parts).catch((error: unknown) =>
    console.warn('Could not keep', address, error),
  );
  keeping.set(key, kept);
  return kept;
}

async function keep(
  copy: DeviceCopy,
  userName: string | null,
  address: string,
  parts: () => Promise<unknown>,
): Promise<void> {
  const offline = offlineCaches();
  if (offline === null || import.meta.env.DEV) return;
  const loaded = loadedFiles();
  await parts();
  const answer = await fetch(address, { credentials: 'same-origin' });
  if (!answer.ok || answer.redirected) return;
  const files = [...new Set([...filesNamedIn(await answer.clone().text()), ...loaded()])];
  const cache = await offline.caches.open(copy.cache);
  const page = new URL(copy.page, window.location.origin).href;
  const had = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll(files.filter((url) => !had.has(url)));
  await cache.put(page, answer);
  for (const url of had) if (url !== page && !files.includes(url)) await cache.delete(url);
  // Whoever was logged in may have logged out meanwhile.
  const kept = readPersisted(copy.store) as { userName?: unknown } | null;
  if (kept === null || kept.userName !== userName) await offline.caches.delete(copy.cache);
  else await offline.register(WORKER);
}

/** Code, styles and fonts of the build that a document names. */
function filesNamedIn(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => window.location.origin + path);
}

/** Those that have been loaded before or are until the result is called. The browser remembers some hundred of the first loads alone. */
function loadedFiles(): () => string[] {
  const files = new Set<string>();
  const note = (entries: readonly PerformanceEntry[]): void => {
    for (const { name } of entries) if (name.startsWith(`${window.location.origin}/assets/`)) files.add(name);
  };
  note(performance.getEntriesByType('resource'));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'resource' });
  return () => {
    note([...observer.takeRecords(), ...performance.getEntriesByType('resource')]);
    observer.disconnect();
    return [...files];
  };
}
