import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest, newPage, useBrowser, expectAccessible, EVERY_LOOK } from './support.ts';

useBrowser();

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
const headerHeight = (page: Page) =>
  page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height);

test('the header locks above 65 px of scroll, from 115 to 60 px, and nothing below it moves', async () => {
  const page = await newPage({ as: 'administrator' });
  await page.setViewportSize({ width: 1280, height: 360 });
  await page.goto('/');
  await atRest(page);
  const offset = () => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().top + window.scrollY);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = [await offset(), await height()];
  expect(await headerHeight(page)).toBe(115);
  await scrollTo(page, 65);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(65);
  expect(await headerHeight(page)).toBe(115);
  await scrollTo(page, 66);
  await expect.poll(() => headerHeight(page)).toBe(60);
  await expect.poll(() => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().top)).toBe(0);
  expect([await offset(), await height()]).toEqual(before);
  await scrollTo(page, 0);
  await expect.poll(() => headerHeight(page)).toBe(115);
});

// The menu's declaration proves the sections of each role (tests/unit/menu.test.ts).
/** The pages that the demonstration has in its navigation. */
const PAGES = ['Equipment', 'Rooms and hours', 'People', 'Prices'];
/** Without the number of messages that wait, which other tests change. */
const sections = async (page: Page): Promise<string[]> =>
  (await page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').allInnerTexts()).map((text) =>
    text.replace(/\s*\d+\+?$/, ''),
  );

test('the side bar has the sections of the person, is 145 px wide and works by keyboard', async () => {
  const page = await newPage({ as: 'administrator' });
  await page.goto('/');
  const side = page.getByRole('navigation', { name: 'Main' });
  await expect
    .poll(() => sections(page))
    .toEqual([
      'Home',
      ...PAGES,
      'Board',
      'Events',
      'Scheduling',
      'Requests',
      'Payments',
      'Settings',
      'Tools',
      'Profile',
    ]);
  expect(await side.evaluate((nav) => nav.getBoundingClientRect().width)).toBe(145);
  const settings = side.getByRole('button', { name: 'Settings' });
  await side.getByRole('link', { name: 'Home' }).focus();
  for (const _ of [...PAGES, 'Board', 'Events', 'Scheduling', 'Requests', 'Payments', 'Settings'])
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  expect(await settings.getAttribute('aria-expanded')).toBe('true');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Search settings');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('Class Manager');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('gro');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('Groups');
  await page.keyboard.press('Escape');
  expect(await settings.getAttribute('aria-expanded')).toBe('false');
  expect(await settings.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await side.getByRole('link', { name: 'Groups', exact: true }).click();
  await expect.poll(() => page.title()).toBe('AdGroup Manager');
  await expect.poll(() => settings.getAttribute('aria-expanded')).toBe('false');
});

test('a visitor has the sections of visitors; the skip link leads to the page', async () => {
  const page = await newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => sections(page)).toEqual(['Home', ...PAGES, 'Events', 'Requests', 'Profile']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
});

test.each([
  [1280, 900],
  [360, 780],
])(
  'in a window of %d x %d home says without scrolling what is open, and where requests are made',
  async (width, height) => {
    const page = await newPage();
    await page.setViewportSize({ width, height });
    const document = await (await page.goto('/'))?.text();
    expect(document).toMatch(/(Open|Closed) until /);
    await atRest(page);
    const places = page.getByRole('list', { name: 'Open now' });
    const shown = [
      ...(await places.getByRole('link').all()),
      page.getByRole('article').getByRole('link', { name: 'Make a request' }).first(),
      page.getByRole('article').getByRole('link', { name: 'Trainings' }).first(),
    ];
    expect(shown.length).toBeGreaterThan(3);
    const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    const end = width < 600 ? (bar?.y ?? 0) : height;
    for (const each of shown) {
      const box = await each.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(end);
    }
    const hero = await page.getByRole('article').first().boundingBox();
    expect(hero?.height).toBeLessThanOrEqual((height - 115) * 0.6 + 1);
  },
);

test('on a phone the menu is at the bottom, with at most five entries, and opens as a sheet', async () => {
  const page = await newPage({ as: 'administrator', size: 'phone' });
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect.poll(() => sections(page)).toEqual(['Home', 'Events', 'Requests', 'Settings', 'More']);
  const box = await bar.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(740);
  await bar.getByRole('button', { name: 'Requests' }).click();
  await bar.getByRole('link', { name: 'Make a Request' }).click();
  await page.getByRole('heading', { level: 1, name: 'Make a request' }).waitFor();
  await expect.poll(() => bar.getByRole('link', { name: 'Make a Request' }).count()).toBe(0);
});

test('the chosen theme is stored and overrides the page’s own', async () => {
  const page = await newPage();
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  await page.goto('/');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect.poll(theme).toBe('light');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await theme()).toBe('light');
  // For people who want less motion, as all of these tests do, another theme is there immediately.
  const moving = await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
    return document.getAnimations().length;
  });
  expect(moving).toBe(0);
});

test('the appearance follows the page or the device, as declared, and fades unless motion is reduced', async () => {
  const page = await newPage();
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  const choose = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await page.goto('/');
  await choose(/^System/);
  await expect.poll(theme).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(theme).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await theme()).toBe('light');
  const fades = await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    const counted = { count: 0 };
    document.startViewTransition = (update) => {
      counted.count += 1;
      return start(update);
    };
    return Object.assign(window, { fades: counted }).fades.count;
  });
  expect(fades).toBe(0);
  await choose(/^Automatic/);
  await expect.poll(theme).toBe('dark');
  expect(await page.evaluate(() => (window as unknown as { fades: { count: number } }).fades.count)).toBe(1);
});

test('home and its picture, a visitor’s, are accessible at every size in both themes and fit', async () => {
  const page = await newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page, EVERY_LOOK);
});

test.each([
  ['home, a student’s', '/', 'student'],
  ['home, an administrator’s', '/', 'administrator'],
  ['login', '/login', undefined],
  ['a student’s messages', '/myAccount/MyMessages', 'student'],
  ['the communication settings, a student’s', '/myAccount/communicationSettings', 'student'],
  ['the communication settings, a visitor’s', '/myAccount/communicationSettings', undefined],
  ['the confirmation of an address', '/myAccount/confirmAddress', undefined],
  ['not found', '/nowhere', undefined],
])('%s is accessible in both themes and fits', async (_, path, account) => {
  const page = await newPage(account === undefined ? {} : { as: account });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page);
});

test('a flyout lies above the tables of the page', async () => {
  const page = await newPage({ as: 'administrator' });
  for (const path of ['/admin/users', '/admin/permissions']) {
    await page.goto(path);
    await page.getByRole('table').waitFor();
    const side = page.getByRole('navigation', { name: 'Main' });
    await side.getByRole('button', { name: 'Settings' }).click();
    await side.getByRole('link', { name: /^Locations/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Locations' }).waitFor();
  }
});

test('an open flyout, an open account menu and a dialog are accessible in both themes', async () => {
  const themes = EVERY_LOOK.filter(({ size }) => size === 'desktop');
  const page = await newPage({ as: 'administrator' });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click();
  await expectAccessible(page, themes);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account of Administrator' }).click();
  await expectAccessible(page, themes);
  const denied = await newPage({ as: 'student' });
  await denied.goto('/admin/users');
  await denied.getByRole('dialog', { name: 'Not Allowed' }).waitFor();
  await expectAccessible(denied, themes);
});
