import { TICKETS_CACHE } from '../../../app/session/deviceCopy.ts';
import { keptTickets } from './keptTickets.ts';

const PAGE = '/signup/myevents';
const WORKER = '/service-worker.js';

let keeping: Promise<void> | null = null;

/**
 * Keeps this page with its code in the browser, from where the service worker (public/service-worker.js) opens it without a connection.
 * Once per page load, after `parts` of it that are loaded on demand; a failure is tried again with the next one.
 */
export function keepPage(parts: () => Promise<unknown>): Promise<void> {
  keeping ??= keep(parts).catch((error: unknown) => console.warn('Could not keep', PAGE, error));
  return keeping;
}

async function keep(parts: () => Promise<unknown>): Promise<void> {
  // Neither is there without a secure context, nor in the development server.
  if (!('caches' in window && 'serviceWorker' in navigator) || import.meta.env.DEV) return;
  await parts();
  const answer = await fetch(PAGE, { credentials: 'same-origin' });
  if (!answer.ok || answer.redirected) return;
  const files = filesOf(await answer.clone().text());
  const cache = await caches.open(TICKETS_CACHE);
  const had = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll(files.filter((url) => !had.has(url)));
  await cache.put(PAGE, answer);
  const page = new URL(PAGE, window.location.origin).href;
  for (const url of had) if (url !== page && !files.includes(url)) await cache.delete(url);
  // Whoever was logged in may have logged out meanwhile.
  if (keptTickets() === null) await caches.delete(TICKETS_CACHE);
  else await navigator.serviceWorker.register(WORKER);
}

/** What the document names, and what has been loaded since: code, styles and fonts of the build. */
function filesOf(html: string): string[] {
  const { origin } = window.location;
  const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => origin + path);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set([...named, ...loaded.filter((url) => url.startsWith(`${origin}/assets/`))])];
}
