import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Job, JobPage } from '../../domain/operations/jobs.ts';
import { clock } from '../factories/clock.ts';
import { makePage } from './content-editor-support.ts';
import { holdTime, shownInTime } from './page-time.ts';
import { callApi, expectAccessible, newPage, useBrowser } from './support.ts';

useBrowser();

const PATH = '/api/jobs';
const QUEUE = 'content-publish';

async function waitingIds(page: Page): Promise<string[]> {
  const { jobs } = await callApi<JobPage>(page, 'GET', `${PATH}/list?state=waiting&queue=${QUEUE}`);
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

describe('the page of background jobs', () => {
  test('opens from the menu in a tab of its own, and leads from a queue to a job that is cancelled and sent again', async () => {
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
    await page.getByRole('table', { name: 'Queues' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: new RegExp(`^Waiting of ${QUEUE}`) }).click();
    await page.getByRole('link', { name: new RegExp(job.slice(0, 8)) }).click();
    const dialog = page.getByRole('dialog', { name: QUEUE });
    await dialog.getByText('pageId, version').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel job' }).click();
    const question = page.getByRole('alertdialog', { name: 'Cancel this job?' });
    await question.getByRole('button', { name: 'Cancel job' }).click();
    await dialog.getByText('Cancelled', { exact: true }).waitFor();
    await dialog.getByText('cancelled a waiting job').waitFor();

    // The address leads to the job again.
    await page.reload();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('Waiting', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText(`sent a cancelled job of ${QUEUE} again`).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Schedules' }).press('Enter');
    await page
      .getByRole('table', { name: 'Schedules' })
      .getByRole('row', { name: /housekeeping 17 3 \* \* \*/ })
      .waitFor();
    await expectAccessible(page);
    await callApi(page, 'POST', `${PATH}/${QUEUE}/${job}/cancel`);
    await page.close();
  });

  test('keeps itself up to date while it is seen, and rests in a hidden tab', async () => {
    const page = await newPage({ as: 'administrator' });
    await holdTime(page);
    await page.goto(`${PATH}?tab=jobs&state=waiting&queue=${QUEUE}`);
    await page.getByRole('heading', { level: 1, name: 'Background jobs' }).waitFor();
    const first = await scheduleJob(page);
    await shownInTime(page, page.getByRole('link', { name: new RegExp(first.slice(0, 8)) }));

    const setVisible = (state: 'visible' | 'hidden'): Promise<void> =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
        window.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await setVisible('hidden');
    let asked = 0;
    page.on('request', (request) => (asked += request.url().includes(`${PATH}/list`) ? 1 : 0));
    await page.clock.runFor(60_000);
    expect(asked).toBe(0);
    await callApi(page, 'POST', `${PATH}/${QUEUE}/${first}/cancel`);
    await setVisible('visible');
    await expect.poll(() => page.getByRole('link', { name: new RegExp(first.slice(0, 8)) }).count()).toBe(0);
  });

  test('lists many failed jobs a page at a time, with what can be done about them', async () => {
    const page = await newPage({ as: 'administrator' });
    const failed = Array.from({ length: 60 }, (_, n): Job => {
      const id = `6f1c0d4e-2f0b-4a55-9f6e-${String(n).padStart(12, '0')}`;
      const at = new Date(clock.now() - n * 60_000).toISOString();
      const error = `The printer ${n} is off`;
      const attempts = { attempts: 6, mostAttempts: 6 };
      const times = { createdAt: at, startsAt: at, startedAt: at, endedAt: at };
      return {
        id,
        queue: QUEUE,
        state: 'failed',
        ...times,
        ...attempts,
        keys: ['pageId'],
        error,
        isSentAgain: n === 1,
      };
    });
    await page.route(`**${PATH}/list?*state=failed*`, (route) => {
      const isSecond = new URL(route.request().url()).searchParams.has('after');
      const answer: JobPage = isSecond
        ? { jobs: failed.slice(50), next: null }
        : { jobs: failed.slice(0, 50), next: `1.${failed[49]!.id}` };
      return route.fulfill({ json: answer });
    });
    const sent: string[] = [];
    await page.route(`**${PATH}/${QUEUE}/**`, (route) => {
      sent.push(new URL(route.request().url()).pathname);
      return route.fulfill({ json: { changed: 1 } });
    });
    await page.route(`**${PATH}/${QUEUE}/retry`, (route) => {
      sent.push(new URL(route.request().url()).pathname);
      return route.fulfill({ json: { changed: 60 } });
    });
    await page.goto(`${PATH}?tab=jobs&queue=${QUEUE}`);
    const table = page.getByRole('table', { name: 'Jobs' });
    await table.getByText('The printer 0 is off').waitFor();
    await table.getByText('Sent again').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Older' }).click();
    await table.getByText('The printer 59 is off').waitFor();
    await page.goBack();
    await table.getByText('The printer 0 is off').waitFor();
    await table
      .getByRole('button', { name: /^Retry/ })
      .first()
      .click();
    await page.getByText('The job gets one more attempt.').waitFor();
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retry all' }).click();
    await page.getByText(`60 failed jobs of ${QUEUE} retried.`).waitFor();
    expect(sent).toEqual([`${PATH}/${QUEUE}/${failed[0]!.id}/retry`, `${PATH}/${QUEUE}/retry`]);
  });

  test('is for administrators', async () => {
    const page = await newPage({ as: 'student' });
    await page.goto(PATH);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    const visitor = await newPage();
    await visitor.goto(`${PATH}?tab=history`);
    await expect.poll(() => new URL(visitor.url()).pathname).toBe('/login');
    expect(new URL(visitor.url()).searchParams.get('redirectFrom')).toBe(`${PATH}?tab=history`);
  });
});
