import { expect, test } from 'vitest';
import { newPage, PASSWORD, useBrowser } from './support.ts';
import { clock } from '../factories/clock.ts';

useBrowser();

test('a visitor on a page that needs a login sees why and returns to it after the login', async () => {
  const page = await newPage();
  await page.goto('/requests/myrequests?show=all#top');
  const dialog = page.getByRole('dialog', { name: 'Not Logged In' });
  await dialog.getByText('You need to be logged in to access this page').waitFor();
  await expect
    .poll(() => page.url())
    .toContain(`/login?redirectFrom=${encodeURIComponent('/requests/myrequests?show=all#top')}`);
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('Username (IdentiKey)').fill('student');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect
    .poll(() => new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash)
    .toBe('/requests/myrequests?show=all#top');
  await expect.poll(() => page.title()).toBe('My Requests');
});

test('a redirectFrom of another site leads home', async () => {
  const page = await newPage();
  await page.goto(`/login?redirectFrom=${encodeURIComponent('//evil.example/x')}`);
  await page.getByLabel('Username (IdentiKey)').fill('student');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Account of Student' }).waitFor();
  await page.waitForURL((url) => url.pathname === '/');
});

test('without the role navigation is canceled, the page stays, and the dialog names the page', async () => {
  const page = await newPage({ as: 'student' });
  await page.goto('/requests/navigate');
  await page.getByRole('heading', { level: 1, name: 'Make a request' }).waitFor();
  await page.evaluate(
    () =>
      new Promise<void>((back) => {
        addEventListener('popstate', () => back(), { once: true });
        history.pushState({ idx: 1, key: 'typed' }, '', '/admin/classes');
        history.back();
      }),
  );
  await page.evaluate(() => history.forward());
  const dialog = page.getByRole('dialog', { name: 'Not Allowed' });
  await dialog.getByText('You are not authorized to access the class manager page').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/requests/navigate');
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Make a request' }).waitFor();
});

test('an address that the account cannot open, typed in, leads home with the same dialog', async () => {
  const page = await newPage({ as: 'student' });
  await page.goto('/admin/permissions');
  await page
    .getByRole('dialog', { name: 'Not Allowed' })
    .getByText('You are not authorized to access the permission manager page')
    .waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expect(await page.getByRole('dialog').count()).toBe(1);
});

test('titles are the route names with capitals, the ground follows the route’s theme', async () => {
  const page = await newPage({ as: 'administrator' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/');
  await expect.poll(() => page.title()).toBe('Home');
  expect(await ground()).toBe('rgb(0, 0, 0)');
  await page.goto('/admin/groups');
  await expect.poll(() => page.title()).toBe('AdGroup Manager');
  expect(await ground()).toBe('rgb(244, 244, 244)');
  await page.goto('/nowhere');
  await expect.poll(() => page.title()).toBe('Atrium');
});

test('an address without a page says so and offers the way home', async () => {
  const page = await newPage();
  await page.goto('/nowhere/at/all');
  await page.getByRole('heading', { level: 1, name: 'There is no page at this address' }).waitFor();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('unsaved changes are asked about before a link is followed', async () => {
  const page = await newPage({ as: 'administrator' });
  await page.goto('/scheduling/managecategories/create');
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Soldering');
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await home.click();
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox', { name: 'Name' }).first().inputValue()).toBe('Soldering');
  await home.click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('the addresses of the specification filter the generated lists', async () => {
  const page = await newPage({ as: 'eventadmin' });
  const filter = () => new URL(page.url()).searchParams.get('filter');
  await page.goto('/scheduling/instancestickets/7');
  await expect.poll(filter).toBe('{"instanceId":7}');
  expect(new URL(page.url()).pathname).toBe('/scheduling/instancestickets/7');
  await expect.poll(() => page.title()).toMatch(/^.+, .+ · Event Instance Tickets$/);
  await page.goto('/scheduling/records?eventId=1');
  await expect.poll(filter).toBe('{"instanceId.eventId":1}');
  await page.getByRole('button', { name: /^Event is / }).waitFor();
  // From then on the event can be left out.
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: /^Event is / }).waitFor({ state: 'detached' });
  await expect.poll(filter).toBeNull();
});

test('a dialog hides its inner part immediately, its outer part after 500 ms, and the next one comes after 550', async () => {
  const page = await newPage({ as: 'student' });
  await page.clock.install({ time: clock.now() });
  await page.goto('/admin/users');
  const dialog = page.getByRole('dialog', { name: 'Not Allowed' });
  await dialog.getByRole('button', { name: 'Ok' }).waitFor();
  await page.clock.pauseAt(new Date(clock.now() + 60_000));
  const state = () =>
    page
      .locator('dialog')
      .evaluateAll((dialogs) =>
        dialogs.map((one) => [
          getComputedStyle(one.firstElementChild ?? one).opacity,
          getComputedStyle(one, '::backdrop').opacity,
        ]),
      );
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect.poll(state).toEqual([['0', '1']]);
  await page.clock.runFor(499);
  expect(await state()).toEqual([['0', '1']]);
  await page.clock.runFor(1);
  await expect.poll(state).toEqual([['0', '0']]);
  await page.clock.runFor(49);
  expect(await page.locator('dialog').count()).toBe(1);
  await page.clock.runFor(1);
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
});
