import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { PageView } from '../../domain/calls/telemetry.ts';
import { callApi, expectAccessible, newPage, useBrowser } from './support.ts';

useBrowser();

const PATH = '/admin/pageViews?by=category';

/** Views of the home page, today. */
async function see(page: Page, count: number): Promise<PageView> {
  const view: PageView = { pageName: 'Home', path: '/', category: `Test ${randomUUID().slice(0, 8)}` };
  for (let index = 0; index < count; index += 1) await callApi(page, 'POST', '/api/content/TrackPageView', view);
  return view;
}

describe('a report', () => {
  test('shows the figures of groups, narrows to one, exports them and leads to their rows', async () => {
    const page = await newPage({ as: 'administrator' });
    const { category } = await see(page, 3);
    await page.goto(PATH);
    await page.getByRole('img', { name: /Views/ }).waitFor();
    const groups = page.getByRole('table', { name: /by category/i });
    const find = page.getByRole('searchbox', { name: /^Search (?!Docs)/ });
    await groups.getByRole('row').nth(1).waitFor();
    if (await find.isVisible()) await find.fill(category);
    const row = groups.getByRole('row', { name: new RegExp(category) });
    await row.getByRole('cell', { name: '3', exact: true }).waitFor();

    await row.getByRole('button', { name: category }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toContain(category);
    await expect.poll(() => groups.getByRole('row').count()).toBe(3);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Export/ })
        .last()
        .click(),
    ]);
    expect(await text(await download.createReadStream())).toContain(`${category},3`);

    await row.getByRole('link', { name: `Show the rows of ${category}` }).click();
    await page.waitForURL('**/admin/pageViews/days?**');
    const list = page.getByRole('table').first();
    await expect.poll(() => list.getByRole('row').count()).toBe(2);
    await page.goBack();
    await row.getByRole('cell', { name: '3', exact: true }).waitFor();
  });

  test('follows the theme, is accessible and fits', async () => {
    const page = await newPage({ as: 'administrator' });
    await see(page, 1);
    await page.goto(PATH);
    const chart = page.getByRole('img', { name: /Views/ });
    await chart.waitFor();
    const picture = () => chart.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const light = await picture();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(picture).not.toBe(light);
    await expectAccessible(page);
  });

  test('is in the menu of people with one of its roles, and closed to others', async () => {
    const staff = await newPage({ as: 'requestsprocessor' });
    await staff.goto('/requests/myrequests');
    await staff.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Requests' }).click();
    await staff.getByRole('link', { name: 'Request Report' }).click();
    await staff.waitForURL('**/requests/report');
    await staff.getByRole('heading', { name: 'Request Report', level: 1 }).waitFor();
    await staff.getByRole('table', { name: /by form/i }).waitFor();

    const other = await newPage({ as: 'contentadmin' });
    await other.goto('/admin/pageViews');
    await other.getByText('You are not authorized to access the page views page').waitFor();
  });
});
