import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LoginResponse } from '../../domain/calls/accounts.ts';
import { sessionStore, setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen } from '../../src/portal/login/LoginScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { listOf, refusal } from './site-api.ts';
import { sitePage } from './site-page.tsx';

beforeEach(() => setLoggedOut());

const MODEL = 'GET /api/model/shell';
const WELCOME = (): LoginResponse => ({
  username: 'ada',
  roles: ['Student', 'Default'],
  expirationTime: new Date(clock.now() + 3_600_000).toISOString(),
  isKiosk: false,
  hasPassword: false,
  wasNotAbleToFullyLoad: true,
});

async function logIn(answer: () => unknown): Promise<void> {
  await sitePage({
    pattern: '*',
    address: '/login',
    screen: <Screen />,
    answers: {
      'POST /api/Login': answer,
      'GET /api/users': () => listOf('users', []),
      [MODEL]: () => refusal(503, 'test.none', 'Not now.'),
    },
  });
  setLoggedOut();
  await userEvent.fill(page.getByLabelText(/^Username/), 'ada');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'secret');
  await userEvent.click(page.getByRole('button', { name: 'Log in' }));
}

const DOWN = 'The campus directory is not responding. Please try again in a few minutes.';

test.each([
  ['a directory that is down', 503, DOWN, `Could not sign in. ${DOWN}`],
  ['an account that is closed', 403, 'Your account is closed.', 'Could not sign in. Your account is closed.'],
  ['a wrong password', 401, 'Anything.', 'Could not sign in. Please try again.'],
])('says so for %s', async (_, status, detail, text) => {
  await logIn(() => refusal(status, 'account.refused', detail));
  await expect.element(page.getByRole('alert')).toHaveTextContent(text);
  expect(sessionStore.get().isLoggedIn).toBe(false);
  expect((await axe.run(document.body)).violations).toEqual([]);
});

test('people with unreadable groups learn that something may be missing', async () => {
  await logIn(WELCOME);
  const dialog = page.getByRole('dialog', { name: 'Account Load Issue' });
  await expect.element(dialog.getByText(/Some features may not work\. Please contact the IT team\.$/)).toBeVisible();
  expect((await axe.run(dialog.element())).violations).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Ok' }));
  await expect.element(dialog).not.toBeInTheDocument();
});
