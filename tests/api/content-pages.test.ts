import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MegaMenuItem, SiteDisplaySettings } from '../../domain/calls/content.ts';
import type { CardData, ContentPage } from '../../domain/calls/pages.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

let count = 0;

async function makePage(given: Row = {}): Promise<Row> {
  count += 1;
  return makeRow(t.services, 'pages', {
    name: `page-${count}`,
    title: `Page ${count}`,
    type: 'Standard',
    published: true,
    ...given,
  });
}

/** Changes site settings; null clears one. */
async function settings(changes: Row): Promise<void> {
  const [site] = (await t.services.engine.list(SYSTEM, 'siteSettings', {})).rows;
  await t.services.engine.update(SYSTEM, 'siteSettings', Number(site!['id']), changes, { command: true });
}

function ask(title: string) {
  return t.app.inject({ url: `/api/content/page?title=${encodeURIComponent(title)}` });
}

describe('a page', () => {
  test('is found by its name in any spelling', async () => {
    await settings({ lightBackgroundURL: null });
    const page = await makePage({
      name: 'open-hours',
      title: 'Open hours',
      data: '<p>Nine to five.</p>',
      summary: 'When we are here.',
    });
    for (const name of ['open-hours', 'Open-Hours', ' open-hours ']) {
      const answer = await ask(name);
      expect(answer.statusCode).toBe(200);
      expect(answer.json<ContentPage>()).toEqual({
        id: page['id'],
        name: 'open-hours',
        title: 'Open hours',
        type: 'Standard',
        theme: 'light',
        summary: 'When we are here.',
        category: 'Content',
        backgroundUrl: null,
        data: '<p>Nine to five.</p>',
        cards: [],
        updatedAt: expect.stringMatching(/^20/),
      });
    }
  });

  test('with an impossible name is not found, however long the name', async () => {
    const { detail, status } = expectProblem(await ask('a'.repeat(5_000)));
    expect([status, detail.length < 200]).toEqual([404, true]);
  });

  test('has its cards in their order, each with its data as JSON', async () => {
    const page = await makePage({ name: 'with-cards', type: 'Card' });
    await makeRow(t.services, 'cards', { pageId: page['id']!, type: 'Divider', title: 'Second', order: 20 });
    await makeRow(t.services, 'cards', {
      pageId: page['id']!,
      type: 'ActionCard',
      title: 'First',
      order: 10,
      data: { text: '<p>Come in.</p>', link: '/login', linkText: 'Log in' },
    });
    const { cards, theme } = (await ask('with-cards')).json<ContentPage>();
    expect(theme).toBe('dark');
    expect(cards.map(({ title, type }) => [title, type])).toEqual([
      ['First', 'ActionCard'],
      ['Second', 'Divider'],
    ]);
    expect(JSON.parse(cards[0]!.data) as CardData).toEqual({
      text: '<p>Come in.</p>',
      link: '/login',
      linkText: 'Log in',
    });
    expect(cards[1]!.data).toBe('{}');
  });

  test('has the background of its theme, or its own, or none', async () => {
    const [dark, light, own] = await Promise.all(
      ['dark', 'light', 'own'].map((name, index) =>
        makeRow(t.services, 'images', {
          file: `${String(index).repeat(20)}-1600x900.webp`,
          name,
          width: 1600,
          height: 900,
          bytes: 1,
          sha256: name,
        }),
      ),
    );
    await settings({ darkBackgroundURL: dark!['file']!, lightBackgroundURL: light!['file']! });
    const backgroundOf = async (given: Row): Promise<string | null> => {
      const page = await makePage(given);
      return (await ask(String(page['name']))).json<ContentPage>().backgroundUrl;
    };
    expect(await backgroundOf({ type: 'Card' })).toBe(dark!['file']);
    expect(await backgroundOf({ type: 'Standard' })).toBe(light!['file']);
    expect(await backgroundOf({ theme: 'none' })).toBeNull();
    expect(await backgroundOf({ backgroundUrl: own!['file']! })).toBe(own!['file']);
  });

  test('that is unpublished, deleted or missing is answered with an explanation', async () => {
    await makePage({ name: 'not-yet', published: false });
    const deleted = await makePage({ name: 'gone' });
    await t.services.engine.remove(SYSTEM, 'pages', Number(deleted['id']), { command: true });
    const removed = await ask('gone');
    expect(removed.statusCode).toBe(410);
    expect(expectProblem(removed).detail).toBe('The page “gone” was deleted permanently.');
    for (const name of ['not-yet', 'never-was', "'; drop table pages; --", '../about', 'x'.repeat(200)]) {
      const answer = await ask(name);
      expect(answer.statusCode, name).toBe(404);
      expect(expectProblem(answer).detail).toBe(`There is no page named “${name.slice(0, 80)}”.`);
    }
  });

  test('must be named', async () => {
    for (const query of ['', '?title=', `?title=${'x'.repeat(201)}`])
      expectProblem(await t.app.inject({ url: `/api/content/page${query}` }));
  });
});

describe('the mega menu', () => {
  test('has the active links by title, with their views, also for visitors', async () => {
    const zebra = await makeRow(t.services, 'links', { title: 'zebra', url: '/z', category: 'Zoo', active: true });
    await makeRow(t.services, 'linkViews', { linkId: zebra.id ?? null, views: 3 });
    await makeRow(t.services, 'links', { title: 'Asleep', url: '/a', category: 'Zoo', active: false });
    const items = (await t.app.inject({ url: '/api/content/megamenu' })).json<MegaMenuItem[]>();
    expect(items.at(-1)).toEqual({ title: 'zebra', url: '/z', category: 'Zoo', views: 3 });
    expect(items.map(({ title }) => title)).not.toContain('Asleep');
  });
});

describe('the site settings', () => {
  test('are public, with sanitized HTML', async () => {
    await settings({
      welcomeMessage: '<p onclick="x()">Hello</p>',
      bannerMessage: 'Closed <today>',
      footer: null,
      faviconURL: null,
      showBookstackSearch: true,
    });
    const answer = (await t.app.inject({ url: '/api/content/siteDisplaySettings' })).json<SiteDisplaySettings>();
    expect(answer).toMatchObject({
      welcomeMessage: '<p>Hello</p>',
      bannerMessage: 'Closed <today>',
      footer: null,
      faviconURL: null,
      showBookstackSearch: true,
      showLinksManager: true,
    });
  });

  test.each([
    '<p></p>',
    '<p> </p>',
    '<p><br></p>',
    '<p>&nbsp;</p>',
    '<h2><strong> </strong></h2>',
    '<script>alert(1)</script>',
  ])('say nothing where an editor left only %s', async (html) => {
    await settings({ welcomeMessage: html, bannerMessage: ' \n ', footer: html });
    expect((await t.app.inject({ url: '/api/content/siteDisplaySettings' })).json()).toMatchObject({
      welcomeMessage: null,
      bannerMessage: null,
      footer: null,
    });
  });

  test('can be a picture alone', async () => {
    await settings({ footer: '<p><img src="/api/Content/0123456789abcdef0123-640x480.webp" alt=""></p>' });
    expect(
      (await t.app.inject({ url: '/api/content/siteDisplaySettings' })).json<SiteDisplaySettings>().footer,
    ).toContain('<img');
  });

  test('have defaults', async () => {
    const empty = await startTestApp();
    try {
      const { rows } = await empty.services.engine.list(SYSTEM, 'siteSettings', {});
      await empty.services.engine.remove(SYSTEM, 'siteSettings', Number(rows[0]!['id']), { command: true });
      const answer = await empty.app.inject({ url: '/api/content/siteDisplaySettings' });
      expect(answer.json()).toEqual({
        bannerMessage: null,
        welcomeMessage: null,
        lockupURL: null,
        graphicURL: null,
        squareLogoURL: null,
        faviconURL: null,
        darkBackgroundURL: null,
        lightBackgroundURL: null,
        footer: null,
        showBookstackSearch: false,
        showLinksManager: true,
        showAnyNav: true,
        inventoryURL: null,
        internalDocsURL: null,
      });
    } finally {
      await empty.close();
    }
  });
});
