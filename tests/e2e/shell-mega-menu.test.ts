import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { MEGA_MENU_FILTER_FROM } from '../../domain/values/constants.ts';
import { holdTime, shownInTime } from './page-time.ts';
import { atRest, callApi, newPage, useBrowser, expectAccessible, LOOKS } from './support.ts';
import { clock } from '../factories/clock.ts';

useBrowser();

const made: number[] = [];
let staff: Page | null = null;

/** Links of this test's own; their titles begin with its mark. */
async function makeLinks(
  mark: string,
  links: { title: string; url?: string; category?: string; views?: number }[],
): Promise<void> {
  staff = await newPage({ as: 'administrator' });
  for (const [index, { title, url, category = 'Help', views = 0 }] of links.entries()) {
    const address = url ?? `https://${mark.toLowerCase()}-${index}.example/`;
    const { id } = await callApi<{ id: number }>(staff, 'POST', '/api/links', {
      title: `${mark} ${title}`,
      url: address,
      category,
      active: true,
    });
    made.push(id);
    for (let count = 0; count < views; count += 1) {
      await callApi(staff, 'POST', '/api/content/TrackPageView', { pageName: title, path: address, category });
    }
  }
}

afterEach(async () => {
  if (staff !== null && made.length > 0) {
    await callApi(staff, 'DELETE', `/api/links?filter=${encodeURIComponent(JSON.stringify({ id: made }))}`);
  }
  made.length = 0;
  staff = null;
});

async function openMenu(page: Page, path = '/login') {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Menu' });
  await dialog.getByRole('link').first().waitFor();
  return dialog;
}

const titles = async (page: Page, mark: string) =>
  (await page.getByRole('dialog', { name: 'Menu' }).getByRole('link').allInnerTexts())
    .filter((text) => text.startsWith(mark))
    .map((text) =>
      text
        .split('\n')[0]
        ?.replace(/ \(opens.*$/, '')
        .slice(mark.length + 1),
    );

test('orders A-Z at first, by popularity, or by category with the most viewed first, and remembers the choice', async () => {
  const mark = `Order${clock.now()}`;
  await makeLinks(mark, [
    { title: 'beta', category: `${mark} quiet`, views: 2 },
    { title: 'Alpha', category: `${mark} busy`, views: 1 },
    { title: 'gamma', category: `${mark} busy`, views: 4 },
    { title: 'stray', category: 'Uncategorized', views: 3 },
  ]);
  const page = await newPage();
  const dialog = await openMenu(page);
  expect(await dialog.getByRole('radio', { name: 'A-Z' }).isChecked()).toBe(true);
  await expect.poll(() => titles(page, mark)).toEqual(['Alpha', 'beta', 'gamma', 'stray']);
  await dialog.getByRole('radio', { name: 'Popularity' }).check();
  await expect.poll(() => titles(page, mark)).toEqual(['gamma', 'stray', 'beta', 'Alpha']);
  await dialog.getByRole('radio', { name: 'Category' }).check();
  await expect.poll(() => titles(page, mark)).toEqual(['Alpha', 'gamma', 'beta']);
  const headings = (await dialog.getByRole('heading', { level: 3 }).allInnerTexts()).filter((text) =>
    text.startsWith(mark),
  );
  expect(headings).toEqual([`${mark} busy`, `${mark} quiet`]);
  await openMenu(page);
  expect(await dialog.getByRole('radio', { name: 'Category' }).isChecked()).toBe(true);
});

test('goes to a page of this site in the app and closes', async () => {
  const mark = `Inside${clock.now()}`;
  await makeLinks(mark, [{ title: 'guides', url: '/docs' }]);
  const page = await newPage();
  const dialog = await openMenu(page);
  await page.evaluate(() => {
    document.body.dataset['kept'] = 'yes';
  });
  await dialog.getByRole('link', { name: `${mark} guides` }).click();
  await page.getByRole('heading', { level: 1, name: 'Documentation search' }).waitFor();
  expect(await page.evaluate(() => document.body.dataset['kept'])).toBe('yes');
  await dialog.waitFor({ state: 'detached' });
});

test('opens another site in a new tab without handing over this one, and counts it', async () => {
  const mark = `Outside${clock.now()}`;
  await makeLinks(mark, [{ title: 'buses', category: 'Travel' }]);
  const page = await newPage();
  await page
    .context()
    .route('https://outside*.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Buses</title>' }),
    );
  const dialog = await openMenu(page);
  const link = dialog.getByRole('link', { name: `${mark} buses (opens in a new tab)` });
  expect(await link.getAttribute('rel')).toContain('noopener');
  const [tab, tracked] = await Promise.all([
    page.context().waitForEvent('page'),
    page.waitForRequest('**/api/content/TrackPageView'),
    link.click(),
  ]);
  expect(tab.url()).toContain(mark.toLowerCase());
  expect(tracked.postDataJSON()).toEqual({
    pageName: `${mark} buses`,
    path: `https://${mark.toLowerCase()}-0.example/`,
    category: 'Travel',
  });
});

test(`from ${MEGA_MENU_FILTER_FROM} links on they are filtered while one types`, async () => {
  const mark = `Many${clock.now()}`;
  await makeLinks(
    mark,
    Array.from({ length: MEGA_MENU_FILTER_FROM }, (_, index) => ({ title: `place no${index + 1}.` })),
  );
  const page = await newPage();
  const dialog = await openMenu(page);
  const filter = dialog.getByRole('searchbox', { name: 'Filter the links' });
  await filter.fill(`${mark} no12.`);
  await expect.poll(() => titles(page, mark)).toEqual(['place no12.']);
  await dialog.getByRole('status').getByText('1 link').waitFor({ state: 'attached' });
  await filter.fill('nothing such');
  await dialog.getByRole('heading', { name: 'No link matches “nothing such”' }).waitFor();
  await dialog.getByRole('button', { name: 'Clear the filter' }).click();
  await expect.poll(async () => (await titles(page, mark)).length).toBe(MEGA_MENU_FILTER_FROM);
});

test('a link that is there twice, in two categories, is shown twice, after any filter', async () => {
  const mark = `Twice${clock.now()}`;
  const url = `https://${mark.toLowerCase()}.example/`;
  await makeLinks(mark, [
    ...Array.from({ length: MEGA_MENU_FILTER_FROM }, (_, index) => ({ title: `place no${index + 1}.` })),
    { title: 'same', url, category: 'Help' },
    { title: 'same', url, category: 'Travel' },
  ]);
  const page = await newPage();
  const dialog = await openMenu(page);
  const filter = dialog.getByRole('searchbox', { name: 'Filter the links' });
  for (const _time of [1, 2]) {
    await filter.fill(`${mark} place no12.`);
    await expect.poll(() => titles(page, mark)).toEqual(['place no12.']);
    await filter.fill(`${mark} same`);
    await expect.poll(() => titles(page, mark)).toEqual(['same', 'same']);
  }
  await dialog.getByRole('radio', { name: 'Category' }).check();
  await expect.poll(() => titles(page, mark)).toEqual(['same', 'same']);
});

test('works by keyboard: the focus goes in, arrows go through the links, Escape gives it back', async () => {
  const mark = `Aaa${clock.now()}`;
  await makeLinks(
    mark,
    Array.from({ length: MEGA_MENU_FILTER_FROM }, (_, index) => ({ title: `key ${String(index).padStart(2, '0')}` })),
  );
  const page = await newPage();
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Menu' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.replace(/ \(opens.*$/, '') ?? '');
  const filter = dialog.getByRole('searchbox', { name: 'Filter the links' });
  await filter.waitFor();
  await filter.focus();
  await page.keyboard.press('ArrowDown');
  const first = await focused();
  await page.keyboard.press('ArrowDown');
  expect(await focused()).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await filter.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  expect(await dialog.getByRole('radio', { name: 'Popularity' }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await button.getAttribute('aria-expanded')).toBe('false');
});

describe('while its links are on their way', () => {
  /** The panel, opened by keyboard; its links wait until they are let go. */
  async function openEarly(mark: string) {
    await makeLinks(
      mark,
      Array.from({ length: MEGA_MENU_FILTER_FROM }, (_, index) => ({ title: `late ${index}` })),
    );
    const page = await newPage();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/content/megamenu', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Menu' });
    await dialog.getByText('Loading the links').waitFor();
    return { page, dialog, letGo, filter: dialog.getByRole('searchbox', { name: 'Filter the links' }) };
  }
  const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

  test('arrows choose no other order, and the focus moves to the filter', async () => {
    const { page, dialog, letGo, filter } = await openEarly(`Late${clock.now()}`);
    await expect.poll(() => isFocused(dialog.getByRole('heading', { name: 'Menu' }))).toBe(true);
    await page.keyboard.press('ArrowDown');
    letGo();
    await expect.poll(() => isFocused(filter)).toBe(true);
    expect(await dialog.getByRole('radio', { name: 'A-Z' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await isFocused(dialog.getByRole('link').first())).toBe(true);
  });

  test('who moved the focus keeps it', async () => {
    const { page, dialog, letGo, filter } = await openEarly(`Kept${clock.now()}`);
    await expect.poll(() => isFocused(dialog.getByRole('heading', { name: 'Menu' }))).toBe(true);
    await page.keyboard.press('Tab');
    letGo();
    await filter.waitFor();
    expect(await isFocused(dialog.getByRole('radio', { name: 'A-Z' }))).toBe(true);
  });
});

test('closes when one points or tabs elsewhere', async () => {
  const page = await newPage();
  const dialog = await openMenu(page);
  await page.mouse.click(20, 700);
  await dialog.waitFor({ state: 'detached' });
  await openMenu(page);
  await page.getByLabel('Username (IdentiKey)').focus();
  await dialog.waitFor({ state: 'detached' });
});

describe('on a phone', () => {
  test('it is a sheet that keeps the focus and closes after a choice', async () => {
    const mark = `Phone${clock.now()}`;
    await makeLinks(mark, [{ title: 'buses' }]);
    const page = await newPage({ size: 'phone' });
    await page
      .context()
      .route('https://phone*.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Buses</title>' }),
      );
    const dialog = await openMenu(page);
    const box = await dialog.boundingBox();
    expect([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([0, 360, 740]);
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true);
    }
    await dialog.getByRole('link', { name: new RegExp(mark) }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('Escape and the close button give the focus back', async () => {
    const page = await newPage({ size: 'phone' });
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close the menu' }).click(),
    ]) {
      const dialog = await openMenu(page);
      await leave();
      await dialog.waitFor({ state: 'detached' });
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  });
});

test('asks for nothing before someone reaches for it, and for its links only once', async () => {
  const page = await newPage();
  const requested: string[] = [];
  page.on('request', (request) => request.url().includes('/api/content/megamenu') && requested.push(request.url()));
  await page.goto('/login');
  await atRest(page);
  expect(requested).toEqual([]);
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.hover();
  await expect.poll(() => requested.length).toBe(1);
  await button.click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link').first().waitFor();
  expect(requested.length).toBe(1);
});

test('says when the links cannot be had, and tries again', async () => {
  const page = await newPage();
  await holdTime(page);
  await page.route('**/api/content/megamenu', (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Menu' });
  await shownInTime(page, dialog.getByRole('heading', { name: 'The links could not be loaded' }));
  await page.unroute('**/api/content/megamenu');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('link').first().waitFor();
});

test.each(['phone', 'desktop', 'wide'] as const)(
  'is accessible in its views and both themes, and fits, on a %s',
  async (size) => {
    const mark = `Axe${clock.now()}`;
    await makeLinks(
      mark,
      Array.from({ length: MEGA_MENU_FILTER_FROM }, (_, index) => ({
        title: `a link with quite a long name ${index}`,
        views: index % 2,
      })),
    );
    const page = await newPage({ size });
    const dialog = await openMenu(page);
    // The same links in another order; by category they have headings too.
    for (const view of size === 'desktop' ? ['A-Z', 'Popularity', 'Category'] : ['Category']) {
      await dialog.getByRole('radio', { name: view }).check();
      await expectAccessible(
        page,
        LOOKS.filter((look) => look.size === size),
      );
    }
  },
);
