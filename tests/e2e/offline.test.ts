import { expect, test } from 'vitest';
import { newPage, useBrowser } from './support.ts';

useBrowser();

test('without a connection a page stays, the next one says that it cannot be loaded, and comes when the line is back', async () => {
  const page = await newPage({ as: 'administrator', isFresh: true });
  await page.goto('/tools/linksmanager');
  const rows = page.locator('tbody [data-row-link]');
  await rows.first().waitFor();
  const before = await rows.allTextContents();
  await page.context().setOffline(true);

  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
  await page.getByText('These links are not current').waitFor();
  expect(await rows.allTextContents()).toEqual(before);
  await page.getByRole('link', { name: 'New link' }).click();
  await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();

  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'New link' }).waitFor();
  // With the style sheets that were missing as well.
  const bar = page.getByRole('button', { name: 'Create link' }).locator('..');
  await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).position)).toBe('sticky');
});

test('without a connection Log in says so, and is there when the line is back', async () => {
  const page = await newPage({ isFresh: true });
  await page.goto('/');
  await page.context().setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
});
