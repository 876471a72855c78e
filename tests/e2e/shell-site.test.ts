import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { FULL_LOGO_ABOVE, MARQUEE_DELAY } from '../../domain/values/constants.ts';
import { restoreSiteSettings, setSiteSettings, uploadPicture } from './site-settings.ts';
import {
  atRest,
  expectNoSidewaysScroll,
  newPage,
  useBrowser,
  type Size,
  expectAccessible,
  EVERY_LOOK,
} from './support.ts';

useBrowser();
restoreSiteSettings();

/** Nothing of what the demonstration sets. */
const BARE = {
  lockupURL: null,
  graphicURL: null,
  squareLogoURL: null,
  faviconURL: null,
  bannerMessage: null,
  welcomeMessage: null,
  footer: null,
  darkBackgroundURL: null,
  lightBackgroundURL: null,
};
const LONG =
  'The laser room is closed on Thursday from noon because the extraction is serviced; jobs sent in before Wednesday evening are cut first. '
    .repeat(2)
    .trim();

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
const announcements = (page: Page) => page.getByRole('complementary', { name: 'Announcements' });

async function open(page: Page, path = '/login'): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

describe('the logo', () => {
  const shownFile = (page: Page) =>
    page
      .getByRole('link', { name: 'Atrium, home' })
      .locator('img')
      .evaluate((image: HTMLImageElement) => decodeURIComponent(image.currentSrc.split('/').at(-1) ?? ''));
  const stem = (file: string) => file.split('-')[0] ?? file;

  test(`is the full one above ${FULL_LOGO_ABOVE} px while the header is high, square on a phone, the graphic otherwise`, async () => {
    const [lockupURL, graphicURL, squareLogoURL] = [
      await uploadPicture(520, 120),
      await uploadPicture(240, 120),
      await uploadPicture(120, 120),
    ];
    await setSiteSettings({ ...BARE, lockupURL, graphicURL, squareLogoURL });
    const page = await newPage({ as: 'administrator' });
    await open(page, '/');
    const isShown = (file: string) => expect.poll(() => shownFile(page)).toContain(stem(file));
    for (const [width, file] of [
      [1280, lockupURL],
      [1001, lockupURL],
      [1000, graphicURL],
      [600, graphicURL],
      [599, squareLogoURL],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await isShown(file);
    }
    await page.setViewportSize({ width: 1280, height: 600 });
    await isShown(lockupURL);
    await scrollTo(page, 66);
    await isShown(graphicURL);
    await scrollTo(page, 65);
    await isShown(lockupURL);
  });

  test('is the nearest one where a form has none, and drawn where none is set', async () => {
    const graphicURL = await uploadPicture(250, 120);
    await setSiteSettings({ ...BARE, graphicURL });
    const page = await newPage();
    await open(page);
    await expect.poll(() => shownFile(page)).toContain(stem(graphicURL));
    await page.setViewportSize({ width: 400, height: 800 });
    await expect.poll(() => shownFile(page)).toContain(stem(graphicURL));
    await setSiteSettings(BARE);
    await page.reload();
    const logo = page.getByRole('link', { name: 'Atrium, home' });
    await logo.locator('svg').first().waitFor();
    expect(await logo.locator('img').count()).toBe(0);
  });

  test(`as drawn has its name above ${FULL_LOGO_ABOVE} px while the header is high`, async () => {
    await setSiteSettings(BARE);
    const page = await newPage();
    await open(page, '/docs');
    const name = page.getByRole('link', { name: 'Atrium, home' }).locator('svg').nth(1);
    expect(await name.isVisible()).toBe(true);
    await page.setViewportSize({ width: 1000, height: 300 });
    await expect.poll(() => name.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1001, height: 300 });
    await expect.poll(() => name.isVisible()).toBe(true);
    await scrollTo(page, 200);
    await expect.poll(() => name.isVisible()).toBe(false);
  });

  test('leads home', async () => {
    const page = await newPage();
    await open(page);
    await page.getByRole('link', { name: 'Atrium, home' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  });
});

test('the favicon is the site’s own', async () => {
  const faviconURL = await uploadPicture(64, 64);
  await setSiteSettings({ ...BARE, faviconURL });
  const page = await newPage();
  await open(page);
  await expect.poll(() => page.locator('link[rel="icon"]').getAttribute('href')).toBe(`/api/Content/${faviconURL}`);
});

describe('the warning', () => {
  const line = (page: Page) => announcements(page).getByText('The laser room is closed').first();
  const animations = (page: Page) =>
    line(page).evaluate((text) =>
      (text.parentElement?.getAnimations() ?? []).map((animation) => ({
        state: animation.playState,
        delay: animation.effect?.getTiming().delay ?? 0,
        left: text.getBoundingClientRect().left,
      })),
    );
  const moving = async () => {
    const page = await newPage();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(page);
    await line(page).waitFor();
    return page;
  };

  test('is plain text', async () => {
    await setSiteSettings({ ...BARE, bannerMessage: 'Closed <b>today</b>' });
    const page = await newPage();
    await open(page);
    await announcements(page).getByText('Closed <b>today</b>').waitFor();
  });

  test('does not move where it fits', async () => {
    await setSiteSettings({ ...BARE, bannerMessage: 'The laser room is closed.' });
    const page = await moving();
    expect(await animations(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Stop scrolling the warning' }).count()).toBe(0);
  });

  test(`moves where it does not fit, after ${MARQUEE_DELAY} s, and stops with the window wide enough`, async () => {
    await setSiteSettings({ ...BARE, bannerMessage: LONG.slice(0, LONG.length / 2) });
    const page = await moving();
    await page.setViewportSize({ width: 800, height: 800 });
    await expect.poll(() => animations(page)).toMatchObject([{ state: 'running', delay: MARQUEE_DELAY * 1000 }]);
    const before = (await animations(page))[0]?.left ?? 0;
    await expect.poll(async () => (await animations(page))[0]?.left ?? 0).toBeLessThan(before - 20);
    await page.setViewportSize({ width: 4000, height: 800 });
    await expect.poll(() => animations(page)).toEqual([]);
  });

  test('stops under the pointer, and by its button', async () => {
    await setSiteSettings({ ...BARE, bannerMessage: LONG });
    const page = await moving();
    const state = async () => (await animations(page))[0]?.state;
    await expect.poll(state).toBe('running');
    // The text itself moves, the line that it moves in does not.
    await line(page).locator('xpath=ancestor::div[1]').hover();
    await expect.poll(state).toBe('paused');
    await page.mouse.move(5, 700);
    await expect.poll(state).toBe('running');
    await page.getByRole('button', { name: 'Stop scrolling the warning' }).click();
    await expect.poll(state).toBe('paused');
    await page.getByRole('button', { name: 'Start scrolling the warning' }).click();
    await page.mouse.move(5, 700);
    await expect.poll(state).toBe('running');
  });

  test('stops while the focus is in it', async () => {
    await setSiteSettings({ ...BARE, bannerMessage: LONG });
    const page = await moving();
    await expect.poll(async () => (await animations(page))[0]?.state).toBe('running');
    await page.getByRole('button', { name: 'Stop scrolling the warning' }).focus();
    await expect.poll(async () => (await animations(page))[0]?.state).toBe('paused');
  });

  test.each<Size>(['phone', 'desktop'])(
    'stands still on as many lines as it takes for those who asked for less motion, on a %s',
    async (size) => {
      await setSiteSettings({ ...BARE, bannerMessage: LONG });
      const page = await newPage({ size });
      await open(page);
      await line(page).waitFor();
      expect(await animations(page)).toEqual([]);
      expect(
        await announcements(page)
          .getByText(LONG)
          .evaluate((text) => text.getClientRects().length),
      ).toBeGreaterThan(1);
      await expectNoSidewaysScroll(page);
    },
  );
});

test('welcome and footer are formatted text; nothing is there where nothing is set', async () => {
  await setSiteSettings({
    ...BARE,
    welcomeMessage: '<p>Welcome <strong>back</strong>, see <a href="/docs">the guides</a></p>',
    footer: '<p>Makeshop, <a href="https://campus.example/">Campus</a></p>',
  });
  const page = await newPage();
  await open(page);
  await announcements(page).getByRole('link', { name: 'the guides' }).waitFor();
  expect(await announcements(page).locator('strong').innerText()).toBe('back');
  await atRest(page);
  const footer = page.getByRole('contentinfo');
  expect(await footer.getByRole('link', { name: 'Campus' }).getAttribute('rel')).toContain('noopener');
  const [end, below] = [await page.getByRole('main').boundingBox(), await footer.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((end?.y ?? 0) + (end?.height ?? 0));
  await setSiteSettings(BARE);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(async () => [await announcements(page).count(), await footer.count()]).toEqual([0, 0]);
});

test('a dismissed banner disappears from all pages, before anything is painted, until its text changes', async () => {
  const welcomeMessage = '<p>Welcome to the makeshop</p>';
  await setSiteSettings({ ...BARE, bannerMessage: 'Closed on Friday', welcomeMessage });
  const page = await newPage();
  await open(page, '/signup/upcomingworkshops');
  await atRest(page);
  await page.getByRole('button', { name: 'Dismiss the warning' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByText('Closed on Friday').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.getByText('Warning dismissed').waitFor({ state: 'attached' });
  await announcements(page).getByText('Welcome to the makeshop').waitFor();
  await page.getByRole('button', { name: 'Dismiss the welcome message' }).click();
  await expect.poll(() => announcements(page).count()).toBe(0);

  await setSiteSettings({ ...BARE, bannerMessage: 'Closed on Monday', welcomeMessage });
  await page.reload();
  await page.getByText('Closed on Monday').waitFor();
  await expect.poll(() => page.getByText('Welcome to the makeshop').count()).toBe(0);
  // What hides it in the document, which is the same for all visitors.
  const styles = await page.locator('head > style').allTextContents();
  expect(styles.filter((style) => style.includes('[data-banner='))).toHaveLength(1);
});

test('on a phone the bar at the bottom covers nothing of the footer', async () => {
  await setSiteSettings({ ...BARE, footer: '<p>The last line</p>' });
  const page = await newPage({ size: 'phone' });
  await open(page);
  await page.getByText('The last line').waitFor();
  await atRest(page);
  await scrollTo(page, 100_000);
  const [words, bar] = [
    await page.getByText('The last line').boundingBox(),
    await page.getByRole('navigation', { name: 'Main' }).boundingBox(),
  ];
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('behind the page is the picture of the theme it is seen in, and only that is loaded', async () => {
  const [dark, light] = [await uploadPicture(700, 400), await uploadPicture(710, 400)];
  await setSiteSettings({ ...BARE, darkBackgroundURL: dark, lightBackgroundURL: light });
  for (const [theme, shown, other] of [
    ['dark', dark, light],
    ['light', light, dark],
  ] as const) {
    const page = await newPage({ theme });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await open(page);
    await expect.poll(() => requested.some((url) => url.includes(shown.split('-')[0] ?? ''))).toBe(true);
    expect(requested.filter((url) => url.includes(other.split('-')[0] ?? ''))).toEqual([]);
  }
});

test('a page with everything that a site can set is accessible in both themes and fits', async () => {
  await setSiteSettings({
    lockupURL: await uploadPicture(530, 120),
    graphicURL: await uploadPicture(230, 120),
    squareLogoURL: await uploadPicture(110, 110),
    bannerMessage: LONG,
    welcomeMessage: '<h2>Welcome</h2><p>See <a href="/docs">the guides</a></p>',
    footer: '<p>Makeshop <a href="/docs">Guides</a></p>',
    darkBackgroundURL: await uploadPicture(720, 400),
    lightBackgroundURL: await uploadPicture(730, 400),
    showBookstackSearch: true,
  });
  const page = await newPage();
  await open(page);
  await announcements(page).getByRole('link', { name: 'the guides' }).waitFor();
  await expectAccessible(page, EVERY_LOOK);
});
