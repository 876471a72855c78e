import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CardData, CardType, ContentPage, SiteDisplaySettings } from '../../domain/content.ts';
import { XSS_BY_TRICK, XSS_PAYLOADS } from '../factories/xss-payloads.ts';
import { makePage, openEditor, preview } from './content-editor-support.ts';
import { anyName } from './content-pages.ts';
import { hostileCards, stir, watchedPage, withDatabase } from './hostile-pages.ts';
import { serverUrl } from './own-server.ts';
import { restoreSiteSettings, setSiteSettings } from './site-settings.ts';
import { callApi, newPage, useBrowser } from './support.ts';

useBrowser();
restoreSiteSettings();

const PER_PAGE = 45;
const CHUNKS = Array.from({ length: Math.ceil(XSS_PAYLOADS.length / PER_PAGE) }, (_, index) => XSS_PAYLOADS.slice(index * PER_PAGE, (index + 1) * PER_PAGE));
/** No request and no database holds a NUL. */
const plantable = (text: string): string => text.replaceAll('\0', '\ufffd');
const POLICIES = [['with', false], ['without', true]] as const;
const TITLE = '</script></title><script>__xss()</script><img src=x onerror=__xss()>';

interface Made { name: string; id: number }
type Card = { type: CardType; title: string; data: CardData };

/** Publishes a page as its editors do. */
async function publish(staff: Page, type: ContentPage['type'], data: string, cards: readonly Card[]): Promise<Made> {
  const name = anyName('hostile');
  const { id } = await callApi<{ id: number }>(staff, 'POST', '/api/content/pages', { title: name, name, type });
  const content = {
    title: TITLE, name, type, theme: 'auto', backgroundUrl: null, summary: TITLE, category: 'Content', tags: [TITLE.slice(0, 40)],
    data: plantable(data), cards: cards.map((card, index) => ({ ...card, data: { ...card.data, text: plantable(card.data.text ?? '') }, key: `k${index}` })),
  };
  const url = `${serverUrl}/api/content/pages/${id}`;
  const headers = { origin: serverUrl };
  const saved = await staff.context().request.put(`${url}/draft`, { headers: { ...headers, 'if-match': '"0"' }, data: { content } });
  expect(saved.status(), await saved.text()).toBe(200);
  const { version } = await saved.json() as { version: number };
  const published = await staff.context().request.post(`${url}/publish`, { headers: { ...headers, 'if-match': `"${version}"` }, data: {} });
  expect(published.status(), await published.text()).toBe(200);
  return { name, id };
}

/** Writes the payloads into the page and its cards as they are. */
async function plant({ id }: Made, data: string, cards: readonly Card[]): Promise<void> {
  await withDatabase(async (client) => {
    await client.query('update pages set data = $1 where id = $2', [plantable(data), id]);
    await client.query('delete from cards where "pageId" = $1', [id]);
    for (const [order, card] of cards.entries()) {
      await client.query('insert into cards (title, "pageId", type, "order", data) values ($1, $2, $3, $4, $5)',
        [TITLE, id, card.type, order, plantable(JSON.stringify(card.data))]);
    }
    await client.query('update revisions set value = value + 1');
  });
}

async function expectQuiet(path: string, bypassCSP: boolean, kept: string): Promise<void> {
  const { page, told } = await watchedPage({ bypassCSP });
  await page.goto(path, { waitUntil: 'load' });
  await page.getByText(kept).first().waitFor();
  await stir(page);
  expect(told).toEqual([]);
  expect(page.url()).toBe(`${serverUrl}${path}`);
  await page.context().close();
}

describe('the tell-tale', () => {
  test('tells of scripts, events, links, frames, requests and other pages, were they let through', async () => {
    for (const payload of [
      '<img src=x onerror="__xss()">', '<a href="javascript:__xss()">click</a>', '<p onmouseover="__xss()">x</p>', '<p tabindex=0 onfocus="__xss()">x</p>',
      '<iframe srcdoc="<script>top.__xss()</script>"></iframe>', '<img src="https://told.invalid/p.png">', '<p style="background:url(https://told.invalid/c)">x</p>',
      '<svg><animate onbegin="__xss()" attributeName="x" dur="1s"/></svg>', '<details open ontoggle="__xss()"><summary>x</summary></details>',
    ]) {
      const { page, told } = await watchedPage({ bypassCSP: true });
      await page.goto('/docs');
      await page.evaluate((html) => { document.body.innerHTML = `<main>${html}</main>`; }, payload);
      await stir(page);
      await expect.poll(() => told, { message: payload }).not.toEqual([]);
      await page.close();
    }
  });
});

describe.each(POLICIES)('a visitor’s page, %s the content security policy', (_word, bypassCSP) => {
  const made: Made[] = [];
  beforeAll(async () => {
    const staff = await newPage({ as: 'contentadmin' });
    for (const payloads of CHUNKS) made.push(await publish(staff, 'Card', payloads.join('\n'), hostileCards(payloads)));
  });

  test('runs nothing of what was written into its cards', async () => {
    for (const { name } of made) await expectQuiet(`/content/static/${name}`, bypassCSP, 'kept');
  });

  test('runs nothing of what stands in its rows', async () => {
    for (const [index, page] of made.entries()) {
      const payloads = CHUNKS[index] ?? [];
      await plant(page, payloads.join('\n'), hostileCards(payloads));
      await expectQuiet(`/content/static/${page.name}`, bypassCSP, 'kept');
    }
  });
});

/** The stricter case: what runs nothing without the policy runs nothing with it. */
describe('a visitor’s page, without the content security policy', () => {
  const bypassCSP = true;

  test('runs nothing of what an answer holds that nobody cleaned', async () => {
    const staff = await newPage({ as: 'contentadmin' });
    const { name } = await publish(staff, 'Card', '', hostileCards(['x']));
    for (const payloads of CHUNKS) {
      const { page, told } = await watchedPage({ bypassCSP });
      await page.route(`**/api/content/page?title=${name}`, async (route) => {
        const answer = await (await route.fetch()).json() as ContentPage;
        const cards = hostileCards(payloads).map(({ data, ...card }, id) => ({ ...card, id, data: JSON.stringify(data) }));
        await route.fulfill({ json: { ...answer, title: TITLE, data: payloads.join('\n'), cards } });
      });
      await page.goto('/docs');
      await page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, `/content/static/${name}`);
      await page.getByText('kept').first().waitFor();
      await stir(page);
      expect(told).toEqual([]);
    }
  });

  test.each(['Standard', 'Raw Html', 'About Me'] as const)('of type %s runs nothing of its text, trick by trick', async (type) => {
    const staff = await newPage({ as: 'contentadmin' });
    for (const payloads of Object.values(XSS_BY_TRICK)) {
      const text = `<p>kept</p>${payloads.map((payload) => `<p>${payload}</p>`).join('\n')}`;
      const page = await publish(staff, type, text, []);
      await expectQuiet(`/content/static/${page.name}`, bypassCSP, 'kept');
      await plant(page, text, []);
      await expectQuiet(`/content/static/${page.name}`, bypassCSP, 'kept');
    }
  });

  test('runs nothing of the banners and the footer', async () => {
    for (const payloads of Object.values(XSS_BY_TRICK)) {
      const html = plantable(`<p>kept</p>${payloads.map((payload) => `<p>${payload}</p>`).join('')}`);
      // What was longer than a field takes is planted all the same.
      await setSiteSettings({ bannerMessage: TITLE, welcomeMessage: html.slice(0, 4000), footer: html.slice(0, 4000) } satisfies Partial<SiteDisplaySettings>);
      await expectQuiet('/docs', bypassCSP, 'kept');
      await withDatabase(async (client) => {
        await client.query('update "siteSettings" set "welcomeMessage" = $1, footer = $1, "bannerMessage" = $2', [html, TITLE]);
        await client.query('update revisions set value = value + 1');
      });
      await expectQuiet('/docs', bypassCSP, 'kept');
    }
  });

  test('follows no link that runs, in cards and in the menu', async () => {
    const links = XSS_BY_TRICK['protocols']?.map((html) => plantable(html.slice('<a href="'.length, -'">click</a>'.length))) ?? [];
    const staff = await newPage({ as: 'contentadmin' });
    const page = await publish(staff, 'Card', '', hostileCards(['x']));
    await plant(page, '', [
      { type: 'StandardCard', title: 'Start', data: { text: 'kept' } },
      ...links.flatMap((link): Card[] => [
        { type: 'ActionCard', title: 'Go', data: { link, linkText: 'Go' } }, { type: 'StandardCard', title: 'Go', data: { link, linkText: 'Go' } },
        { type: 'ListCard', title: 'Go', data: { links: [link], linkTexts: ['Go'] } },
        { type: 'AboutMeCard', title: 'Go', data: { links: [link], linkTexts: ['Go'] } },
      ]),
    ]);
    const menu = anyName('link');
    await withDatabase(async (client) => {
      for (const link of links) await client.query('insert into links (title, url, category, views, active) values ($1, $2, $1, 0, true)', [menu, link]);
      await client.query('update revisions set value = value + 1');
    });
    try {
      await expectQuiet(`/content/static/${page.name}`, bypassCSP, 'kept');
      const { page: visitor, told } = await watchedPage({ bypassCSP });
      await visitor.goto('/docs');
      await visitor.getByRole('button', { name: 'Links' }).click();
      await visitor.getByText(menu).first().waitFor();
      await stir(visitor, '[role="dialog"], header');
      expect(told).toEqual([]);
    } finally {
      await withDatabase((client) => client.query('delete from links where title = $1', [menu]));
    }
  });

  test.each(['/docs?search=', '/login?redirectFrom=', '/content/static/'])('runs nothing that stands in its address: %s', async (start) => {
    for (const payload of [TITLE, 'javascript:__xss()', '//told.invalid/', '"><svg onload=__xss()>', '\\\\told.invalid\\']) {
      const { page, told } = await watchedPage({ bypassCSP });
      await page.goto(start + encodeURIComponent(payload), { waitUntil: 'load' });
      await stir(page);
      expect(told).toEqual([]);
      await page.close();
    }
  });
});

describe('the editor, without the content security policy', () => {
  const bypassCSP = true;

  test.each(['Card', 'Standard', 'Raw Html'] as const)('of a page of type %s runs nothing of a draft, in its preview and its forms', async (type) => {
    const staff = await newPage({ as: 'contentadmin' });
    await staff.goto('/docs');
    for (const [trick, payloads] of Object.entries(XSS_BY_TRICK)) {
      const made = await makePage(staff, [{ type: 'RawHtmlCard', key: 'first', data: { text: 'x' } }], { type, title: anyName(`draft ${trick}`) });
      const text = payloads.map((payload) => `<p>kept</p><p>${payload}</p>`).join('\n');
      const cards = type === 'Card' ? [text, ...payloads].map((payload, index) => ({ key: `k${index}`, type: 'RawHtmlCard', title: TITLE, data: { text: `kept ${payload}` } })) : [];
      await withDatabase((client) => client.query(
        `update "pageDrafts" set content = content || $1::jsonb where "pageId" = $2`, [plantable(JSON.stringify({ data: text, summary: TITLE, cards })), made.id]));
      const { page, told } = await watchedPage({ as: 'contentadmin', bypassCSP });
      await openEditor(page, made, type === 'Card' ? 'k0' : 'text');
      await preview(page).frameLocator('iframe').getByText('kept').first().waitFor();
      for (const frame of page.frames()) await stir(frame, 'body > div, [data-part-form]');
      expect(told).toEqual([]);
      await page.context().close();
    }
  });
});

describe('the console, without the content security policy', () => {
  const bypassCSP = true;

  test('runs nothing of an event’s description, planted or written', async () => {
    const staff = await newPage({ as: 'administrator' });
    const [category] = await callApi<{ id: number }[]>(staff, 'GET', '/api/categories?range=[0,0]');
    for (const payloads of Object.values(XSS_BY_TRICK)) {
      const description = plantable(`<p>kept</p>${payloads.map((payload) => `<p>${payload}</p>`).join('')}`);
      const { id } = await callApi<{ id: number }>(staff, 'POST', '/api/events', {
        title: TITLE, summary: TITLE, categoryId: category?.id, defaultMinutes: 60, defaultCapacity: 5, active: false, description,
      });
      for (const isPlanted of [false, true]) {
        if (isPlanted) await withDatabase((client) => client.query('update events set description = $1 where id = $2', [description, id]));
        const { page, told } = await watchedPage({ as: 'administrator', bypassCSP });
        await page.goto(`/scheduling/manageevents/${id}/show`);
        await page.getByText('kept').first().waitFor();
        await stir(page);
        expect(told).toEqual([]);
      }
    }
  });

  test('runs nothing of what anybody reports or counts', async () => {
    const visitor = await newPage();
    const mark = anyName('report');
    for (const payload of ['<img src=x onerror=__xss()>', TITLE, 'javascript:__xss()']) {
      await callApi(visitor, 'POST', '/api/EventLog/LogError', { message: `${mark} ${payload}`, exception: `${payload}\n    at ${payload} (${payload}:1:1)`, location: payload });
      await callApi(visitor, 'POST', '/api/content/TrackPageView', { pageName: payload, path: '/docs', category: payload.slice(0, 60) });
    }
    const { page, told } = await watchedPage({ as: 'administrator', bypassCSP });
    await page.goto('/admin/eventLog');
    await page.getByText(mark).first().waitFor();
    await stir(page, 'main td, main dl');
    await page.getByRole('link', { name: mark }).first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await stir(page, 'main pre, main dl');
    await page.goto('/admin/pageViews');
    await page.getByText('onerror=__xss()').first().waitFor();
    await stir(page, 'main table');
    expect(told).toEqual([]);
  });
});
