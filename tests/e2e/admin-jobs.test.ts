import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { BackgroundJob } from '../../domain/generated/resources.ts';
import { clock } from '../factories/clock.ts';
import { makePage } from './content-editor-support.ts';
import { holdTime, shownInTime } from './page-time.ts';
import { callApi, expectAccessible, newPage, useBrowser } from './support.ts';

useBrowser();

const PATH = '/api/jobs';
const QUEUE = 'content-publish';
const WAITING = `filter=${encodeURIComponent(JSON.stringify({ queue: QUEUE, state: 'created' }))}`;

async function waitingIds(page: Page): Promise<string[]> {
  const jobs = await callApi<BackgroundJob[]>(page, 'GET', `/api/backgroundJobs?${WAITING}`);
  return jobs.map(({ id }) => id);
}

/** A publication that is due tomorrow: the job that waits for it. */
async function scheduleJob(page: Page): Promise<string> {
  const before = await waitingIds(page);
  const { id } = await makePage(page, [{ title: 'Tomorrow' }]);
  const at = new Date(clock.now() + 86_400_000).toISOString();
  await callApi(page, 'POST', `/api/content/pages/${id}/publish`, { at });
  const [job] = (await waitingIds(page)).filter((one) => !before.includes(one));
  return job!;
}

const cancel = (page: Page, id: string) => callApi(page, 'POST', '/api/backgroundJobs/actions/cancel', { ids: [id] });

describe('the page of background jobs', () => {
  test('opens from the menu in a tab of its own, and leads to a job that is canceled and sent again', async () => {
    const home = await newPage({ as: 'administrator' });
    await home.goto('/admin/eventLog');
    const job = await scheduleJob(home);
    await home
      .getByRole('link', { name: 'Settings' })
      .or(home.getByRole('button', { name: 'Settings' }))
      .first()
      .click();
    const opened = home.context().waitForEvent('page');
    await home.getByRole('link', { name: 'Background Jobs' }).first().click();
    const page = await opened;
    await page.getByRole('heading', { level: 1, name: 'Background jobs' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(PATH);
    await page.locator(`a[href*="${job}"]`).first().waitFor();
    await expectAccessible(page);

    await page.locator(`a[href*="${job}"]`).first().click();
    await page.getByRole('heading', { level: 1, name: QUEUE }).waitFor();
    await page.getByText('pageId').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel job' }).click();
    const question = page.getByRole('alertdialog', { name: 'Cancel this job?' });
    await question.getByRole('button', { name: 'Cancel job' }).click();
    await page.getByText('The job is canceled.').waitFor();
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('The job is resent.').waitFor();
    await page.getByRole('button', { name: 'Cancel job' }).waitFor();

    await page.goto(PATH);
    await page.getByRole('navigation', { name: 'Related lists' }).getByRole('link', { name: 'Job history' }).click();
    await page
      .getByRole('row', { name: new RegExp(`Resent.*${QUEUE}`) })
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Job queues' }).click();
    await page.getByRole('link', { name: 'housekeeping' }).waitFor();
    await expectAccessible(page);
    await cancel(page, job);
    await page.close();
  });

  test('keeps itself up to date while it is seen', async () => {
    const page = await newPage({ as: 'administrator' });
    await holdTime(page);
    await page.goto(`${PATH}?${WAITING}`);
    await page.getByRole('heading', { level: 1, name: 'Background jobs' }).waitFor();
    const job = await scheduleJob(page);
    await shownInTime(page, page.locator(`a[href*="${job}"]`).first());
    await cancel(page, job);
  });

  test('is for administrators', async () => {
    const page = await newPage({ as: 'student' });
    await page.goto(PATH);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    const visitor = await newPage();
    await visitor.goto(`${PATH}?${WAITING}`);
    await expect.poll(() => new URL(visitor.url()).pathname).toBe('/login');
    expect(new URL(visitor.url()).searchParams.get('redirectFrom')).toBe(`${PATH}?${WAITING}`);
  });
});
