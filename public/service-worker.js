/**
 * Opens pages without a connection from the copies that they keep (src/portal/offline/keepPage.ts). Registered only where somebody has
 * such a page; everything else goes to the server as without it.
 */
/** As in src/app/session/deviceCopy.ts: the caches, and the paths of the pages that they open. */
const COPIES = { 'my-events': '/signup/myevents', door: '/scheduling/processinstance' };
/** Milliseconds after which a line that does not answer counts as none. */
const PATIENCE = 5000;

self.addEventListener('install', () => self.skipWaiting());
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
