import { expect, test } from 'vitest';
import type { DoorList } from '../../domain/calls/door.ts';
import { clock } from '../factories/clock.ts';
import { publishSession } from './sessions.ts';
import { callApi, expectAccessible, newPage, useBrowser } from './support.ts';

useBrowser();

test('without a connection a page stays, the next one says that it cannot be loaded, and comes when the line is back', async () => {
  const page = await newPage({ as: 'administrator', isFresh: true });
  await page.goto('/tools/linksmanager');
  const rows = page.locator('tbody [data-row-link]');
  await rows.first().waitFor();
  const before = await rows.allTextContents();
  await page.context().setOffline(true);

  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
  await page.getByText('The links may be out of date').waitFor();
  expect(await rows.allTextContents()).toEqual(before);
  await page.getByRole('link', { name: 'New link' }).click();
  await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();

  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'New link' }).waitFor();
  // With the style sheets that were missing as well.
  const bar = page.getByRole('button', { name: 'Create link' }).locator('../..');
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

test('my events and the code of a ticket open without a connection, until their owner logs out', async () => {
  const page = await newPage({ as: 'student', isFresh: true });
  await page.goto('/');
  const title = 'Basket weaving';
  await callApi(page, 'POST', `/api/events/instances/${await publishSession(title)}/tickets`);
  await page.goto('/signup/myevents');
  const open = new RegExp(`^Show ticket.*${title}`);
  await page.getByRole('button', { name: open }).first().waitFor();
  const isStored = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
  await expect.poll(isStored).toBe(true);

  await page.context().setOffline(true);
  const later = await page.context().newPage();
  await later.goto('/signup/myevents');
  await later.getByText('Your events may be out of date').waitFor();
  await later.getByRole('button', { name: open }).first().click();
  await later.getByRole('img', { name: `QR code of your ticket for ${title}` }).waitFor();
  await expectAccessible(later);
  await later.close();

  await page.context().setOffline(false);
  await callApi(page, 'POST', '/api/Logout');
  await page.goto('/');
  const isSaved = () =>
    page.evaluate(async () => [
      localStorage.getItem('tickets'),
      await caches.keys(),
      await navigator.serviceWorker.getRegistrations(),
    ]);
  await expect.poll(isSaved).toEqual([null, [], []]);
});

test('the list of a door opens again without a connection with its marks, sends them once, and goes with the logout', async () => {
  const page = await newPage({ as: 'eventadmin', isFresh: true });
  await page.goto('/');
  const id = await publishSession('Lace making', { capacity: 5 });
  for (const as of ['student', 'staff'])
    await callApi(await newPage({ as }), 'POST', `/api/events/instances/${id}/tickets`);
  // It has begun.
  const startsAt = new Date(clock.now() - 10 * 60_000).toISOString();
  const endsAt = new Date(clock.now() + 50 * 60_000).toISOString();
  await callApi(page, 'PUT', `/api/instances/${id}`, { startsAt, endsAt });
  const { tickets } = await callApi<DoorList>(page, 'GET', `/api/events/door/${id}`);
  const [due] = tickets;
  const address = `/scheduling/processinstance/${id}`;
  await page.goto(address);
  await page.getByRole('button', { name: `Attended: ${due?.name}` }).waitFor();
  const isStored = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
  await expect.poll(isStored).toBe(true);

  await page.context().setOffline(true);
  await page.getByRole('button', { name: `Attended: ${due?.name}` }).click();
  await page.getByText('1 mark not sent yet').waitFor();
  await page.reload();
  await page.getByText('Offline: marks by others are not shown').waitFor();
  await page.getByText(/the last version loaded, on \w/).waitFor();
  const row = page.getByRole('listitem').filter({ hasText: due?.name ?? '' });
  await row.getByText('not sent yet').waitFor();
  await row.getByText('Attended', { exact: true }).waitFor();
  // What is loaded when it is used is there too.
  await page.locator('#main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mark the rest as no-show' }).click();
  await page.getByRole('button', { name: 'Not yet' }).click();
  await expectAccessible(page);

  const sent: unknown[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/marks')) sent.push(request.postDataJSON());
  });
  await page.context().setOffline(false);
  await row.getByText('not sent yet').waitFor({ state: 'detached' });
  await page.getByText('1 mark not sent yet').waitFor({ state: 'detached' });
  expect(sent).toEqual([{ marks: [expect.objectContaining({ ticketId: due?.id, to: 'attended' })] }]);

  await callApi(page, 'POST', '/api/Logout');
  await page.goto('/');
  const isSaved = () =>
    page.evaluate(async () => [
      Object.keys(localStorage).filter((name) => name.startsWith('door')),
      await caches.keys(),
      await navigator.serviceWorker.getRegistrations(),
    ]);
  await expect.poll(isSaved).toEqual([[], [], []]);
});
