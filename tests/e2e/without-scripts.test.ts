import { expect, test } from 'vitest';
import { expectNoSidewaysScroll, newPage, useBrowser } from './support.ts';

useBrowser();

const NOTE = 'This site needs JavaScript for logging in, menus and requests. Pages and search work without it.';
const sizes = ['phone', 'desktop'] as const;

test.each(sizes)('every page says above its header what does not work, on a %s', async (size) => {
  const page = await newPage({ size, scripts: false });
  const note = page.getByRole('note');
  for (const path of ['/', '/docs', '/login', '/requests/myrequests', '/no/such/page']) {
    await page.goto(path);
    expect(await note.innerText(), path).toBe(NOTE);
    expect(await note.isVisible()).toBe(true);
    await expectNoSidewaysScroll(page);
  }
  await page.goto('/');
  const [words, logo] = [
    await note.boundingBox(),
    await page.getByRole('banner').getByRole('link').first().boundingBox(),
  ];
  expect(logo?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? Infinity));
});

test.each(sizes)('a page behind scripts says so in its place, and leads on, on a %s', async (size) => {
  const page = await newPage({ size, scripts: false });
  await page.goto('/requests/myrequests');
  const main = page.getByRole('main');
  expect(await main.getByText('This page works only with JavaScript.').isVisible()).toBe(true);
  await expectNoSidewaysScroll(page);
  await main.getByRole('link', { name: 'home page' }).click();
  await page.getByRole('banner').waitFor();
  expect(await page.getByText('This page works only with JavaScript.').count()).toBe(0);
});

test('no one else sees a notice', async () => {
  const page = await newPage();
  await page.goto('/');
  expect(await page.getByRole('note').count()).toBe(0);
});

test.each(sizes)('menus that would not open are not there, links are, on a %s', async (size) => {
  const page = await newPage({ size, scripts: false });
  await page.goto('/');
  for (const place of [page.getByRole('banner'), page.getByRole('navigation', { name: 'Main' })]) {
    expect(await place.getByRole('button').count()).toBe(0);
    expect(await place.getByRole('link').count()).toBeGreaterThan(0);
  }
});

test.each(sizes)('the search in the header leads to its results, on a %s', async (size) => {
  const page = await newPage({ size, scripts: false });
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Search Docs' }).fill('poster');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('for poster').waitFor();
  expect(new URL(page.url()).search).toBe('?search=poster');
});

test('the login asks for no password that nothing would take', async () => {
  const page = await newPage({ scripts: false });
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
  expect(await page.getByLabel('Password').isVisible()).toBe(false);
  expect(await page.getByRole('button').count()).toBe(0);
});

const UPCOMING = '/signup/upcomingworkshops';

test.each(sizes)('events are filtered by a form, on a %s', async (size) => {
  const page = await newPage({ size, scripts: false });
  await page.goto(UPCOMING);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('From').fill('2027-01-31');
  await page.getByRole('button', { name: 'Search' }).last().click();
  await page.waitForURL(/categoryId=/);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('categoryId'), searchParams.get('from')]).toEqual([
    await page.getByLabel('Category').inputValue(),
    '2027-01-31',
  ]);
  await page
    .getByRole('link', { name: /^(Clear filters|Show all events)$/ })
    .first()
    .click();
  await page.waitForURL((url) => !url.searchParams.has('categoryId'));
});

test('filters that are chosen before the scripts have come count once they have', async () => {
  const page = await newPage();
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(UPCOMING, { waitUntil: 'commit' });
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Only with available seats').check();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('print');
  const category = await page.getByLabel('Category').inputValue();
  scripts.resolve();
  await expect.poll(() => new URL(page.url()).search).toBe(`?categoryId=${category}&seats=free`);
  expect(await page.getByLabel('Category').inputValue()).toBe(category);
  expect(await page.getByRole('searchbox', { name: 'Search events' }).inputValue()).toBe('print');
});
