import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPage, useBrowser } from './support.ts';

useBrowser();

const TRACK = '**/api/content/TrackPageView';

/** The views that a page sends from now on. */
function viewsOf(page: Page): Record<string, string>[] {
  const views: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/TrackPageView')) views.push(request.postDataJSON() as Record<string, string>);
  });
  return views;
}

test('a view is sent after each navigation, with name, path and category', async () => {
  const page = await newPage({ as: 'student' });
  const views = viewsOf(page);
  await page.goto('/requests/navigate');
  await expect
    .poll(() => views)
    .toEqual([{ pageName: 'request navigator', path: '/requests/navigate', category: 'Other pages' }]);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Requests' }).click();
  await page.getByRole('link', { name: 'My Requests', exact: true }).click();
  await expect
    .poll(() => views.slice(1))
    .toEqual([{ pageName: 'my requests', path: '/requests/myrequests', category: 'Other pages' }]);
});

test('a request form is counted under its own name', async () => {
  const page = await newPage({ as: 'student' });
  const views = viewsOf(page);
  await page.goto('/requests/view/general-question');
  await expect
    .poll(() => views)
    .toEqual([
      { pageName: 'general-question request', path: '/requests/view/general-question', category: 'Other pages' },
    ]);
});

describe('nothing is sent', () => {
  test('for the login, which has the category NoCategory, nor for a new query of the same page', async () => {
    const page = await newPage();
    const views = viewsOf(page);
    await page.goto('/login');
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    await page.goto('/docs?search=laser');
    await expect.poll(() => views.length).toBe(1);
    await page.getByRole('searchbox').fill('poster');
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?search=poster');
    expect(views).toEqual([{ pageName: 'documentation search', path: '/docs', category: 'Documentation' }]);
  });

  test('for pages that need a role, nor for those that were refused', async () => {
    const page = await newPage({ as: 'administrator' });
    const views = viewsOf(page);
    await page.goto('/admin/groups');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const refused = await newPage();
    const ofRefused = viewsOf(refused);
    await refused.goto('/requests/myrequests');
    await refused.getByRole('dialog', { name: 'Not Logged In' }).waitFor();
    expect([views, ofRefused]).toEqual([[], []]);
  });
});

test('a failure is only logged in the console', async () => {
  const page = await newPage();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route(TRACK, (route) => route.abort());
  await page.goto('/docs');
  await expect.poll(() => logged.some((text) => text.startsWith('Failed to track page view'))).toBe(true);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a view is counted where the page is left immediately', async () => {
  const page = await newPage();
  const [request] = await Promise.all([page.waitForRequest(TRACK), page.goto('/docs')]);
  expect((await request.response())?.ok()).toBe(true);
});
