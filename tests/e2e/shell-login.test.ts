import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { DeclaredSettings } from '../../domain/calls/settings.ts';
import { atRest, callApi, loginAs, newPage, PASSWORD, useBrowser } from './support.ts';
import { Authenticator } from '../factories/authenticator.ts';
import { clock } from '../factories/clock.ts';

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
  await expect.poll(() => username.evaluate((input) => input === document.activeElement)).toBe(true);
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
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Profile/ })
    .click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(await page.getByRole('button', { name: /^Account of/ }).count()).toBe(0);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? 'null') as unknown);
  expect(stored).toEqual({
    isLoggedIn: false,
    roles: [],
    expireTime: null,
    userName: null,
    kioskSession: false,
    hasPassword: false,
  });
});

test('at its expiry the session shows a notice, keeps the page, and continues after a login', async () => {
  const page = await newPage({ as: 'student' });
  await page.clock.install({ time: clock.now() });
  await page.goto('/requests/navigate');
  const search = page.getByLabel('Search all forms');
  await search.fill('poster');
  await page.context().clearCookies();
  await page.clock.fastForward('09:00:00');
  const dialog = page.getByRole('dialog', { name: 'Session Expired' });
  await dialog.getByText('Your session has expired. Please log in again.').waitFor();
  expect(await dialog.getByLabel('Username (IdentiKey)').inputValue()).toBe('student');
  await page.clock.setFixedTime(clock.date());
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
  await other.getByRole('menuitem', { name: 'Log out', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('logging out everywhere asks first, and then ends the account’s sessions on other devices too', async () => {
  const admin = await newPage({ as: 'administrator' });
  const username = `everywhere-${crypto.randomUUID().slice(0, 8)}`;
  await createAccount(admin, { username, displayName: 'Every Where', roles: ['Student'] }, 'first words here');
  const [page, elsewhere] = [await newPage(), await newPage()];
  for (const each of [page, elsewhere]) {
    await each.goto('/login');
    await each.getByLabel('Username (IdentiKey)').fill(username);
    await each.getByLabel('Password').fill('first words here');
    await each.keyboard.press('Enter');
    await each.waitForURL((url) => url.pathname === '/');
  }
  const choose = async () => {
    await page.getByRole('button', { name: 'Account of Every Where' }).click();
    await page.getByRole('menuitem', { name: 'Log out everywhere' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'Log out everywhere?' });
  const isThere = async () => (await elsewhere.context().request.get('/api/UserCookieData')).status() === 200;
  await choose();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await isThere()).toBe(true);
  await choose();
  await question.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('link', { name: 'Log in' }).first().waitFor();
  expect(await isThere()).toBe(false);
});

test('a call after the session’s end asks for the login and is then repeated', async () => {
  const page = await newPage({ as: 'student' });
  await openNavigator(page);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Requests' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Requests' }).click();
  const dialog = page.getByRole('dialog', { name: 'Session Expired' });
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'My requests' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a role that newly needs a second factor has it set up on the page, which then continues', async () => {
  const admin = await newPage({ as: 'administrator' });
  const username = `store${clock.now()}`;
  await createAccount(admin, { username, displayName: 'Store', roles: ['StoreAdmin'] }, 'first words here');
  const page = await newPage();
  await loginAs(page.context(), username, 'first words here');
  await openNavigator(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await requireSecondFactor(admin, ['StoreAdmin']);
  await page.getByRole('button', { name: 'Requests' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Requests' }).click();
  const dialog = page.getByRole('dialog', { name: 'Second factor needed' });
  await dialog.getByLabel('Current password').fill('first words here');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = await dialog.locator('code').innerText();
  await dialog.getByLabel('Code', { exact: true }).fill(new Authenticator(secret.replaceAll(' ', ''), clock).code());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page.emulateMedia({ media: 'print' });
  await dialog.getByText(`Recovery codes of ${username} for `).waitFor();
  expect(await dialog.getByRole('list', { name: 'Recovery codes' }).isVisible()).toBe(true);
  expect(await dialog.getByRole('button', { includeHidden: true }).first().isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('heading', { level: 1, name: 'My requests' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await requireSecondFactor(admin, []);
});

/** What the page of forms loads after its heading. A session that is changed earlier is noticed by these calls. */
const LATE_CALLS = ['/api/requests/drafts', '/api/UserMessage/GetNumberUnreadMessages'];

/** The page of forms, after its last call. */
async function openNavigator(page: Page): Promise<void> {
  const answers = LATE_CALLS.map((path) => page.waitForResponse((answer) => new URL(answer.url()).pathname === path));
  await page.goto('/requests/navigate');
  await page.getByRole('heading', { level: 1, name: 'Make a request' }).waitFor();
  for (const answer of await Promise.all(answers)) await answer.finished();
}

interface Account {
  username: string;
  displayName: string;
  roles: string[];
}

async function createAccount(admin: Page, account: Account, password: string): Promise<void> {
  const { id } = await callApi<{ id: number }>(admin, 'POST', '/api/users', {
    ...account,
    email: `${account.username}@campus.example`,
    groupIds: [],
    active: true,
  });
  await callApi(admin, 'POST', '/api/users/actions/setPassword', { ids: [id], inputs: { password } });
}

async function requireSecondFactor(admin: Page, roles: string[]): Promise<void> {
  const key = 'logins.secondFactorRoles';
  const { settings } = await callApi<DeclaredSettings>(admin, 'GET', '/api/systemSettings/declared');
  const version = settings.find((setting) => setting.key === key)?.row?.version ?? null;
  await callApi(admin, 'PUT', '/api/systemSettings/declared', { changes: [{ key, value: roles, version }] });
}

/** What the shell loads once the page has nothing else to do. */
const OPENED_LATER = /\/later-[^/]*\.js/;

test('a password can be changed, and the old one no longer opens the account', async () => {
  const admin = await newPage({ as: 'administrator' });
  const username = `changer${clock.now()}`;
  await createAccount(admin, { username, displayName: 'Changer', roles: ['Student'] }, 'first words here');
  // Without a service worker, which would answer from its cache.
  const page = await newPage({ isFresh: true });
  await page.route(OPENED_LATER, (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Username (IdentiKey)').fill(username);
  await page.getByLabel('Password').fill('first words here');
  await page.keyboard.press('Enter');
  // The login leads on, and menus close on the way.
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await atRest(page);
  await page.getByRole('button', { name: 'Account of Changer' }).click();
  await page.getByRole('menuitem', { name: 'Log out', exact: true }).waitFor();
  const choice = page.getByRole('menuitem', { name: 'Change password' });
  expect(await choice.count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.unroute(OPENED_LATER);
  await page.getByRole('button', { name: 'Account of Changer' }).click();
  await choice.click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('not these');
  await dialog.getByLabel('New password').fill('second words here');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByText('The current password is wrong.').waitFor();
  await dialog.getByLabel('Current password').fill('first words here');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('status', { name: 'Notices' }).getByText('Your password is changed.').waitFor();
  const old = await page.context().request.post('/api/Login', {
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:first words here`).toString('base64')}`,
      origin: new URL(page.url()).origin,
    },
    data: {},
  });
  expect(old.status()).toBe(401);
});

test('a login with the identity provider leads from a deep link back to it, and the logout ends both sides', async () => {
  const page = await newPage();
  const deep = '/requests/myrequests?page=2';
  await page.goto(`/login?redirectFrom=${encodeURIComponent(deep)}`);
  const button = page.getByRole('main').getByRole('link', { name: 'Log in with Campus ID' });
  await button.click();
  const name = `visitor-${crypto.randomUUID().slice(0, 8)}`;
  await page.locator('[name=login]').fill(name);
  await page.locator('[name=password]').fill('any');
  await page.locator('[type=submit]').click();
  // What the portal may know.
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'My requests' }).waitFor();
  const { pathname, search } = new URL(page.url());
  expect(`${pathname}${search}`).toBe(deep);
  await page.getByRole('button', { name: `Account of Name of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Log out', exact: true }).click();
  await page.locator('[name=logout]').click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(await page.getByRole('button', { name: /^Account of/ }).count()).toBe(0);
  // The provider asks again.
  await page.goto('/login');
  await button.click();
  await page.locator('[name=login]').waitFor();
});

test('without scripts the button of the identity provider leads there too', async () => {
  const page = await newPage({ scripts: false });
  await page.goto('/login?redirectFrom=%2Fdocs&problem=cancelled');
  await page.getByText('The login was canceled.').waitFor();
  await page.getByRole('link', { name: 'Log in with Campus ID' }).click();
  await page.locator('[name=login]').waitFor();
});
