import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callApi, newPage, useBrowser } from './support.ts';
import { clock } from '../factories/clock.ts';

useBrowser();

const LIST = '/scheduling/managecategories';
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** The list, then the form for a new category with something in it, each an entry of the browser's history. */
async function withUnsavedForm(): Promise<Page> {
  const page = await newPage({ as: 'administrator' });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Scheduling' }).click();
  await page.getByRole('link', { name: 'Event Categories' }).click();
  await page
    .getByRole('link', { name: 'New event category' })
    .or(page.getByRole('link', { name: 'New category' }))
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Soldering');
  return page;
}

describe('the browser’s own buttons', () => {
  test('are asked about unsaved changes too, and stay where the person stays', async () => {
    const page = await withUnsavedForm();
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.goBack();
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe(`${LIST}/create`);
    expect(await page.getByRole('textbox', { name: 'Name' }).first().inputValue()).toBe('Soldering');
    await page.goBack();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL((url) => url.pathname === LIST);
    await page.getByRole('heading', { level: 1, name: 'Event categories' }).waitFor();
    await page.goForward();
    await page.waitForURL((url) => url.pathname === `${LIST}/create`);
    expect(await page.getByRole('textbox', { name: 'Name' }).first().inputValue()).toBe('');
  });

  test('can skip several pages at the same time', async () => {
    const page = await withUnsavedForm();
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.evaluate(() => window.history.go(-2));
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  });

  test('are judged by the guards as links are', async () => {
    const page = await newPage({ as: 'administrator' });
    await page.goto('/admin/users');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByRole('link', { name: 'Atrium, home' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await callApi(page, 'POST', '/api/Logout');
    await page.evaluate(() => localStorage.setItem('session', '{}'));
    await page.reload();
    await page.goBack();
    await page.getByRole('dialog', { name: 'Not Logged In' }).waitFor();
    await page.waitForURL(
      (url) => url.pathname === '/login' && url.searchParams.get('redirectFrom') === '/admin/users',
    );
  });

  test('find a page where it was left, and a new page begins at its top', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const name = `tall-${clock.now()}`;
    await callApi(page, 'POST', '/api/pages', {
      name,
      title: 'Tall',
      type: 'Standard',
      published: true,
      data: `${'<p>A line of it.</p>'.repeat(200)}<p><a href="/docs">On to the documentation</a></p>`,
    });
    await page.goto(`/content/static/${name}`);
    const top = () => page.evaluate(() => Math.round(window.scrollY));
    await page.evaluate(() => window.scrollTo({ top: 1234, behavior: 'instant' }));
    await page.getByRole('main').getByRole('link', { name: 'On to the documentation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Documentation search' }).waitFor();
    await expect.poll(top).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Tall' }).waitFor();
    await expect.poll(top).toBeGreaterThan(1000);
  });

  test('know entries that the browser created', async () => {
    const page = await newPage();
    await page.goto('/docs');
    await page.evaluate(() => {
      window.location.hash = 'part';
    });
    await page.getByRole('link', { name: 'Atrium, home' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goBack();
    await page.waitForURL((url) => url.hash === '#part');
    await page.getByRole('heading', { level: 1, name: 'Documentation search' }).waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/docs' && url.hash === '');
    await page.getByRole('heading', { level: 1, name: 'Documentation search' }).waitFor();
  });
});
