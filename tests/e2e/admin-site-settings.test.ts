import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { restoreSiteSettings, setSiteSettings, uploadPicture } from './site-settings.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, newPage, useBrowser } from './support.ts';

useBrowser();
restoreSiteSettings();

const PATH = '/admin/siteSettings';
const NOTHING = {
  welcomeMessage: null,
  bannerMessage: null,
  footer: null,
  lockupURL: null,
  graphicURL: null,
  squareLogoURL: null,
  faviconURL: null,
  darkBackgroundURL: null,
  lightBackgroundURL: null,
  showBookstackSearch: false,
};
const unique = (words: string) => `${words} ${randomUUID().slice(0, 8)}`;

/** The page inside the preview; it is there for the eye alone. */
const preview = (page: Page) => page.frameLocator('iframe[title^="A page"]');
const scrolled = (page: Page) => page.frameLocator('iframe[title^="The header"]');
const announcements = (page: Page) => page.getByRole('complementary', { name: 'Announcements' });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

async function open(page: Page): Promise<void> {
  await page.goto(PATH);
  await page.getByLabel('Warning message').waitFor();
  const closed = page.locator('details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
}

describe('the site settings', () => {
  test('show in the preview what is typed, and to visitors what is saved', async () => {
    await setSiteSettings(NOTHING);
    const page = await newPage({ as: 'administrator' });
    await open(page);
    const [warning, welcome] = [unique('Closed on Friday'), unique('Welcome back')];
    await page.getByLabel('Warning message').fill(warning);
    await page.getByRole('textbox', { name: 'Welcome message' }).fill(welcome);
    await preview(page).getByText(warning).waitFor();
    await preview(page).getByText(welcome).waitFor();
    await page.getByText('Unsaved changes').waitFor();
    expect(await announcements(page).count()).toBe(0);

    await save(page);
    await page.getByText(/^Saved \d{1,2}(:\d\d)? [AP]M$/).waitFor();
    await announcements(page).getByText(warning).waitFor();
    const visitor = await newPage();
    await visitor.goto('/login');
    await announcements(visitor).getByText(warning).waitFor();
    await announcements(visitor).getByText(welcome).waitFor();
  });

  test('preview the logo in its forms, the favicon, the search and both themes', async () => {
    const [lockupURL, graphicURL, squareLogoURL] = [
      await uploadPicture(521, 120),
      await uploadPicture(241, 120),
      await uploadPicture(121, 120),
    ];
    await setSiteSettings({ ...NOTHING, lockupURL, graphicURL, squareLogoURL, faviconURL: squareLogoURL });
    const page = await newPage({ as: 'administrator', size: 'wide' });
    await open(page);
    const shown = (frame: typeof preview) =>
      frame(page)
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.currentSrc);
    const isShown = (frame: typeof preview, file: string) =>
      expect.poll(() => shown(frame)).toContain(file.split('-')[0]);
    await isShown(preview, lockupURL);
    await isShown(scrolled, graphicURL);
    await page.getByRole('radio', { name: 'Phone' }).check();
    await isShown(preview, squareLogoURL);

    expect(await preview(page).getByPlaceholder('Search Docs').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Documentation search' }).check();
    await preview(page).getByPlaceholder('Search Docs').waitFor({ state: 'attached' });

    const theme = () => preview(page).locator('html').getAttribute('data-theme');
    expect(await theme()).toBe('light');
    await page.getByRole('radio', { name: 'Dark', exact: true }).check();
    await expect.poll(theme).toBe('dark');
    await page.getByRole('button', { name: 'Remove Favicon' }).click();
    await expect.poll(() => page.locator('img[src="/favicon.svg"]').count()).toBe(1);
  });

  test('take a picture that is uploaded in the form', async () => {
    await setSiteSettings(NOTHING);
    const file = await uploadPicture(333, 111);
    const page = await newPage({ as: 'administrator' });
    await open(page);
    await page
      .getByRole('group', { name: 'Full logo' })
      .or(page.locator('div', { has: page.getByText('Full logo', { exact: false }) }))
      .first()
      .getByRole('button', { name: 'Choose from library' })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Choose an image' });
    await dialog.getByRole('button', { name: '333x111.png' }).first().click();
    await dialog.getByRole('button', { name: 'Use image' }).click();
    await expect
      .poll(() =>
        preview(page)
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.currentSrc),
      )
      .toContain(file.split('-')[0]);
    await save(page);
    await expect.poll(() => page.getByRole('link', { name: 'Atrium, home' }).locator('img').count()).toBe(1);
  });

  test('ask before unsaved changes are left, and let two people choose between their values', async () => {
    await setSiteSettings(NOTHING);
    const page = await newPage({ as: 'administrator' });
    await open(page);
    const [mine, theirs] = [unique('Mine'), unique('Theirs')];
    await page.getByLabel('Warning message').fill(mine);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();

    await setSiteSettings({ bannerMessage: theirs });
    await save(page);
    const dialog = page.getByRole('alertdialog', { name: 'Someone else changed this after you opened it' });
    await dialog.getByText(theirs).waitFor();
    await dialog.getByRole('group', { name: 'Warning message' }).getByLabel('Theirs').check();
    await dialog.getByRole('button', { name: 'Save selection' }).click();
    await expect.poll(() => page.getByLabel('Warning message').inputValue()).toBe(theirs);
  });

  test('have a history with pictures, from which one thing is put back', async () => {
    const before = unique('As it was');
    await setSiteSettings({ ...NOTHING, bannerMessage: before });
    await setSiteSettings({ bannerMessage: unique('As it became'), faviconURL: await uploadPicture(64, 64) });
    const page = await newPage({ as: 'administrator' });
    await open(page);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { level: 1, name: 'Site settings' }).waitFor();
    const change = page.getByRole('region', { name: 'History' }).getByRole('listitem').last();
    await expect
      .poll(() =>
        change.getByRole('img', { name: 'Favicon' }).evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0);
    await expectNoAxeViolations(page);
    await change.getByRole('button', { name: 'Revert Warning message' }).click();
    await announcements(page).getByText(before).waitFor();
  });

  test('keep what is typed on a phone while the preview is open', async () => {
    await setSiteSettings(NOTHING);
    const page = await newPage({ as: 'administrator', size: 'phone' });
    await open(page);
    await page.getByLabel('Warning message').fill('Closed on Friday');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await preview(page).getByText('Closed on Friday').waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    expect(await page.getByLabel('Warning message').inputValue()).toBe('Closed on Friday');
  });

  test.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
    ['wide', 'light'],
  ] as const)('are accessible and fit, %s, %s', async (size, theme) => {
    await setSiteSettings({
      ...NOTHING,
      bannerMessage: 'The print room is closed on Friday afternoon because of the open house.',
      footer: '<p>Engineering Drive 1</p>',
      showBookstackSearch: true,
    });
    const page = await newPage({ as: 'administrator', size, theme });
    await open(page);
    await page.getByRole('button', { name: 'Bold' }).first().waitFor();
    if (size === 'phone') {
      await expectNoAxeViolations(page);
      await page.getByRole('tab', { name: 'Preview' }).click();
    }
    await preview(page).getByText('Engineering Drive 1').waitFor();
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
  });

  test('are not open to a content administrator', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto(PATH);
    await page.getByText('You are not authorized to access the site display manager page').waitFor();
  });
});
