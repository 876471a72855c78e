import { expect, test } from 'vitest';
import { callApi, newPage, useBrowser } from './support.ts';
import { clock } from '../factories/clock.ts';

useBrowser();

test('an uncaught error is sent to the event log in the specification’s form, once', async () => {
  const page = await newPage({ as: 'administrator' });
  await page.goto('/admin/users?page=2');
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  const marker = `lost thread ${clock.now()}`;
  const [request] = await Promise.all([
    page.waitForRequest('**/api/EventLog/LogError'),
    page.evaluate((message) => {
      const error = new Error(message);
      for (const _ of [1, 2, 3]) window.dispatchEvent(new ErrorEvent('error', { error }));
    }, marker),
  ]);
  const body = request.postDataJSON() as Record<string, string>;
  expect(Object.keys(body).sort()).toEqual(['exception', 'location', 'message']);
  expect(body['message']).toBe(`${marker} [uncaught error]`);
  expect(body['exception']).toContain(marker);
  expect(body['location']).toBe(`window - /admin/users - {} - {} - ${page.url()}`);
  const logged = async () =>
    (
      await callApi<{ message: string }[]>(
        page,
        'GET',
        `/api/eventLog?filter=${encodeURIComponent(JSON.stringify({ message_like: marker }))}`,
      )
    ).length;
  await expect.poll(logged).toBe(1);
});

test('a thrown value without a stack is reported as such', async () => {
  const page = await newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [request] = await Promise.all([
    page.waitForRequest('**/api/EventLog/LogError'),
    page.evaluate(() => window.dispatchEvent(new ErrorEvent('error', { error: 'just words' }))),
  ]);
  expect(request.postDataJSON()).toMatchObject({ message: 'just words [uncaught error]', exception: 'No stack trace' });
});
