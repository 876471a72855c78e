import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLoggedIn } from '../../src/app/session/sessionStore.ts';
import { clock } from '../../src/ui/clock.ts';
import { sitePage } from './site-page.tsx';

test.each([
  [true, ['Change password', 'Log out', 'Log out everywhere']],
  [false, ['Log out', 'Log out everywhere']],
])('offers another password to anyone who has one here (%s) alone', async (hasPassword, expected) => {
  await sitePage({
    pattern: '*',
    address: '/docs',
    screen: <h1>Docs</h1>,
    answers: { 'POST /api/content/TrackPageView': () => undefined },
    inShell: true,
  });
  const expirationTime = new Date(clock.now() + 3_600_000).toISOString();
  setLoggedIn({ username: 'administrator', roles: ['Administrator'], expirationTime, isKiosk: false, hasPassword });
  await userEvent.click(page.getByRole('button', { name: /^Account of/ }));
  const menu = page.getByRole('menu', { name: 'Account' });
  await expect.element(menu.getByRole('menuitem', { name: 'Log out', exact: true })).toBeVisible();
  const items = menu.getByRole('menuitem').elements();
  expect(items.map(({ textContent }) => textContent)).toEqual(expected);
  // The appearance stays apart from what acts on the account.
  expect(items[0]?.previousElementSibling?.getAttribute('role')).toBe('separator');
});
