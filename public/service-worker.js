/**
 * Opens My events without a connection, from the copy that the page keeps (src/portal/signup/ticket/offlinePage.ts). Registered only
 * where somebody has a ticket to show; everything else goes to the server as without it.
 */
const CACHE = 'my-events';
const PAGE = '/signup/myevents';
/** Milliseconds after which a line that does not answer counts as none. */
const PATIENCE = 5000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === PAGE || pathname.startsWith(`${PAGE}/`)) event.respondWith(page(request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});

/** As the server has it; the copy where it does not answer. */
async function page(request) {
  const copy = await find(PAGE);
  const answer = fetch(request);
  if (copy === undefined) return answer;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, copy));
  return Promise.race([answer.catch(() => copy), late]);
}

/** Files of a build have names of their own: a copy is never an old one. */
async function file(request) {
  return (await find(request.url)) ?? fetch(request);
}

/** Without a copy, as after a logout, there is nothing more to do here. */
async function find(url) {
  if (await caches.has(CACHE)) return (await caches.open(CACHE)).match(url, { ignoreVary: true });
  await self.registration.unregister();
  return undefined;
}
