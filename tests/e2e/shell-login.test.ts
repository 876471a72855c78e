import { expect, test } from 'vitest';
import { newPage, PASSWORD, useBrowser } from './support.ts';

useBrowser();

test('empty fields are named on submit, not before', async () => {
  const page = await newPage();
  await page.goto('/login');
  await page.getByLabel('Username (IdentiKey)').focus();
  await page.getByLabel('Password').focus();
  expect(await page.getByText('Email or username is required').count()).toBe(0);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Email or username is required').waitFor();
  await page.getByText('Password is required').waitFor();
  const username = page.getByLabel('Username (IdentiKey)');
  expect(await username.getAttribute('aria-invalid')).toBe('true');
  expect(await username.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('a wrong password says so in an alert and keeps what was typed', async () => {
  const page = await newPage();
  await page.goto('/login');
  await page.getByLabel('Username (IdentiKey)').fill('student');
  await page.getByLabel('Password').fill('not it');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Could not sign in. Please try again.').waitFor();
  expect(await page.getByLabel('Username (IdentiKey)').inputValue()).toBe('student');
});

test('logging out from the menu leads home and leaves nothing of the account', async () => {
  const page = await newPage({ as: 'student' });
  await page.goto('/requests/navigate');
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { level: 1, name: /Print it/ }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Requests' }).count()).toBe(0);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? 'null') as unknown);
  expect(kept).toEqual({ isLoggedIn: false, roles: [], expireTime: null, userName: null, kioskSession: false });
});

test('at its expiry the session says so, keeps the page, and goes on after a login', async () => {
  const page = await newPage({ as: 'student' });
  await page.clock.install();
  await page.goto('/requests/navigate');
  const search = page.getByLabel('Search all forms');
  await search.fill('poster');
  await page.context().clearCookies();
  await page.clock.fastForward('09:00:00');
  const dialog = page.getByRole('dialog', { name: 'Session Expired' });
  await dialog.getByText('Your session has expired. Please log in again.').waitFor();
  expect(await dialog.getByLabel('Username (IdentiKey)').inputValue()).toBe('student');
  await page.clock.setFixedTime(new Date());
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Account of Student' }).waitFor();
  await page.clock.runFor(1000);
  await dialog.waitFor({ state: 'detached' });
  expect(await search.inputValue()).toBe('poster');
});

test('a logout in one tab leads the other home', async () => {
  const page = await newPage({ as: 'student' });
  await page.goto('/requests/navigate');
  await page.getByRole('heading', { level: 1, name: 'Make a request' }).waitFor();
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Account of Student' }).click();
  await other.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { level: 1, name: /Print it/ }).waitFor();
});
