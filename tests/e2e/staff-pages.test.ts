import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publishSession } from './sessions.ts';
import { restoreSiteSettings, setSiteSettings } from './site-settings.ts';
import { atRest, callApi, newPage, useBrowser } from './support.ts';

useBrowser();
restoreSiteSettings();

const TEXTS = {
  bannerMessage: 'The laser room is closed.',
  welcomeMessage: '<p>New here?</p>',
  footer: '<p>Campus</p>',
};
const NO_TEXTS = { bannerMessage: null, welcomeMessage: null, footer: null };
const LAPTOP = { width: 1366, height: 650 };

const topOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Number.NaN;
const headerHeight = (page: Page) =>
  page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height);
const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

/** Opens a list of twenty links that no other test has. */
async function openLinks(page: Page): Promise<void> {
  const word = `w${randomUUID().slice(0, 8)}`;
  for (let index = 0; index < 20; index += 1)
    await callApi(page, 'POST', '/api/links', {
      title: `${word} ${String(index).padStart(2, '0')}`,
      url: `/somewhere/${index}`,
      category: 'Many',
      active: true,
    });
  // The account may have chosen another number of rows.
  await page.goto(`/tools/linksmanager?${new URLSearchParams({ filter: JSON.stringify({ q: word }), perPage: '25' })}`);
  await page.getByRole('link', { name: `${word} 19` }).waitFor();
  await atRest(page);
}

async function rowsInWindow(page: Page): Promise<number> {
  return page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length);
}

test('console and staff pages have the low header, the warning, no welcome message and no footer', async () => {
  await setSiteSettings(TEXTS);
  const page = await newPage({ as: 'administrator' });
  for (const path of ['/admin/groups', '/content/manage', '/scheduling/process', '/scheduling/processbyclass']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await headerHeight(page), await topOf(page.getByRole('complementary'))]).toEqual([path, 60, 60]);
    await page.getByText(TEXTS.bannerMessage).waitFor();
    expect(await page.getByText('New here?').count()).toBe(0);
    expect(await page.getByRole('contentinfo').count()).toBe(0);
  }
  await page.goto('/signup/myevents');
  await page.getByText('New here?').waitFor();
  await page.getByRole('contentinfo').waitFor();
  expect(await headerHeight(page)).toBe(115);
});

test('a navigation within the site changes the frame with the page', async () => {
  await setSiteSettings(TEXTS);
  const page = await newPage({ as: 'administrator' });
  await page.goto('/signup/myevents');
  await page.getByText('New here?').waitFor();
  const side = page.getByRole('navigation', { name: 'Main' });
  await side.getByRole('button', { name: 'Settings' }).click();
  await side.getByRole('link', { name: 'Groups', exact: true }).click();
  await expect.poll(() => headerHeight(page)).toBe(60);
  expect(await page.getByText('New here?').count()).toBe(0);
  await page.goBack();
  await expect.poll(() => headerHeight(page)).toBe(115);
});

test('in a window of 1366 x 650 a list begins above y 230 and shows nine rows, in compact density twelve', async () => {
  await setSiteSettings(NO_TEXTS);
  const page = await newPage({ as: 'administrator' });
  await page.setViewportSize(LAPTOP);
  await openLinks(page);
  expect(await topOf(page.locator('tbody tr').first())).toBeLessThan(230);
  expect(await rowsInWindow(page)).toBeGreaterThanOrEqual(9);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('radio', { name: 'Compact' }).click();
  await expect.poll(() => rowsInWindow(page)).toBeGreaterThanOrEqual(12);
  await page.getByRole('radio', { name: 'Comfortable' }).click();
});

test('a list with links to related lists and a lead begins above y 230, on a phone above y 260', async () => {
  await setSiteSettings(NO_TEXTS);
  const page = await newPage({ as: 'administrator' });
  const links = page.getByRole('navigation', { name: 'Related lists' }).getByRole('link');
  for (const { size, first, top } of [
    { size: LAPTOP, first: page.locator('tbody tr').first(), top: 230 },
    { size: { width: 360, height: 740 }, first: page.getByRole('main').getByRole('listitem').first(), top: 260 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/transactionviewer/accounts');
    await first.waitFor();
    await atRest(page);
    await expect.poll(() => topOf(first)).toBeLessThan(top);
    expect(await links.allTextContents()).toEqual(['Transactions', 'Transaction Totals']);
  }
  await links.first().click();
  await page.waitForURL('**/transactionviewer');
});

test('the first form of Manage requests begins above y 230, on a phone above y 260', async () => {
  await setSiteSettings(NO_TEXTS);
  const page = await newPage({ as: 'administrator' });
  await page.goto('/requests/manage');
  for (const [size, top] of [
    [LAPTOP, 230],
    [{ width: 360, height: 740 }, 260],
  ] as const) {
    await page.setViewportSize(size);
    const form = page.getByRole('table').first().getByRole('link').first();
    await expect.poll(() => topOf(form)).toBeLessThan(top);
  }
});

test('the matrix of permissions begins above y 230 and shows nine rows in a window of 1366 x 650', async () => {
  await setSiteSettings(NO_TEXTS);
  const page = await newPage({ as: 'administrator' });
  await page.setViewportSize(LAPTOP);
  await page.goto('/admin/permissions');
  const first = page.locator('tbody tr').first();
  await expect.poll(() => topOf(first)).toBeLessThan(230);
  await expect.poll(() => rowsInWindow(page)).toBeGreaterThanOrEqual(9);
});

test.each([
  ['as wide as its box', 1366],
  ['wider than its box', 640],
])('the head of a table that is %s stays below the header while the page scrolls', async (_, width) => {
  await setSiteSettings(NO_TEXTS);
  const page = await newPage({ as: 'administrator' });
  await page.setViewportSize({ ...LAPTOP, width });
  await openLinks(page);
  const [head, cell] = [page.locator('thead th').nth(2), page.locator('tbody tr').nth(12).locator('td').nth(2)];
  expect(await topOf(head)).toBeGreaterThan(150);
  for (const top of [300, 500]) {
    await scrollTo(page, top);
    await expect.poll(async () => Math.abs((await topOf(head)) - 60)).toBeLessThanOrEqual(1);
  }
  const box = page.getByRole('table').locator('xpath=..');
  const hasMore = await box.evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(hasMore).toBe(width < 1366);
  await box.evaluate((element) => element.scrollBy({ left: 80, behavior: 'instant' }));
  const left = async (part: Locator) => (await part.boundingBox())?.x;
  expect(await left(head)).toBe(await left(cell));
  expect(Math.abs((await topOf(head)) - 60)).toBeLessThanOrEqual(1);
  expect(await box.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});

test('rows that arrow keys focus are not below the head', async () => {
  await setSiteSettings(NO_TEXTS);
  const page = await newPage({ as: 'administrator' });
  await page.setViewportSize(LAPTOP);
  await openLinks(page);
  const links = page.locator('[data-row-link]');
  await links.last().focus();
  for (let step = 0; step < 15; step += 1) await page.keyboard.press('ArrowUp');
  const focused = links.nth(4);
  await expect.poll(() => focused.evaluate((link) => link === document.activeElement)).toBe(true);
  const { y = 0, height = 0 } = (await page.locator('thead').boundingBox()) ?? {};
  expect(await topOf(focused)).toBeGreaterThanOrEqual(y + height);
});

test('on a phone the first row, and the first date of a calendar, begin above y 260', async () => {
  await setSiteSettings(NO_TEXTS);
  const page = await newPage({ as: 'administrator', size: 'phone' });
  await openLinks(page);
  expect(await topOf(page.getByRole('list', { name: 'Links' }).getByRole('listitem').first())).toBeLessThan(260);
  for (const path of ['/calendarmanager', '/calendars']) {
    await page.goto(path);
    const first = page.locator('[data-area="agenda"]').first();
    await first.waitFor();
    await atRest(page);
    // An event begins nine pixels below the edge of its date. The first rows can appear before the page has settled.
    await expect.poll(() => topOf(first), { message: path }).toBeLessThan(260 - 9);
  }
});

test.each([null, TEXTS.welcomeMessage])(
  'on a phone the first upcoming event begins above y 260, below %s',
  async (welcomeMessage) => {
    await setSiteSettings({ ...NO_TEXTS, welcomeMessage });
    await publishSession(welcomeMessage === null ? 'Etching' : 'Etching by hand');
    for (const as of [undefined, 'student']) {
      const page = await newPage({ size: 'phone', ...(as && { as }) });
      await page.goto('/signup/upcomingworkshops');
      const first = page.getByRole('main').getByRole('region').first().getByRole('listitem').first();
      await first.waitFor();
      await atRest(page);
      await expect.poll(() => topOf(first)).toBeLessThan(260);
      expect(await headerHeight(page)).toBe(115);
      for (const part of [page.getByRole('searchbox'), page.getByRole('button', { name: 'Filters' })])
        expect(await part.isVisible()).toBe(true);
      await page.getByRole('radio', { name: 'Calendar' }).waitFor();
      if (welcomeMessage !== null) await page.getByRole('button', { name: 'Dismiss the welcome message' }).click();
      await page.reload();
      await expect.poll(() => topOf(first)).toBeLessThan(260);
    }
  },
);
