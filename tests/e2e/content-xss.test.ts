import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentPage, PageType } from '../../domain/calls/pages.ts';
import { XSS_LINKS, XSS_PIECES, XSS_WORDS } from '../factories/xss-payloads.ts';
import { form, makePage, openEditor, preview } from './content-editor-support.ts';
import { anyName } from './content-pages.ts';
import {
  HOSTILE_HTML,
  HOSTILE_WORDS,
  hostileCards,
  hostileContent,
  open,
  plant,
  plantable,
  publishHostile,
  stir,
  watchedPage,
  withDatabase,
  type Card,
  type Made,
} from './hostile-pages.ts';
import { serverUrl } from './own-server.ts';
import { restoreSiteSettings, setSiteSettings } from './site-settings.ts';
import { callApi, newPage, PASSWORD, useBrowser } from './support.ts';

useBrowser();
restoreSiteSettings();

const TYPES: readonly PageType[] = ['Card', 'About Me', 'Standard', 'Raw Html'];

/** The words of payloads that are missing from the text: those that another payload hid, or that no one showed. */
async function hidden(page: Page, selector: string, times = 1): Promise<string[]> {
  const text = (await page.locator(selector).first().textContent()) ?? '';
  return XSS_WORDS.filter((word) => text.split(word).length - 1 < times);
}

/** In four types of cards and in the text, or in the text alone. */
const timesShown = (type: PageType): number => (type === 'Card' ? 5 : 1);

async function expectQuiet(page: Page, alarms: readonly string[], { path, type }: Made): Promise<void> {
  await open(page, path);
  expect(await hidden(page, 'main', timesShown(type)), type).toEqual([]);
  await stir(page);
  expect(alarms, type).toEqual([]);
  expect(page.url()).toBe(`${serverUrl}${path}`);
}

describe('the alarm', () => {
  test('detects scripts, events, links, frames, requests, windows and other pages, and nothing else', async () => {
    const { page, told } = await watchedPage();
    const show = async (html: string, on: Page = page): Promise<void> => {
      await on.unroute('**/bare');
      await on.route('**/bare', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Bare</title><main>${html}</main>` }),
      );
      told.length = 0;
      await on.goto('/bare', { waitUntil: on === page ? 'load' : 'commit' });
    };
    await show(
      '<p>x</p><a href="/docs">x</a><a href="https://campus.example/" target="_blank">x</a><img src="x.png"><iframe src="https://player.vimeo.com/video/1"></iframe>',
    );
    await stir(page);
    expect(told).toEqual([]);
    for (const html of [
      '<script>__xss()</script>',
      '<img src=x onerror="__xss()">',
      '<p onclick="__xss()">x</p>',
      '<p onmouseover="__xss()">x</p>',
      '<p onpointerenter="__xss()">x</p>',
      '<p tabindex=0 onfocus="__xss()">x</p>',
      '<p ondragstart="__xss()">x</p>',
      '<p onauxclick="__xss()">x</p>',
      '<a href="javascript:__xss()">x</a>',
      '<form><button formaction="javascript:__xss()">x</button></form>',
      '<iframe srcdoc="<script>top.__xss()</script>"></iframe>',
      '<iframe src="data:text/html,x"></iframe>',
      '<iframe src="//told.invalid/"></iframe>',
      '<img src="https://told.invalid/p.png">',
      '<div style="height:9999px"></div><img loading="lazy" src="https://told.invalid/p.png">',
      '<a href="/docs" ping="https://told.invalid/">x</a>',
      '<p style="background:url(https://told.invalid/c)">x</p>',
      '<svg><animate onbegin="__xss()" attributeName="x" dur="1s"/></svg>',
      '<details ontoggle="__xss()"><summary>x</summary></details>',
      '<form action="/docs" target="_blank"><button>x</button></form>',
      '<svg><a href="javascript:__xss()"><text y="20">x</text></a></svg>',
    ]) {
      await show(html);
      await stir(page);
      await expect.poll(() => told, { message: html }).not.toEqual([]);
    }
    for (const html of [
      '<meta http-equiv="refresh" content="0;url=https://told.invalid/">',
      '<form action="https://told.invalid/"></form><script>document.forms[0].submit()</script>',
    ]) {
      const leaving = await watchedPage();
      await show(html, leaving.page);
      await expect.poll(() => leaving.told, { message: html }).not.toEqual([]);
    }
  });
});

describe('a visitor’s page', () => {
  const made: Made[] = [];
  beforeAll(async () => {
    const staff = await newPage({ as: 'contentadmin' });
    for (const type of TYPES) made.push(await publishHostile(staff, type));
  });
  afterAll(() =>
    withDatabase((client) =>
      client.query('update pages set "deletedAt" = now() where id = any($1)', [made.map(({ id }) => id)]),
    ),
  );

  test('runs nothing of what was written, in its text and in every type of card', async () => {
    const { page, told } = await watchedPage();
    for (const one of made) await expectQuiet(page, told, one);
  });

  test('runs nothing from its rows, without and with the content security policy', async () => {
    for (const one of made) await plant(one, hostileContent(one.type));
    const { page, told } = await watchedPage();
    for (const one of made) await expectQuiet(page, told, one);
    const { page: guarded, told: guardedAlarms } = await watchedPage({ bypassCSP: false });
    for (const one of made.filter(({ type }) => type === 'Card' || type === 'Raw Html'))
      await expectQuiet(guarded, guardedAlarms, one);
  });

  test('runs nothing of what an answer holds that no one cleaned', async () => {
    const { page, told } = await watchedPage();
    await page.route('**/api/content/page?**', async (route) => {
      const answer = (await (await route.fetch()).json()) as ContentPage;
      const cards = hostileCards(answer.type, String).map(({ data, ...card }, id) => ({
        ...card,
        id,
        data: JSON.stringify({ ...data, imageUrl: HOSTILE_WORDS }),
      }));
      await route.fulfill({
        json: {
          ...answer,
          title: `${answer.type} ${HOSTILE_WORDS}`,
          backgroundUrl: HOSTILE_WORDS,
          data: XSS_PIECES.join(''),
          cards,
        },
      });
    });
    await open(page, '/docs');
    for (const { path, type } of made) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, path);
      await page.getByRole('heading', { level: 1, name: `${type} ${HOSTILE_WORDS}` }).waitFor();
      expect(await hidden(page, 'main', timesShown(type)), type).toEqual([]);
      await stir(page);
      expect(told, type).toEqual([]);
    }
  });

  test('follows no link that runs, in cards and in the menu', async () => {
    const links = XSS_LINKS.map(plantable);
    const staff = await newPage({ as: 'contentadmin' });
    const one = await publishHostile(staff, 'Card');
    made.push(one);
    await plant(one, {
      data: '',
      cards: links.flatMap((link): Card[] => [
        { type: 'ActionCard', title: 'Go', data: { link, linkText: 'Go' } },
        { type: 'StandardCard', title: 'Go', data: { link, linkText: 'Go' } },
        { type: 'ListCard', title: 'Go', data: { links: [link], linkTexts: ['Go'] } },
        { type: 'AboutMeCard', title: 'Go', data: { links: [link], linkTexts: ['Go'] } },
      ]),
    });
    const title = anyName('link');
    await withDatabase(async (client) => {
      for (const link of links)
        await client.query('insert into links (title, url, category, active) values ($1, $2, $1, true)', [title, link]);
    });
    try {
      const { page, told } = await watchedPage();
      await open(page, one.path);
      expect(await page.getByRole('main').getByRole('article').count()).toBe(4 * links.length);
      await stir(page);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu
        .getByText(title)
        .nth(links.length - 1)
        .waitFor();
      await stir(page, '[role="dialog"] ul *');
      expect(told).toEqual([]);
    } finally {
      await withDatabase((client) => client.query('delete from links where title = $1', [title]));
    }
  });
});

describe('every page', () => {
  test('runs nothing of the banners and the footer, nor does the preview of the settings', async () => {
    const { page, told } = await watchedPage();
    for (let index = 0; index < XSS_PIECES.length; index += 2) {
      const [welcomeMessage = '', footer = ''] = XSS_PIECES.slice(index, index + 2).map(plantable);
      const words = XSS_WORDS.filter((word) => `${welcomeMessage}${footer}`.includes(word));
      const expectAll = async (): Promise<void> => {
        await open(page, '/login');
        const shown = await page.locator('aside, footer').allTextContents();
        expect(words.filter((word) => !shown.join('').includes(word))).toEqual([]);
        await stir(page, 'aside :not(button, button *), footer *');
        expect(told).toEqual([]);
      };
      await setSiteSettings({ bannerMessage: HOSTILE_WORDS, welcomeMessage, footer });
      await expectAll();
      await withDatabase((client) =>
        client.query('update "siteSettings" set "welcomeMessage" = $1, footer = $2', [welcomeMessage, footer]),
      );
      await expectAll();
    }
    const { page: admin, told: adminAlarms } = await watchedPage({ as: 'administrator' });
    await open(admin, '/admin/siteSettings');
    await admin
      .frameLocator('iframe[title^="A page"]')
      .getByText(XSS_WORDS.at(-1) ?? '')
      .waitFor();
    for (const frame of admin.frames()) await stir(frame, 'body[inert] *, main form :not(button, button *)');
    expect(adminAlarms).toEqual([]);
  });

  test.each(['/docs?search=', '/content/static/', '/login?redirectFrom='])(
    'runs nothing that stands in its address: %s',
    async (start) => {
      const { page, told } = await watchedPage();
      for (const text of [
        HOSTILE_WORDS,
        'javascript:__xss()',
        '//told.invalid/',
        '"><svg onload=__xss()>',
        '\\\\told.invalid\\',
      ]) {
        await open(page, start + encodeURIComponent(text));
        await stir(page, 'main :not(button, button *)');
        if (start.startsWith('/login')) {
          await page.getByLabel('Username (IdentiKey)').fill('student');
          await page.getByLabel('Password').fill(PASSWORD);
          await page.keyboard.press('Enter');
          await page.waitForURL((url) => url.pathname !== '/login');
        }
        expect(told, text).toEqual([]);
        expect(new URL(page.url()).origin).toBe(serverUrl);
        await page.context().clearCookies();
      }
    },
  );
});

describe('the editor', () => {
  /** Not a word that the rich text editor would leave to the editing as HTML. */
  const FORMATTABLE = HOSTILE_HTML.replaceAll('<p title=', '<p alt=');
  /** A form for each type of card that holds HTML, one of them with all payloads. */
  const CARDS: readonly Card[] = [
    { type: 'RawHtmlCard', title: HOSTILE_WORDS, data: { text: HOSTILE_HTML } },
    ...hostileCards('Card').slice(0, 4),
  ];

  test.each(TYPES)('of a page of type %s runs nothing of a draft, in its preview and its forms', async (type) => {
    const { page, told } = await watchedPage({ as: 'contentadmin' });
    await page.goto('/healthz');
    const made = await makePage(page, [{ type: 'RawHtmlCard', data: { text: 'x' } }], {
      type,
      title: anyName('draft'),
    });
    // A person's cards are drawn, and edited, as those of any page of cards.
    const { data, cards, summary } = hostileContent(type, type === 'Card' ? CARDS : []);
    const content = { data: type === 'Standard' ? FORMATTABLE : data, cards, summary };
    await withDatabase((client) =>
      client.query('update "pageDrafts" set content = content || $1::jsonb where "pageId" = $2', [
        JSON.stringify(content),
        made.id,
      ]),
    );
    await openEditor(page, made, 'text');
    await preview(page)
      .getByText(XSS_WORDS[0] ?? '')
      .first()
      .waitFor();
    expect(await hidden(page, '[aria-label="Preview of the page"]', cards.length > 0 ? 2 : 1)).toEqual([]);
    // A click on a card selects it, so its contents are in the text twice.
    await stir(page, '[aria-label="Preview of the page"] [id^="card-"] *', { clicks: false });
    await stir(page, '[aria-label="Preview of the page"] :not([id^="card-"] *)');
    for (const part of ['settings', 'text', ...cards.map(({ key }) => key)]) {
      await page.evaluate((key) => {
        history.replaceState(null, '', `?section=${key}`);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, part);
      const field = form(page).locator(part === 'settings' ? '[id$="_summary"]' : '[contenteditable], textarea');
      await field.first().waitFor();
      await stir(page, '[data-section-form] :not(button, button *)');
    }
    expect(told).toEqual([]);
  });
});

describe('the console', () => {
  test('runs nothing of an event’s description, written or planted', async () => {
    const staff = await newPage({ as: 'administrator' });
    const [category] = await callApi<{ id: number }[]>(staff, 'GET', '/api/categories?range=[0,0]');
    const { id } = await callApi<{ id: number }>(staff, 'POST', '/api/events', {
      title: HOSTILE_WORDS,
      summary: HOSTILE_WORDS,
      categoryId: category?.id,
      defaultMinutes: 60,
      defaultCapacity: 5,
      active: false,
      description: HOSTILE_HTML,
    });
    const { page, told } = await watchedPage({ as: 'administrator' });
    for (const isPlanted of [false, true]) {
      if (isPlanted)
        await withDatabase((client) =>
          client.query('update events set description = $1 where id = $2', [HOSTILE_HTML, id]),
        );
      await page.goto(`/scheduling/manageevents/${id}/show`);
      await expect.poll(() => hidden(page, 'main')).toEqual([]);
      await stir(page, 'main :not(button, button *)');
      expect(told).toEqual([]);
    }
  });

  test('runs nothing of what anyone reports or counts', async () => {
    const visitor = await newPage();
    const mark = anyName('report');
    for (const words of ['<img src=x onerror=__xss()>', HOSTILE_WORDS, 'javascript:__xss()']) {
      await callApi(visitor, 'POST', '/api/EventLog/LogError', {
        message: `${mark} ${words}`,
        exception: `${words}\n    at ${words} (${words}:1:1)`,
        location: words,
      });
      await callApi(visitor, 'POST', '/api/content/TrackPageView', {
        pageName: words,
        path: '/docs',
        category: words.slice(0, 60),
      });
    }
    const { page, told } = await watchedPage({ as: 'administrator' });
    await page.goto('/admin/eventLog');
    await page.getByText(mark).nth(2).waitFor();
    await stir(page, 'main td, main td *');
    await page.goto('/admin/eventLog');
    await page.getByRole('link', { name: mark }).first().click();
    await page.getByRole('heading', { name: 'Reports' }).waitFor();
    await stir(page, 'main :not(a, a *, button, button *)');
    await page.getByRole('link', { name: mark }).first().click();
    await page.getByText('Stack trace').first().waitFor();
    await stir(page, 'main :not(a, a *, button, button *)');
    await page.goto('/admin/pageViews?find=onerror');
    await page.getByText('onerror=__xss()').first().waitFor();
    await stir(page, 'main table *');
    expect(told).toEqual([]);
  });
});
