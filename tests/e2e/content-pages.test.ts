import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CONTENT_RETRY } from '../../domain/values/constants.ts';
import { anyName, makePage, uploadPicture, type CardGiven } from './content-pages.ts';
import { atRest, callApi, expectAccessible, expectNoAxeViolations, newPage, useBrowser } from './support.ts';
import { clock } from '../factories/clock.ts';

useBrowser();

const LIST: CardGiven = { type: 'ListCard', title: 'Bring', data: { items: ['Closed shoes'] } };
const TEXT = `<p>A workshop for every student.</p><h2>Where</h2><p>${'Across the courtyard. '.repeat(40)}<a href="/docs">Guides</a></p>
  <table><tr><th>Tool</th><th>Price</th><th>Note</th></tr><tr><td>Laser</td><td>free</td><td>${'long'.repeat(12)}</td></tr></table>`;
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('a standard page', () => {
  test('shows its title and its text, in lines that one can read', async () => {
    const page = await newPage({ as: 'contentadmin', size: 'wide' });
    const { path, title } = await makePage(page, { type: 'Standard', data: TEXT });
    await page.goto(path);
    await heading(page, title).waitFor();
    const paragraph = page.getByText('Across the courtyard.');
    const letters = await paragraph.evaluate(
      (element) => element.getBoundingClientRect().width / (parseFloat(getComputedStyle(element).fontSize) * 0.5),
    );
    expect(letters).toBeLessThan(90);
    await page.getByRole('link', { name: 'Guides' }).click();
    await page.waitForURL('**/docs');
  });

  test('is accessible and fits', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const { path, title } = await makePage(page, { type: 'Standard', data: TEXT });
    await page.goto(path);
    await heading(page, title).waitFor();
    await expectAccessible(page);
  });
});

test('a page of raw HTML shows it, with frames of the hosts that the site allows', async () => {
  const page = await newPage({ as: 'contentadmin' });
  await page.route(/vimeo/, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Video</title>' }));
  const { path, title } = await makePage(page, {
    type: 'Raw Html',
    data: '<p>Look.</p><iframe src="https://player.vimeo.com/video/1"></iframe><iframe src="https://evil.example/"></iframe>',
  });
  await page.goto(path);
  await heading(page, title).waitFor();
  expect(
    await page
      .getByRole('main')
      .locator('iframe')
      .evaluateAll((frames) => frames.map((frame) => frame.getAttribute('src'))),
  ).toEqual(['https://player.vimeo.com/video/1']);
});

test('a page about a person has the person as its heading, and what is written below', async () => {
  const page = await newPage({ as: 'contentadmin' });
  const { path } = await makePage(page, { type: 'About Me', title: 'Ana Ortega', data: '<p>Since 2019.</p>' }, [
    {
      type: 'AboutMeCard',
      title: 'Ana Ortega',
      data: { title: 'Technician', headers: ['Machines'], items: ['Laser'] },
    },
  ]);
  await page.goto(path);
  await heading(page, 'Ana Ortega').waitFor();
  expect(await page.getByRole('main').getByRole('heading').count()).toBe(1);
  expect(await page.getByText('Since 2019.').isVisible()).toBe(true);
});

describe('the theme', () => {
  test.each([
    [{ type: 'Card' }, 'rgb(0, 0, 0)'],
    [{ type: 'Standard', data: '<p>Hi</p>' }, 'rgb(244, 244, 244)'],
    [{ type: 'Card', theme: 'light' }, 'rgb(244, 244, 244)'],
    [{ type: 'Standard', theme: 'dark' }, 'rgb(0, 0, 0)'],
    [{ type: 'Card', theme: 'none' }, 'rgb(244, 244, 244)'],
  ])('of a page with %o has the ground %s', async (given, color) => {
    const page = await newPage({ as: 'contentadmin' });
    const { path, title } = await makePage(page, given, given.type === 'Card' ? [LIST] : []);
    await page.goto(path);
    await heading(page, title).waitFor();
    await expect.poll(() => ground(page)).toBe(color);
  });
});

test('the document is called as the page is, and its view is counted once, with its category', async () => {
  const page = await newPage({ as: 'contentadmin' });
  const { path, title } = await makePage(page, { category: 'Workshops' }, [LIST]);
  const views: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/TrackPageView')) views.push(request.postDataJSON());
  });
  await page.goto(path);
  await heading(page, title).waitFor();
  await expect.poll(() => page.title()).toBe(`${title} · Static Content`);
  await expect.poll(() => views.length).toBe(1);
  await page.reload();
  await heading(page, title).waitFor();
  await expect
    .poll(() => views)
    .toEqual(Array.from({ length: 2 }, () => ({ pageName: title, path, category: 'Workshops' })));
});

describe('a page that cannot be loaded', () => {
  test('shows status and reason, and is retried every 5 s until it loads', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const name = anyName('later');
    const requested: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes(`/api/content/page?title=${name}`)) requested.push(String(response.status()));
    });
    await page.clock.install({ time: clock.now() });
    await page.goto(`/content/static/${name}`);
    const card = page.getByRole('alert').filter({ has: heading(page, 'Error') });
    await card.waitFor();
    for (const words of [
      '404',
      `There is no page named “${name}”.`,
      "Please reach out to the program's IT team for assistance.",
    ])
      expect(await card.innerText()).toContain(words);
    expect(await card.getByText('Retrying every 5 seconds').isVisible()).toBe(true);
    await expectNoAxeViolations(page);
    const before = requested.length;
    await page.clock.runFor(CONTENT_RETRY);
    await expect.poll(() => requested.length).toBeGreaterThan(before);
    expect([await heading(page, 'Error').isVisible(), new Set(requested)]).toEqual([true, new Set(['404'])]);
    const { title } = await makePage(page, { name }, [LIST]);
    await page.clock.runFor(CONTENT_RETRY);
    await heading(page, title).waitFor();
    const last = requested.length;
    await page.clock.runFor(2 * CONTENT_RETRY);
    expect([requested.at(-1), requested.length]).toEqual(['200', last]);
  });

  test('waits the whole 5 s each time, for any reason', async () => {
    const page = await newPage();
    await page.clock.install({ time: clock.now() });
    const requested: number[] = [];
    await page.route('**/api/content/page?title=home', async (route) => {
      requested.push(await page.evaluate(() => performance.now()));
      await route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Busy',
          status: 503,
          code: 'server.busy',
          detail: 'The server is busy.',
        }),
      });
    });
    await page.goto('/docs');
    await page.getByRole('banner').getByRole('link', { name: /home/ }).click();
    const card = page.getByRole('alert').filter({ hasText: '503' });
    await card.waitFor();
    expect(await card.innerText()).toContain('The server is busy.');
    for (const times of [2, 3]) {
      await page.clock.runFor(CONTENT_RETRY);
      await expect.poll(() => requested.length).toBeGreaterThanOrEqual(times);
    }
    const waits = requested.slice(1).map((time, index) => time - (requested[index] ?? 0));
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(CONTENT_RETRY);
  });
});

test('while a page is loading its place is reserved, and announced after a moment', async () => {
  const page = await newPage({ as: 'contentadmin' });
  const { path, title } = await makePage(page, {}, [LIST]);
  const { path: start } = await makePage(page, {}, [
    { type: 'ActionCard', title: 'Go', data: { link: path, linkText: 'Go on' } },
  ]);
  let answer = () => {};
  const waiting = new Promise<void>((settle) => {
    answer = settle;
  });
  await page.route(`**/api/content/page?title=${path.split('/').at(-1)}`, async (route) => {
    await waiting;
    await route.continue();
  });
  await page.goto(start);
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.getByText('Loading the page').waitFor({ state: 'attached' });
  answer();
  await heading(page, title).waitFor();
  expect(await page.getByText('Loading the page').count()).toBe(0);
});

test('an address can name a card, and the window scrolls there', async () => {
  const page = await newPage({ as: 'contentadmin' });
  const { path, cards } = await makePage(
    page,
    {},
    Array.from({ length: 40 }, (_, index) => ({ ...LIST, title: `Card ${index}` })),
  );
  await page.goto(`${path}#card-${cards.at(-1)}`);
  await page.getByRole('heading', { name: 'Card 39' }).waitFor();
  await expect
    .poll(() =>
      page.getByRole('heading', { name: 'Card 39' }).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top > 0 && bottom < window.innerHeight;
      }),
    )
    .toBe(true);
});

test('an address with a section or a card by its title scrolls there, loaded or navigated, below the locked header', async () => {
  const page = await newPage({ as: 'contentadmin' });
  const many = Array.from({ length: 30 }, (_, index) => ({ ...LIST, title: `Card ${index}` }));
  const last = { ...LIST, title: 'Größe & Form' };
  const { path, title } = await makePage(page, {}, [
    ...many,
    { type: 'Divider', title: 'Laser cutting' },
    last,
    ...many,
  ]);
  const { path: start } = await makePage(page, {}, [
    { type: 'ActionCard', title: 'Go', data: { link: `${path}#laser-cutting`, linkText: 'Go on' } },
    { type: 'ActionCard', title: 'Go', data: { link: `${path}#grosse-form`, linkText: 'Further' } },
  ]);
  const isBelowHeader = (name: string) =>
    expect
      .poll(() =>
        page.getByRole('heading', { name }).evaluate((element) => {
          const { top } = element.getBoundingClientRect();
          return top >= 60 && top < 200;
        }),
      )
      .toBe(true);
  await page.goto(`${path}#laser-cutting`);
  await isBelowHeader('Laser cutting');
  for (const [words, name] of [
    ['Go on', 'Laser cutting'],
    ['Further', last.title],
  ] as const) {
    await page.goto(start);
    await page.getByRole('link', { name: words }).click();
    await heading(page, title).waitFor();
    await isBelowHeader(name);
  }
});

test('going back finds the place that one had left', async () => {
  const page = await newPage({ as: 'contentadmin' });
  const { path: target, title } = await makePage(page, {}, [LIST]);
  const { path } = await makePage(page, {}, [
    ...Array.from({ length: 40 }, (_, index) => ({ ...LIST, title: `Card ${index}` })),
    { type: 'ActionCard', title: 'Go', data: { link: target, linkText: 'Go on' } } as const,
  ]);
  await page.goto(path);
  await atRest(page);
  await page.getByRole('link', { name: 'Go on' }).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(500);
  await page.getByRole('link', { name: 'Go on' }).click();
  await heading(page, title).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
});

test.each(['phone', 'desktop'] as const)('nothing moves while a page loads on a %s, be its font late', async (size) => {
  const page = await newPage({ as: 'contentadmin', size });
  const imageUrl = await uploadPicture(page, 1600, 900);
  const location = await callApi<{ id: number }>(await newPage({ as: 'administrator' }), 'POST', '/api/locations', {
    displayName: anyName('Room'),
    buildingCode: anyName('B'),
    room: '1',
    timezone: 'UTC',
    hours: { weekends: true, openTimes: Array(7).fill(9), closeTimes: Array(7).fill(17) },
  });
  const { path, title } = await makePage(page, {}, [
    { type: 'StandardCard', title: 'Hero', data: { imageUrl, text: '<p>Text</p>' } },
    { type: 'LocationCard', title: 'Room', data: { id: location.id, mode: 'hours', imageUrl } },
    { type: 'StandardCard', title: 'Picture', data: { imageUrl } },
    LIST,
  ]);
  await page.addInitScript(() => {
    const shifts = window as { shift?: number };
    shifts.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.shift = (shifts.shift ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await route.continue();
  });
  await page.goto(path);
  await heading(page, title).waitFor({ state: 'attached' });
  await atRest(page);
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
  expect(await page.evaluate(() => (window as { shift?: number }).shift)).toBeLessThan(0.02);
});
