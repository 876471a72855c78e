import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serverUrl } from './own-server.ts';
import { atRest, callApi, newPage, PASSWORD, useBrowser } from './support.ts';
import { clock } from '../factories/clock.ts';

useBrowser();

interface ContentRow {
  id: number;
  name: string;
  title: string;
  data: string | null;
}

let made = 0;

/** A published page of its own test, made by a content administrator. */
async function publish(
  given: Partial<ContentRow> & { summary?: string } = {},
): Promise<{ editor: Page; page: ContentRow }> {
  const editor = await newPage({ as: 'contentadmin' });
  made += 1;
  const name = `document-${made}-${crypto.randomUUID().slice(0, 8)}`;
  const page = await callApi<ContentRow>(editor, 'POST', '/api/pages', {
    name,
    title: `Document ${made}`,
    type: 'Standard',
    published: true,
    data: '<p>Read me</p>',
    ...given,
  });
  return { editor, page };
}

/** Calls for data that the page makes; what it sends to be counted is none. */
function dataCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const isData = pathname.startsWith('/api/') && !pathname.startsWith('/api/Content/') && request.method() === 'GET';
    if (isData) calls.push(`${pathname}${search}`);
  });
  return calls;
}

/** All that the page writes to its console, warnings and errors of React included, but not that a document was a 404. */
function consoleOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (!/status of 404/.test(message.text())) lines.push(`${message.type()}: ${message.text()}`);
  });
  return lines;
}

/** One page of each kind that visitors see. */
const PATHS = [
  '/',
  '/content/static/about',
  '/docs?search=poster',
  '/login?redirectFrom=%2Frequests%2Fmyrequests',
  '/no/such/page',
  '/content/static/no-such-page',
];

/** All that visitors can read, and addresses that differ in what the page makes of them. */
async function publicPaths(): Promise<string[]> {
  const answer = await fetch(`${serverUrl}/sitemap.xml`);
  const found = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  );
  // The demonstration's; other tests make pages too.
  return [
    ...found.filter((path) => !/-[0-9a-f]{8}$/.test(path)),
    '/docs?search=poster&utm_source=news',
    '/?utm_source=news',
    ...PATHS,
  ];
}

describe('the document', () => {
  test.each([undefined, 'student', 'administrator'])('includes all that the home page shows (%s)', async (as) => {
    const page = await newPage(as === undefined ? {} : { as });
    const calls = dataCalls(page);
    await page.goto('/');
    await atRest(page);
    expect(await page.getByRole('main').innerText()).not.toBe('');
    // Each window requests the badge again.
    expect(calls.filter((path) => path !== '/api/UserMessage/GetNumberUnreadMessages')).toEqual([]);
  });

  test.each([
    ['desktop', undefined, publicPaths],
    ['phone', undefined, () => PATHS],
    ['desktop', 'administrator', () => PATHS],
  ] as const)('is taken over by the browser without a word (%s, %s)', async (size, as, paths) => {
    const page = await newPage({ size, ...(as === undefined ? {} : { as }) });
    const lines = consoleOf(page);
    for (const path of await paths()) {
      await page.goto(path);
      await atRest(page);
      expect(lines, path).toEqual([]);
    }
  });

  test('is what the browser would have made of the page itself', async () => {
    const {
      page: { name },
    } = await publish({ data: '<h2>Part</h2><ul><li>one</li></ul><p><a href="/docs">Docs</a> &amp; “more”</p>' });
    const page = await newPage();
    for (const path of [`/content/static/${name}`, '/docs', '/login?redirectFrom=%2Fdocs', '/no/such/page']) {
      const answer = await page.goto(path);
      await atRest(page);
      const [sent, shown] = await page.evaluate(
        (html) => {
          const written = new DOMParser().parseFromString(html, 'text/html').getElementById('root');
          const plain = (root: Element | null) => {
            const copy = root?.cloneNode(true) as Element | undefined;
            // What a search finds and the region of notices are loaded afterwards.
            for (const part of ['nav[aria-label="Similar pages"]', '[role="status"][aria-label="Notices"]'])
              copy?.querySelector(part)?.remove();
            return copy?.innerHTML.replace(/<svg[^]*?<\/svg>/g, '<svg>') ?? '';
          };
          return [plain(written), plain(document.getElementById('root'))];
        },
        (await answer?.text()) ?? '',
      );
      expect(shown).toBe(sent);
    }
  });

  test('of a deleted page has a permanent status, and that of its former name leads to the current one', async () => {
    const { editor, page } = await publish();
    await callApi(editor, 'PUT', `/api/pages/${page.id}`, { name: `${page.name}-b` });
    const documentOf = (name: string) =>
      fetch(`${serverUrl}/content/static/${name}?from=poster`, { redirect: 'manual' });
    const moved = await documentOf(page.name);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/content/static/${page.name}-b?from=poster`]);
    await callApi(editor, 'POST', '/api/pages/actions/remove', { ids: [page.id] });
    for (const name of [page.name, `${page.name}-b`]) {
      const missing = await documentOf(name);
      expect(missing.status).toBe(410);
      expect(await missing.text()).toContain('was deleted permanently');
    }
  });

  test('of a shared draft is for no cache and no index, and ends with the link', async () => {
    const { editor, page } = await publish();
    const links = `/api/content/pages/${page.id}/draftLinks`;
    const { id, address } = await callApi<{ id: number; address: string }>(editor, 'POST', links, { days: 1 });
    const read = () => fetch(`${serverUrl}${address}`);
    for (const _time of [1, 2]) {
      const document = await read();
      expect([document.status, document.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(await document.text()).toMatch(/<meta name="robots" content="noindex" \/>[^]*Your link works until/);
    }
    const visitor = await newPage();
    await visitor.goto(address);
    await visitor.getByRole('heading', { level: 1, name: page.title }).waitFor();
    await callApi(editor, 'DELETE', `${links}/${id}`);
    expect((await read()).status).toBe(410);
    expect((await fetch(`${serverUrl}${address}x`)).status).toBe(404);
  });

  test('is requested once; a link within the site to a former name leads to the current one, and back again', async () => {
    const { editor, page } = await publish();
    const { page: start } = await publish({ data: `<p><a href="/content/static/${page.name}">Further</a></p>` });
    const visitor = await newPage();
    await visitor.goto(`/content/static/${start.name}`);
    await atRest(visitor);
    await callApi(editor, 'PUT', `/api/pages/${page.id}`, { name: `${page.name}-b` });
    await visitor.getByRole('link', { name: 'Further' }).click();
    await visitor.waitForURL(`**/content/static/${page.name}-b`);
    await visitor.getByRole('heading', { name: page.title }).waitFor();
    await visitor.goBack();
    await visitor.getByRole('link', { name: 'Further' }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe(`/content/static/${start.name}`);
  });

  test('of a link with undeclared parameters is that without them, and the page keeps them', async () => {
    const rootOf = async (path: string) =>
      /<div id="root">[^]*?<script type="application\/json"/.exec(
        await (await fetch(`${serverUrl}${path}`)).text(),
      )?.[0];
    expect(await rootOf('/?utm_source=news')).toBe(await rootOf('/'));
    const page = await newPage();
    await page.goto('/?utm_source=news');
    await atRest(page);
    const target = await page.getByRole('link', { name: 'Log in' }).first().getAttribute('href');
    expect(target).toBe(`/login?redirectFrom=${encodeURIComponent('/?utm_source=news')}`);
  });

  test('can be read without scripts', async () => {
    const {
      page: { name, title },
    } = await publish({ data: '<h2>What to bring</h2><p>Closed shoes and your own material.</p>' });
    const page = await newPage({ scripts: false });
    await page.goto(`/content/static/${name}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('Closed shoes and your own material.');
    await page.goto('/');
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(100);
    expect(await page.getByRole('main').getByRole('heading').count()).toBeGreaterThan(1);
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().isVisible()).toBe(true);
    await page.goto('/docs?search=makeshop');
    await page.getByRole('heading', { level: 1, name: 'Documentation search' }).waitFor();
  });

  test('says what its page is about, in the page’s own theme', async () => {
    const {
      page: { name, title },
    } = await publish({ summary: 'Where the scissors are' });
    const html = await (await fetch(`${serverUrl}/content/static/${name}`)).text();
    expect(html).toContain(`<title>${title} · Static Content</title>`);
    expect(html).toContain('<meta name="description" content="Where the scissors are" />');
    expect(html).toContain('data-theme="light"');
    expect(await (await fetch(serverUrl)).text()).toContain('data-theme="dark"');
  });

  test('of no page is a 404 that shows so', async () => {
    const page = await newPage();
    expect((await page.goto('/no/such/page'))?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
    expect((await page.goto('/content/static/no-such-page'))?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Error' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('404');
  });

  test.each(['//elsewhere.example', '//[', '//:80', `/content/static/${'a'.repeat(500)}`])(
    'of no page, %s, is a 404',
    async (path) => {
      const answer = await fetch(`${serverUrl}${path}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  test('of an address that cannot be read is a page in a browser and a problem for others', async () => {
    const page = await newPage();
    const lines = consoleOf(page);
    for (const [path, heading] of [
      ['/%', 'There is no page at this address'],
      ['/%00?x=%', 'There is no page at this address'],
      ['/content/static/%E0%A4%A', 'Error'],
      ['/content/static/%00', 'Error'],
      ['/docs?search=%00abc', 'Documentation search'],
    ] as const) {
      const status = heading.startsWith('Documentation') ? 200 : 404;
      for (const _time of [1, 2]) expect((await page.goto(path))?.status(), path).toBe(status);
      await atRest(page);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(
        lines.filter((line) => !line.includes('could not be decoded')),
        path,
      ).toEqual([]);
      const call = await fetch(`${serverUrl}${path}`, { headers: { accept: 'application/json' } });
      expect([call.status, call.headers.get('content-type')], path).toEqual([
        400,
        'application/problem+json; charset=utf-8',
      ]);
    }
  });

  test('is a visitor’s to revalidate, and changes with the page', async () => {
    const {
      editor,
      page: { id, name },
    } = await publish();
    const url = `${serverUrl}/content/static/${name}`;
    const first = await fetch(url);
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      'no-cache',
      'Cookie, Accept-Encoding, Origin',
    ]);
    const tag = first.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
    await callApi(editor, 'PUT', `/api/pages/${id}`, { data: '<p>Something else</p>' });
    const changed = await fetch(url, { headers: { 'if-none-match': tag } });
    expect([changed.status, (await changed.text()).includes('Something else')]).toEqual([200, true]);
  });

  test('of a person is no one else’s', async () => {
    const page = await newPage({ as: 'student' });
    const answer = await page.goto('/');
    expect(answer?.headers()['cache-control']).toBe('private, no-store');
    expect(await answer?.text()).toContain('"username":"student"');
    expect(await (await fetch(serverUrl)).text()).not.toContain('student"');
  });

  test('carries what looks like markup as text', async () => {
    const page = await newPage();
    const lines = consoleOf(page);
    for (const evil of [
      '</script><script>document.title = "taken"</script>',
      '<!--<script>',
      '"><img src=x onerror="document.title=1">',
    ]) {
      const {
        page: { name },
      } = await publish({ title: evil, summary: evil });
      await page.goto(`/content/static/${name}`);
      await atRest(page);
      expect(await page.title()).toBe(`${evil} · Static Content`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(evil);
      expect(lines, evil).toEqual([]);
    }
  });

  test('knows nothing of the fragment of its address, the page does', async () => {
    const page = await newPage();
    const lines = consoleOf(page);
    await page.goto('/docs?search=poster#part');
    const link = page.getByRole('banner').getByRole('link', { name: 'Log in' });
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe(`/login?redirectFrom=${encodeURIComponent('/docs?search=poster#part')}`);
    expect(lines).toEqual([]);
  });

  test('keeps the theme that the person chose, from its first moment', async () => {
    const page = await newPage({ theme: 'light' });
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seenThemes: seen });
      new MutationObserver(() => seen.add(document.documentElement.dataset['theme'] ?? '')).observe(document, {
        attributes: true,
        subtree: true,
        attributeFilter: ['data-theme'],
      });
    });
    await page.goto('/');
    await atRest(page);
    expect(await page.evaluate(() => [...(window as unknown as { seenThemes: Set<string> }).seenThemes])).toEqual([
      'light',
    ]);
  });
});

describe('before its code is there, the page', () => {
  /** A page whose code waits until it is let go. */
  async function withoutCode(path: string, waiting = 0): Promise<{ page: Page; letGo: () => void }> {
    const page = await newPage();
    if (waiting > 0) await page.clock.install({ time: clock.now() });
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('footer').waitFor();
    if (waiting > 0) await page.clock.runFor(waiting);
    return { page, letGo };
  }

  test.each([0, 10_000])('keeps what is pressed %d ms after it began to be loaded', async (waiting) => {
    const { page, letGo } = await withoutCode('/', waiting);
    await page.getByRole('button', { name: 'Appearance' }).click();
    letGo();
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
  });

  test('keeps what is sent, out of the address', async () => {
    const { page, letGo } = await withoutCode('/login?redirectFrom=%2Fdocs');
    await page.getByRole('textbox', { name: 'Username' }).fill('student');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    letGo();
    await page.waitForURL((url) => url.pathname === '/docs');
    await page.getByRole('button', { name: 'Account of Student' }).waitFor();
  });
});

test('pages behind a login ask for neither session nor model again', async () => {
  const page = await newPage({ as: 'administrator' });
  const calls = dataCalls(page);
  await page.goto('/admin/users');
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await atRest(page);
  expect(calls.filter((path) => /UserCookieData|model\/shell|siteDisplaySettings/.test(path))).toEqual([]);
  const visitor = await newPage();
  const none = dataCalls(visitor);
  await visitor.goto('/requests/myrequests');
  await visitor.getByRole('dialog', { name: 'Not Logged In' }).waitFor();
  expect(none).toEqual([]);
});

describe('search engines', () => {
  test('learn what they can read, and where it is', async () => {
    const url = serverUrl;
    const robots = await (await fetch(`${url}/robots.txt`)).text();
    expect(robots).toContain('Disallow: /api/');
    expect(robots).toContain(`Sitemap: ${url}/sitemap.xml`);
  });

  test('find published pages only', async () => {
    const {
      editor,
      page: { id, name },
    } = await publish();
    const sitemap = async () => (await fetch(`${serverUrl}/sitemap.xml`)).text();
    expect(await sitemap()).toContain(`/content/static/${name}</loc><lastmod>`);
    expect(await sitemap()).not.toContain('/content/static/home<');
    await callApi(editor, 'PUT', `/api/pages/${id}`, { published: false });
    expect(await sitemap()).not.toContain(name);
  });
});

test('what a document says for links that are shared does not stay on another page', async () => {
  const { page: row } = await publish({ summary: 'What the machines make.' });
  const page = await newPage();
  const shared = page.locator('meta[property^="og:"], meta[name="description"], meta[name="twitter:card"]');
  await page.goto(`/content/static/${row.name}`);
  expect(await shared.count()).toBeGreaterThan(3);
  await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.waitForFunction(() => document.title === 'Home');
  expect(await shared.count()).toBe(0);
});
