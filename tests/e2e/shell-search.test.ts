import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SEARCH_PREVIEW_COUNT } from '../../domain/values/constants.ts';
import { restoreSiteSettings, setSiteSettings } from './site-settings.ts';
import { newPage, hydrated, useBrowser, expectAccessible, LOOKS } from './support.ts';
import { forgetPages, makePages } from './written-pages.ts';

useBrowser();
restoreSiteSettings();
beforeEach(() => setSiteSettings({ showBookstackSearch: true }));
afterEach(forgetPages);

const box = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search Docs' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

async function open(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await hydrated(page);
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

test(`shows at most ${SEARCH_PREVIEW_COUNT} results of the server; an arrow chooses one, which Enter opens`, async () => {
  const word = await makePages(SEARCH_PREVIEW_COUNT + 2);
  const page = await newPage();
  await open(page);
  await box(page).fill(word);
  await expect.poll(() => options(page).count()).toBe(SEARCH_PREVIEW_COUNT);
  expect(await page.getByRole('link', { name: 'See all results' }).getAttribute('href')).toBe(`/docs?search=${word}`);
  await box(page).press('ArrowDown');
  const [name = ''] = (await options(page).first().innerText()).split('\n');
  await box(page).press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await box(page).inputValue()).toBe('');
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
