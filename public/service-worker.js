/**
 * Opens pages without a connection from the copies that they keep (src/portal/offline/keepPage.ts). Registered only where somebody has
 * such a page; everything else goes to the server as without it.
 */
/** As in src/app/session/deviceCopy.ts: the caches, and the paths of the pages that they open. */
const COPIES = {
  'my-events': '/signup/myevents',
  door: '/scheduling/processinstance',
  'tap-station': '/tapStation',
};
/** Milliseconds after which a line that does not answer counts as none. */
const PATIENCE = 5000;
/** As in keepPage.ts: what a cache is to hold. */
const PLAN = '/offline-plan';

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  event.waitUntil(fillAll());
});
self.addEventListener('message', (event) => event.waitUntil(fillAll()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    const [cache, path] = Object.entries(COPIES).find(([, path]) => `${pathname}/`.startsWith(`${path}/`)) ?? [];
    if (path !== undefined) event.respondWith(page(request, cache, path));
  } else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});

async function fillAll() {
  for (const name of Object.keys(COPIES)) if (await caches.has(name)) await fill(await caches.open(name));
}

/** The page as the server has it now, with its files, most of which the browser has: the page has just loaded them. */
async function fill(cache) {
  const plan = await cache.match(PLAN);
  if (plan === undefined) return;
  const { address, page, files: loaded } = await plan.json();
  const answer = await fetch(address, { credentials: 'same-origin' });
  if (!answer.ok || answer.redirected) return;
  const named = [...(await answer.clone().text()).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)];
  const files = new Set([...named.map(([, path]) => new URL(path, self.location.origin).href), ...loaded]);
  const had = (await cache.keys()).map(({ url }) => url);
  await cache.addAll([...files].filter((url) => !had.includes(url)));
  await cache.put(page, answer);
  const kept = [page, PLAN].map((path) => new URL(path, self.location.origin).href);
  for (const url of had) if (!files.has(url) && !kept.includes(url)) await cache.delete(url);
}

/** As the server has it; the copy where it does not answer. */
async function page(request, cache, path) {
  const copy = await find(cache, path);
  const answer = fetch(request);
  if (copy === undefined) return answer;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, copy));
  return Promise.race([answer.catch(() => copy), late]);
}

/** Files of a build have names of their own: a copy is never an old one. */
async function file(request) {
  for (const cache of Object.keys(COPIES)) {
    const copy = await find(cache, request.url);
    if (copy !== undefined) return copy;
  }
  return fetch(request);
}

/** Without any copy, as after a logout, there is nothing more to do here. */
async function find(cache, url) {
  if (await caches.has(cache)) return (await caches.open(cache)).match(url, { ignoreVary: true });
  const kept = await Promise.all(Object.keys(COPIES).map((name) => caches.has(name)));
  if (!kept.includes(true)) await self.registration.unregister();
  return undefined;
}
