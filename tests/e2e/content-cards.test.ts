import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { anyName, makePage, uploadPicture, type CardGiven, type MadePage } from './content-pages.ts';
import { callApi, expectAccessible, expectNoSidewaysScroll, newPage, useBrowser } from './support.ts';

useBrowser();

const LIST: CardGiven = { type: 'ListCard', title: 'Bring', data: { items: ['Closed shoes'] } };
const many = (count: number): CardGiven[] =>
  Array.from({ length: count }, (_, index) => ({ ...LIST, title: `Card ${index + 1}` }));

async function everyCard(staff: Page): Promise<MadePage> {
  const wide = await uploadPicture(staff, 1600, 900);
  const face = await uploadPicture(staff, 400, 400);
  return makePage(staff, {}, [
    {
      type: 'StandardCard',
      title: 'Make a thing',
      data: {
        imageUrl: wide,
        imageAlt: 'A hall',
        text: '<p>Open to <a href="/docs">all</a>.</p>',
        link: '/content/static/about',
        linkText: 'Visit',
      },
    },
    {
      type: 'StandardCard',
      title: 'Posters',
      data: { imageUrl: wide, text: '<p>By four.</p>', link: 'campus.example/posters' },
    },
    {
      type: 'ActionCard',
      title: 'Have a part in mind?',
      data: { text: '<p>Send it.</p>', link: '/requests/navigate', linkText: 'Request a print' },
    },
    {
      ...LIST,
      data: {
        text: '<p>Three things.</p>',
        items: ['Closed shoes', 'A card'],
        links: ['/docs', 'https://safety.example/'],
        linkTexts: ['Guides', 'Handbook'],
      },
    },
    { type: 'Divider', title: 'The people' },
    {
      type: 'RawHtmlCard',
      title: 'How it works',
      data: { text: '<h2>Steps</h2><ol><li>Ask</li></ol><iframe src="https://player.vimeo.com/video/1"></iframe>' },
    },
    {
      type: 'AboutMeCard',
      title: 'Ana Ortega',
      data: {
        imageUrl: face,
        title: 'Technician',
        pronouns: 'she/her',
        headers: ['Machines', 'Software'],
        items: ['Laser, CNC router ,Vinyl', 'KiCad'],
        links: ['mailto:ana@campus.example', 'campus.example/ana'],
        linkTexts: ['Write to Ana', 'Office hours'],
      },
    },
  ]);
}

async function open(page: Page, { path }: MadePage): Promise<void> {
  // Frames of other sites have no place in a test.
  await page.route(/vimeo/, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Video</title>' }));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
}

const card = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

describe('cards of long words', () => {
  test.each([360, 1280])(
    'at %d px words longer than a card are wrapped, and nothing of it is cut off',
    async (width) => {
      const page = await newPage({ as: 'contentadmin' });
      const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunt';
      const [place] = await callApi<{ id: number }[]>(page, 'GET', '/api/locations');
      const lists = { links: ['/docs', 'mailto:ana@campus.example'], linkTexts: [word, 'Write'] };
      const made = await makePage(page, {}, [
        {
          type: 'StandardCard',
          title: word,
          data: {
            text: `<p>${word}</p><table><tbody><tr><td>${word}</td><td>${word}</td></tr></tbody></table><pre>${word}</pre>`,
            link: '/docs',
            linkText: word,
          },
        },
        { type: 'ListCard', title: word, data: { items: [word, 'a'], ...lists } },
        { type: 'ActionCard', title: word, data: { link: '/docs', linkText: word } },
        {
          type: 'AboutMeCard',
          title: word,
          data: {
            title: word,
            pronouns: word.slice(0, 40),
            headers: [word, 'Software'],
            items: [word, 'KiCad'],
            ...lists,
          },
        },
        { type: 'LocationCard', title: word, data: { id: place?.id ?? 0, mode: 'hours' } },
        { type: 'LocationCard', title: word, data: { id: place?.id ?? 0, mode: 'day' } },
        { type: 'Divider', title: word },
        {
          type: 'RawHtmlCard',
          title: word,
          data: { text: `<details open><summary>${word}</summary><p>${word}</p></details>` },
        },
      ]);
      await page.setViewportSize({ width, height: 800 });
      await open(page, made);
      await page.getByRole('list', { name: 'Opening hours' }).waitFor();
      await page.getByRole('grid', { name: 'Events today' }).waitFor();
      const cut = () =>
        page
          .getByRole('article')
          .evaluateAll((cards) => cards.flatMap((each, index) => (each.scrollWidth > each.clientWidth ? [index] : [])));
      expect(await page.getByRole('article').count()).toBe(7);
      expect(await cut()).toEqual([]);
      await expectNoSidewaysScroll(page);
    },
  );
});

describe('pictures', () => {
  test('a picture has its size, and a file for every width', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const made = await everyCard(page);
    await open(page, made);
    const image = card(page, 'Posters').locator('img');
    const [width, height, srcset, sizes] = await Promise.all(
      ['width', 'height', 'srcset', 'sizes'].map((name) => image.getAttribute(name)),
    );
    expect(width).toBe('1600');
    expect(Number(height)).toBeGreaterThanOrEqual(900);
    expect(srcset?.split(', ').map((part) => part.split(' ')[1])).toEqual([
      '160w',
      '320w',
      '480w',
      '640w',
      '960w',
      '1280w',
      '1600w',
    ]);
    expect(sizes).toMatch(/^\(width < 37\.5em\) max\(100vw, \d+px\), /);
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(100);
  });
});

describe('cards', () => {
  test('with a link are one target, their text keeps its own links', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const made = await everyCard(page);
    await open(page, made);
    const hero = card(page, 'Make a thing');
    const { x, y } = await boxOf(hero);
    await page.mouse.click(x + 20, y + 20);
    await page.waitForURL('**/content/static/about');
    await page.goBack();
    await hero.getByRole('link', { name: 'all' }).click();
    await page.waitForURL('**/docs');
  });

  test('of the kind action have a button that leads somewhere', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const made = await everyCard(page);
    await open(page, made);
    await card(page, 'Have a part in mind?').getByRole('link', { name: 'Request a print' }).click();
    await page.waitForURL('**/requests/navigate');
  });
});

test('a page is opened and returned to without a trace of loading', async () => {
  const page = await newPage({ as: 'contentadmin' });
  const target = await makePage(page, { title: anyName('target') }, many(1));
  const made = await makePage(page, {}, [
    { type: 'ActionCard', title: 'Go on', data: { link: target.path, linkText: 'Go' } },
    ...many(30),
  ]);
  await open(page, made);
  await page.getByRole('link', { name: 'Go' }).click();
  await page.getByRole('heading', { level: 1, name: target.title }).waitFor();
  await page.evaluate(() => {
    const record = window as { wasEmpty?: boolean };
    new MutationObserver(() => {
      record.wasEmpty ||= document.querySelector('main h1') === null;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: made.title }).waitFor();
  expect(await page.evaluate(() => (window as { wasEmpty?: boolean }).wasEmpty)).toBe(false);
});

test('all cards are accessible and fit', async () => {
  const page = await newPage({ as: 'contentadmin' });
  await open(page, await everyCard(page));
  await expectAccessible(page);
});
