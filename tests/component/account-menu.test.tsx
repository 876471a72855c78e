import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { unreadStore } from '../../src/app/session/unreadMessages.ts';
import { setLoggedIn } from '../../src/app/sessionStore.ts';
import { clock } from '../../src/ui/clock.ts';
import { sitePage } from './site-page.tsx';

const PAGES = ['My Messages', 'My Trainings', 'My Data', 'Second Factor', 'Kiosk PIN', 'Communication Settings'];

test.each([
  [true, ['Change password', 'Log out everywhere', 'Log out']],
  [false, ['Log out everywhere', 'Log out']],
])('offers another password only to people who have a local one (%s)', async (hasPassword, expected) => {
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
  const items = () => menu.getByRole('menuitem').elements();
  await expect.poll(() => items().map(({ textContent }) => textContent)).toEqual([...PAGES, ...expected]);
  // The appearance stays apart from what acts on the account.
  expect(items()[PAGES.length]?.previousElementSibling?.getAttribute('role')).toBe('separator');
});

test('says how many messages are unread, at the picture and at the messages, and opens them', async () => {
  await sitePage({
    pattern: '*',
    address: '/docs',
    screen: <h1>Docs</h1>,
    answers: { 'POST /api/content/TrackPageView': () => undefined },
    inShell: true,
  });
  unreadStore.set(3);
  await userEvent.click(page.getByRole('button', { name: /^Account of .*, 3 unread$/ }));
  await userEvent.click(page.getByRole('menuitem', { name: /^My Messages\s+3 unread$/ }));
  await expect.poll(() => window.location.pathname).toBe('/myAccount/MyMessages');
  unreadStore.set(0);
});
