import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { DoorSessions } from '../../domain/calls/door.ts';
import { callApi, newPage, PASSWORD, useBrowser } from './support.ts';
import { swipe } from './swipe.ts';

useBrowser();

const CARDS = { student: '0012345678901234', staff: '0099345678901234' } as const;
const LOGIN = 'Select your login method';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function giveCard(administrator: Page, username: keyof typeof CARDS): Promise<void> {
  const filter = encodeURIComponent(JSON.stringify({ username }));
  const [user] = await callApi<{ id: number }[]>(administrator, 'GET', `/api/users?filter=${filter}`);
  const body = { text: CARDS[username], replaces: true };
  await callApi(administrator, 'PUT', `/api/events/door/people/${user?.id}/card`, body);
}

test('a display is paired by its code; people swipe, take what is ready, and leave nothing behind', async () => {
  const administrator = await newPage({ as: 'administrator' });
  await giveCard(administrator, 'student');
  await giveCard(administrator, 'staff');
  const [center] = await callApi<{ id: number }[]>(administrator, 'GET', '/api/centers');
  const kiosk = await newPage();
  await kiosk.goto('/kiosk');
  await button(kiosk, 'Show a code').click();
  const code = await kiosk.getByText(/^[A-Z]{4}-[A-Z]{4}$/).innerText();
  const inputs = { code, name: 'Entrance' };
  await callApi(administrator, 'POST', '/api/centers/actions/pair', { ids: [center?.id], inputs });
  await heading(kiosk, LOGIN).waitFor();
  await kiosk.locator('[data-card-reader]').waitFor({ state: 'attached' });
  const entries = await kiosk.evaluate(() => history.length);

  await swipe(kiosk, CARDS.student);
  await heading(kiosk, 'What would you like to do?').waitFor();
  const ready = kiosk.getByRole('button', { name: /^Picked up ?: / });
  await ready.first().waitFor();
  const count = await ready.count();
  await ready.first().click();
  await expect.poll(() => ready.count()).toBe(count - 1);
  await kiosk.getByRole('link', { name: 'Upcoming events', exact: true }).first().click();
  await heading(kiosk, 'Upcoming events').waitFor();
  await kiosk.getByRole('link', { name: 'Home', exact: true }).first().click();
  await kiosk
    .getByText(/^\d+ AM – \d+ PM$/)
    .first()
    .waitFor();
  expect(await kiosk.getByText('Oops! Sorry').count()).toBe(0);
  expect(await kiosk.evaluate(() => history.length)).toBe(entries);
  await button(kiosk, "I'm done").click();
  await heading(kiosk, LOGIN).waitFor();
  expect(await kiosk.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('student');

  await swipe(kiosk, CARDS.staff);
  await heading(kiosk, 'What would you like to do?').waitFor();
  // The next person does not wait for this one to leave.
  await swipe(kiosk, CARDS.student);
  await expect
    .poll(async () => (await callApi<{ username: string }>(kiosk, 'GET', '/api/UserCookieData')).username)
    .toBe('student');
  await kiosk.goto('/signup/myevents');
  await kiosk.getByText('This page is not available in kiosk mode').waitFor();
});

test('staff hand a browser over for one session: it can do nothing else, and their password leads back', async () => {
  const staff = await newPage({ as: 'eventprocessor' });
  const { today, coming } = await callApi<DoorSessions>(staff, 'GET', '/api/events/door');
  const session = [...today, ...coming].find(({ phase }) => phase === 'running' || phase === 'ahead');
  const door = `/scheduling/processinstance/${session?.id}`;
  await staff.goto(door);
  await button(staff, 'More').click();
  await staff.getByRole('menuitem', { name: 'Self check-in' }).click();
  await button(staff, 'Start self check-in').click();
  await staff.getByRole('dialog', { name: session?.title ?? '' }).waitFor();
  expect(new URL(staff.url()).pathname).toBe('/kiosk');
  await swipe(staff, '0000000000000001');
  await staff.getByText('No seat found for this session.').waitFor();
  await staff.goto(door);
  expect(new URL(staff.url()).pathname).toBe('/kiosk');
  await button(staff, 'Staff: end self check-in').click();
  await staff.getByLabel('Password of eventprocessor').fill(PASSWORD);
  await button(staff, 'End self check-in').click();
  await staff.waitForURL((url) => url.pathname === door);
  await button(staff, 'Add a person').waitFor();
});
