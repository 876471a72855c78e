import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { SEARCH_MOST } from '../../domain/values/constants.ts';
import { holdTime, shownInTime } from './page-time.ts';
import { expectNoSidewaysScroll, newPage, useBrowser, expectAccessible } from './support.ts';
import { forgetPages, makePages } from './written-pages.ts';

useBrowser();
afterEach(forgetPages);

const SEARCH = '**/api/documentation/search?**';
const field = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Search the documentation' });
const status = (page: Page) => page.getByRole('main').getByRole('status');
const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

test('shows the results of an address by source, with their number', async () => {
  const word = await makePages(3);
  const page = await newPage();
  await page.goto(`/docs?search=${word}`);
  await status(page).getByText(`3 results for ${word}`).waitFor();
  await page.getByRole('heading', { level: 2, name: /^This site\s*3 results$/ }).waitFor();
  expect(await field(page).inputValue()).toBe(word);
  await page
    .getByRole('main')
    .getByRole('link', { name: `About ${word} 2` })
    .click();
  await page.getByRole('heading', { level: 1, name: `About ${word} 2` }).waitFor();
});

test.each([
  [23, '23 results', '23 results'],
  [SEARCH_MOST + 1, `The first ${SEARCH_MOST} results`, `first ${SEARCH_MOST} results`],
])('of %d matches says: %s', async (matches, words, heading) => {
  const word = await makePages(matches);
  for (const page of [await newPage({ scripts: false }), await newPage()]) {
    const requested: string[] = [];
    page.on('request', (request) => request.url().includes('/documentation/search') && requested.push(request.url()));
    await page.goto(`/docs?search=${word}`);
    await status(page).getByText(`${words} for ${word}`, { exact: true }).waitFor();
    await page.getByRole('heading', { level: 2, name: new RegExp(`^This site\\s*${heading}$`) }).waitFor();
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: `About ${word}` })
        .count(),
    ).toBe(Math.min(matches, SEARCH_MOST));
    expect(requested).toEqual([]);
  }
});

test('a search has an address; back and forward go through them', async () => {
  const [one, two] = [await makePages(1), await makePages(2)];
  const page = await newPage();
  await page.goto('/docs');
  await page.getByRole('heading', { level: 1, name: 'Documentation search' }).waitFor();
  for (const [word, results] of [
    [one, '1 result'],
    [two, '2 results'],
  ] as const) {
    await field(page).fill(word);
    await field(page).press('Enter');
    await status(page).getByText(`${results} for ${word}`).waitFor();
    expect(address(page)).toBe(`/docs?search=${word}`);
  }
  await page.goBack();
  await status(page).getByText(`1 result for ${one}`).waitFor();
  await expect.poll(() => field(page).inputValue()).toBe(one);
  await page.goForward();
  await status(page).getByText(`2 results for ${two}`).waitFor();
});

test('explains quotes, tags and kinds with examples that search', async () => {
  const page = await newPage();
  const main = page.getByRole('main');
  for (const [example, search] of [
    ['"laser cutter"', '%22laser%20cutter%22'],
    ['[safety]', '%5Bsafety%5D'],
    ['print {type:page|book}', 'print%20%7Btype%3Apage%7Cbook%7D'],
  ] as const) {
    await page.goto('/docs');
    await main.getByRole('link', { name: example }).click();
    await expect.poll(() => address(page)).toBe(`/docs?search=${search}`);
    await expect.poll(() => field(page).inputValue()).toBe(example);
  }
});

test('words without an end are wrapped: of sources, results, the search itself and the preview', async () => {
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunt';
  const page = await newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route(SEARCH, (route) =>
    route.fulfill({
      json: [
        {
          source: word,
          hasMore: true,
          response: [
            {
              name: word.repeat(3),
              section: word,
              excerpt: [word, word, word],
              id: 1,
              url: `https://${word}.${word}.example/`,
            },
          ],
        },
      ],
    }),
  );
  await page.goto('/login');
  await page.getByRole('button', { name: 'Search Docs' }).click();
  await page.getByRole('combobox').fill('poster');
  const results = page.getByRole('listbox', { name: 'Results' });
  await results.waitFor();
  expect(await results.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await page.getByRole('link', { name: 'See all results' }).click();
  await page.getByRole('heading', { level: 2, name: word }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.unroute(SEARCH);
  // Pages of other tests hold the word itself.
  await page.goto(`/docs?search=xq${word.repeat(3)}`);
  await page.getByRole('heading', { level: 2, name: 'Nothing was found' }).waitFor();
  await expectNoSidewaysScroll(page);
});

describe('says', () => {
  test('that 2 characters are too few, without asking', async () => {
    const page = await newPage();
    const requested: string[] = [];
    page.on('request', (request) => request.url().includes('/documentation/search') && requested.push(request.url()));
    await page.goto('/docs?search=la');
    await status(page).getByText('Type 3 characters or more.').waitFor();
    expect(requested).toEqual([]);
  });

  test('that nothing was found, and what to do', async () => {
    const page = await newPage();
    await page.goto('/docs?search=xqzzkvw');
    await page.getByRole('heading', { name: 'Nothing was found for “xqzzkvw”' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Ask the makeshop' }).waitFor();
  });

  test('that the server could not be reached, and tries again', async () => {
    const word = await makePages(1);
    const page = await newPage();
    await holdTime(page);
    await page.route(SEARCH, (route) => route.abort());
    await page.goto('/docs');
    await field(page).fill(word);
    await field(page).press('Enter');
    await shownInTime(page, page.getByRole('heading', { name: 'The search failed' }));
    await page.unroute(SEARCH);
    await page.getByRole('button', { name: 'Retry' }).click();
    await status(page).getByText(`1 result for ${word}`).waitFor();
  });
});

test('markup and spaces in an address are text', async () => {
  const page = await newPage();
  // Words that no page of another test has.
  const [tag, name, value, word] = Array.from({ length: 4 }, () => `w${randomUUID().replaceAll('-', '')}`);
  await page.goto(`/docs?search=${encodeURIComponent(`  <${tag} ${name}=${value}> "${word} `)}`);
  await page.getByRole('heading', { name: `Nothing was found for “<${tag} ${name}=${value}> "${word}”` }).waitFor();
  expect(await page.getByRole('main').locator(String(tag)).count()).toBe(0);
});

test('works as a form without the page’s script', async () => {
  const word = await makePages(1);
  const page = await newPage();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/docs', { waitUntil: 'commit' });
  await field(page).fill(word);
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: `About ${word} 1` })
    .waitFor();
  expect(address(page)).toBe(`/docs?search=${word}`);
});

test('is accessible in both themes and fits, empty, with results and without', async () => {
  const word = await makePages(2);
  const page = await newPage();
  for (const path of ['/docs', `/docs?search=${word}`, '/docs?search=xqzzkvw']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path.includes('=')) await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expectAccessible(page);
  }
});
