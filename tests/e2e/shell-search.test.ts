import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SEARCH_DEBOUNCE, SEARCH_MIN_LENGTH, SEARCH_PREVIEW_COUNT } from '../../domain/values/constants.ts';
import { restoreSiteSettings, setSiteSettings } from './site-settings.ts';
import { holdTime, shownInTime } from './page-time.ts';
import { atRest, newPage, hydrated, useBrowser, expectAccessible, LOOKS } from './support.ts';
import { forgetPages, makePages } from './written-pages.ts';
import { clock } from '../factories/clock.ts';

useBrowser();
restoreSiteSettings();
beforeEach(() => setSiteSettings({ showBookstackSearch: true }));
afterEach(forgetPages);

const SEARCH = '**/api/documentation/search?**';

const box = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search Docs' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
/** What the field points to. It is not selected: that is what has been taken. */
const active = (page: Page) => options(page).and(page.locator('[data-active]'));

async function open(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await hydrated(page);
}

function searchesOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/documentation/search')
      asked.push(`${searchParams.get('query')} ${searchParams.get('count')}`);
  });
  return asked;
}

test('is there while the site settings have it on', async () => {
  const page = await newPage();
  await open(page);
  await box(page).waitFor();
  expect(await box(page).getAttribute('placeholder')).toBe('Search Docs');
  await setSiteSettings({ showBookstackSearch: false });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByPlaceholder('Search Docs').count()).toBe(0);
});

test(`asks ${SEARCH_DEBOUNCE} ms after the last of ${SEARCH_MIN_LENGTH} or more characters, and for ${SEARCH_PREVIEW_COUNT} results per source`, async () => {
  const page = await newPage();
  const asked = searchesOf(page);
  await page.clock.install({ time: clock.now() });
  await open(page);
  await box(page).focus();
  await atRest(page);
  await page.clock.pauseAt(clock.now() + 60_000);
  await box(page).fill('la');
  await page.clock.runFor(5 * SEARCH_DEBOUNCE);
  expect(asked).toEqual([]);
  await box(page).fill('las');
  await page.clock.runFor(SEARCH_DEBOUNCE - 1);
  await box(page).fill('lase');
  await page.clock.runFor(SEARCH_DEBOUNCE - 1);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual([`lase ${SEARCH_PREVIEW_COUNT}`]);
});

test(`shows at most ${SEARCH_PREVIEW_COUNT} results of each source and leads to all where there are more; with 2 characters left there is nothing`, async () => {
  const [word, few] = [await makePages(5), await makePages(SEARCH_PREVIEW_COUNT)];
  const page = await newPage();
  await open(page);
  await box(page).fill(word);
  await expect.poll(() => options(page).count()).toBe(SEARCH_PREVIEW_COUNT);
  await page.getByRole('listbox').getByRole('group', { name: 'This site' }).waitFor();
  expect(await page.getByRole('link', { name: 'See all results' }).getAttribute('href')).toBe(`/docs?search=${word}`);
  await box(page).fill(word.slice(0, 2));
  await expect.poll(() => page.getByRole('link', { name: 'See all results' }).count()).toBe(0);
  expect(await options(page).count()).toBe(0);
  await box(page).fill(few);
  await expect.poll(() => options(page).count()).toBe(SEARCH_PREVIEW_COUNT);
  expect(await page.getByRole('link', { name: 'See all results' }).count()).toBe(0);
});

describe('by keyboard', () => {
  test('the arrows choose a result, which Enter opens; the focus stays in the field', async () => {
    const word = await makePages(2);
    const page = await newPage();
    await open(page);
    await box(page).fill(word);
    await expect.poll(() => options(page).count()).toBe(2);
    expect(await box(page).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    const chosen = await active(page).getAttribute('id');
    await expect.poll(() => box(page).getAttribute('aria-activedescendant')).toBe(chosen);
    await page.keyboard.press('ArrowDown');
    expect(await active(page).getAttribute('id')).toBe(await options(page).nth(1).getAttribute('id'));
    expect(await options(page).and(page.locator('[aria-selected=true]')).count()).toBe(0);
    await page.keyboard.press('Home');
    await expect.poll(() => active(page).count()).toBe(0);
    expect(await box(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0);
    await page.keyboard.press('ArrowUp');
    expect(await active(page).getAttribute('id')).toBe(await options(page).nth(1).getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    expect(await active(page).count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    const [name = ''] = (await active(page).innerText()).split('\n');
    expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await box(page).inputValue()).toBe('');
  });

  test('Enter without a choice leads to all results', async () => {
    const page = await newPage();
    await open(page);
    await box(page).fill('laser cutter');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => new URL(page.url()).pathname + new URL(page.url()).search)
      .toBe('/docs?search=laser%20cutter');
  });

  test('Escape closes the results and keeps the text; an arrow brings them back', async () => {
    const word = await makePages(1);
    const page = await newPage();
    await open(page);
    await box(page).fill(word);
    await options(page).first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => options(page).count()).toBe(0);
    expect([await box(page).inputValue(), await box(page).getAttribute('aria-expanded')]).toEqual([word, 'false']);
    await page.keyboard.press('ArrowDown');
    await options(page).first().waitFor();
  });
});

test('an answer that comes late is not shown for another text', async () => {
  const [early, late] = [await makePages(1), await makePages(1)];
  const page = await newPage();
  await open(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SEARCH, async (route) => {
    const answer = await route.fetch();
    if (route.request().url().includes(early)) await held;
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await Promise.all([page.waitForRequest((request) => request.url().includes(early)), box(page).fill(early)]);
  await box(page).fill(late);
  await expect.poll(() => options(page).allInnerTexts()).toEqual([expect.stringContaining(late)]);
  release();
  await page.getByRole('status').getByText('1 result').waitFor({ state: 'attached' });
  expect(await options(page).allInnerTexts()).toEqual([expect.stringContaining(late)]);
});

test('says when nothing is found, as when the server refuses, and when it cannot be reached', async () => {
  const page = await newPage();
  await holdTime(page);
  await open(page);
  await box(page).fill('xqzzkvw');
  await shownInTime(page, page.getByText('Nothing was found for “xqzzkvw”.'));
  await page.route(SEARCH, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await box(page).fill('xqzzkvw again');
  await shownInTime(page, page.getByText('Nothing was found for “xqzzkvw again”.'));
  await page.unroute(SEARCH);
  await page.route(SEARCH, (route) => route.abort());
  await box(page).fill('xqzzkvw without network');
  await shownInTime(page, page.getByText(/could not reach the server/));
});

test('closes when one points or tabs elsewhere', async () => {
  const word = await makePages(1);
  const page = await newPage();
  await open(page);
  for (const leave of [
    () => page.getByRole('heading', { level: 1 }).click(),
    () => page.getByLabel('Password').focus(),
  ]) {
    await box(page).fill('');
    await box(page).fill(word);
    await options(page).first().waitFor();
    await leave();
    await expect.poll(() => options(page).count()).toBe(0);
  }
});

describe('on a phone', () => {
  test('an icon unfolds it over the whole header, and the focus goes there and back', async () => {
    const page = await newPage({ size: 'phone' });
    await open(page);
    const icon = page.getByRole('button', { name: 'Search Docs' });
    expect(await box(page).isVisible()).toBe(false);
    await icon.click();
    await expect.poll(() => box(page).evaluate((input) => input === document.activeElement)).toBe(true);
    const width = await page
      .getByRole('search', { name: 'Documentation' })
      .evaluate((form) => form.getBoundingClientRect().width);
    expect(width).toBeGreaterThanOrEqual(340);
    await page.keyboard.press('Escape');
    await expect.poll(() => icon.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await box(page).isVisible()).toBe(false);
  });

  test('Escape closes the results first; going somewhere folds it', async () => {
    const word = await makePages(1);
    const page = await newPage({ size: 'phone' });
    await open(page);
    await page.getByRole('button', { name: 'Search Docs' }).click();
    await box(page).fill(word);
    await options(page).first().waitFor();
    await box(page).press('Escape');
    await expect.poll(() => options(page).count()).toBe(0);
    expect(await box(page).isVisible()).toBe(true);
    await box(page).press('ArrowDown');
    await options(page).first().click();
    await page.getByRole('heading', { level: 1, name: new RegExp(word) }).waitFor();
    expect(await box(page).isVisible()).toBe(false);
  });
});

test.each(['phone', 'desktop', 'wide'] as const)(
  'with results is accessible in both themes and fits, on a %s',
  async (size) => {
    const word = await makePages(4);
    const page = await newPage({ size });
    await open(page);
    if (size === 'phone') await page.getByRole('button', { name: 'Search Docs' }).click();
    await box(page).fill(word);
    await options(page).first().waitFor();
    await box(page).press('ArrowDown');
    await expectAccessible(
      page,
      LOOKS.filter((look) => look.size === size),
    );
  },
);
