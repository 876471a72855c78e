import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { PageView, ViewsReport } from '../../domain/content.ts';
import { callApi, expectAccessible, expectNoAxeViolations, newPage, useBrowser } from './support.ts';
import { clock } from '../factories/clock.ts';

useBrowser();

const PATH = '/admin/pageViews';
const dayOf = (back: number) => new Date(clock.now() - back * 86_400_000).toISOString().slice(0, 10);

/** Views of the home page, today. */
async function see(page: Page, count: number): Promise<PageView> {
  const view: PageView = { pageName: 'Home', path: '/', category: `Test ${randomUUID().slice(0, 8)}` };
  for (let index = 0; index < count; index += 1) await callApi(page, 'POST', '/api/content/TrackPageView', view);
  return view;
}

describe('the report of page views', () => {
  test('tells the views of a period by week, category and page', async () => {
    const page = await newPage({ as: 'administrator' });
    const { category } = await see(page, 3);
    // What the page itself is told of the present period: which week it is depends on the site's time zone.
    const told = page.waitForResponse(
      (response) =>
        response.url().includes('/viewsReport?') && (new URL(response.url()).searchParams.get('to') ?? '') > dayOf(7),
    );
    await page.goto(PATH);
    const report = (await (await told).json()) as ViewsReport;
    const byCategory = page.getByRole('table', { name: 'Views by category' });
    await byCategory.getByRole('button', { name: category }).waitFor();
    const row = byCategory.getByRole('row', { name: new RegExp(category) });
    await row.getByRole('cell', { name: '3', exact: true }).waitFor();

    await page.getByRole('img', { name: /^Views in each of 12 weeks/ }).waitFor();
    await page.getByText('Figures of the weeks').click();
    const weeks = page.getByRole('table', { name: 'Views by week' });
    await expect.poll(() => weeks.getByRole('row').count()).toBe(13);
    const thisWeek = report.weeks.at(-1)?.views ?? 0;
    await weeks
      .getByRole('row')
      .nth(1)
      .getByRole('cell', { name: thisWeek.toLocaleString('en-US'), exact: true })
      .waitFor();
    await expectNoAxeViolations(page);

    await byCategory.getByRole('button', { name: category }).click();
    const byPage = page.getByRole('table', { name: 'Views by page' });
    await expect.poll(() => byPage.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: `Show the pages of all categories, not only ${category}` }).click();
    await page.getByRole('searchbox', { name: 'Find a page' }).fill('no page is called so');
    await page.getByRole('heading', { name: 'No page matches' }).waitFor();
  });

  test('keeps its period in the address, and its own dates in order', async () => {
    const page = await newPage({ as: 'administrator' });
    await see(page, 1);
    await page.goto(PATH);
    await page.getByRole('radio', { name: '4 weeks' }).click();
    await page.getByRole('img', { name: /^Views in each of 4 weeks/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?weeks=4');
    await page.reload();
    await page.getByRole('img', { name: /^Views in each of 4 weeks/ }).waitFor();
    await page.getByRole('radio', { name: 'Own dates' }).click();
    await page.getByLabel('From', { exact: true }).fill(dayOf(3));
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(dayOf(3));
    await page.getByLabel('To', { exact: true }).fill(dayOf(9));
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe(`?from=${dayOf(9)}&to=${dayOf(9)}`);
    await page.goto(`${PATH}?from=2001-01-01&to=2001-01-31`);
    await page.getByRole('heading', { name: 'No views in this period' }).waitFor();
  });

  test('says when the views cannot be loaded, and tries again', async () => {
    const page = await newPage({ as: 'administrator' });
    await see(page, 1);
    await page.route(
      '**/api/content/viewsReport?*',
      (route) =>
        route.fulfill({
          status: 400,
          json: { code: 'x', detail: 'The days are not right.', status: 400, title: 'Bad request', type: 'x' },
        }),
      { times: 2 },
    );
    await page.goto(PATH);
    await page.getByText('The days are not right.').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('table', { name: 'Views by page' }).waitFor();
  });

  test('sorts its tables and exports what they show', async () => {
    const page = await newPage({ as: 'administrator' });
    const { category } = await see(page, 2);
    await page.goto(PATH);
    const byCategory = page.getByRole('table', { name: 'Views by category' });
    await byCategory.getByRole('button', { name: category }).waitFor();
    await byCategory.getByRole('button', { name: 'Category', exact: true }).click();
    await expect
      .poll(() => byCategory.getByRole('columnheader', { name: 'Category' }).getAttribute('aria-sort'))
      .toBe('ascending');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export categories as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('views-by-category.csv');
    const lines = (await text(await download.createReadStream())).split('\r\n');
    expect(lines[0]).toBe('Category,Views');
    expect(lines).toContain(`${category},2`);
  });

  test('follows the theme', async () => {
    const page = await newPage({ as: 'administrator' });
    await see(page, 1);
    await page.goto(PATH);
    const chart = page.getByRole('img', { name: /^Views in each of/ });
    await chart.waitFor();
    const picture = () => chart.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const light = await picture();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(picture).not.toBe(light);
  });

  test('is accessible and fits', async () => {
    const page = await newPage({ as: 'administrator' });
    await see(page, 1);
    await page.goto(`${PATH}?from=${dayOf(20)}&to=${dayOf(-1)}`);
    await page.getByRole('table', { name: 'Views by page' }).waitFor();
    await expectAccessible(page);
  });

  test('is not open to a content administrator', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto(PATH);
    await page.getByText('You are not authorized to access the page views page').waitFor();
  });
});
