import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { callApi, expectAccessible, newPage, useBrowser } from './support.ts';
import { swipe } from './swipe.ts';

useBrowser();

/** Of a person whose card no other test replaces. */
const CARD = '6001234599990017';

const heading = (page: Page, text: string) => page.getByRole('status').getByText(text).first().waitFor();

test('a tap station is paired, greets, works without a connection also after a reload, and sends its taps once', async () => {
  const page = await newPage({ as: 'administrator', isFresh: true });
  await page.goto('/');
  const center = await callApi<{ id: number }>(page, 'POST', '/api/centers', {
    name: 'Woodshop of the test',
    active: true,
  });
  const people = await callApi<{ id: number }[]>(
    page,
    'GET',
    `/api/users?filter=${JSON.stringify({ username: 'transactionreader' })}`,
  );
  await callApi(page, 'PUT', `/api/events/door/people/${people[0]!.id}/card`, { text: CARD, replaces: true });
  await page.goto(`/tapStation/${center.id}?lang=en`);
  await page.getByLabel('Name of the device').fill('Front door');
  await page.getByRole('button', { name: 'Pair this display' }).click();
  await page.getByText('Tap your card').waitFor();
  await swipe(page, CARD);
  await heading(page, 'Welcome');
  await expectAccessible(page);

  const isStored = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
  await expect.poll(isStored).toBe(true);
  await page.context().setOffline(true);
  await swipe(page, '6001234599990025');
  await heading(page, 'Saved for later');
  await page.reload();
  await page.getByText('Tap your card').waitFor();
  await swipe(page, '6001234599990033');
  await page.getByText('2 taps are stored on this device').waitFor();

  await page.context().setOffline(false);
  await page.getByText('taps are stored on this device').waitFor({ state: 'detached' });
  const administrator = await newPage({ as: 'administrator' });
  await administrator.goto('/');
  const filter = JSON.stringify({ centerId: center.id });
  const taps = await callApi<{ outcome: string; isUnverified: boolean }[]>(
    administrator,
    'GET',
    `/api/taps?filter=${filter}&sort=["id","ASC"]`,
  );
  expect(taps.map(({ outcome, isUnverified }) => [outcome, isUnverified])).toEqual([
    ['arrived', false],
    ['unknown', true],
    ['unknown', true],
  ]);
});
