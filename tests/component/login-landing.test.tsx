import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen } from '../../src/portal/login/LoginScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { BOARDS } from './board-answers.ts';
import { listOf } from './site-api.ts';
import { sitePage } from './site-page.tsx';

test.each([
  ['', '/board'],
  ['?redirectFrom=%2F', '/'],
  ['?redirectFrom=%2Fdocs', '/docs'],
])('after the login an account with a board continues from %s to %s', async (search, expected) => {
  const { shell } = await commands.siteModel();
  const others = shell.routes.filter(({ screen }) => screen !== 'console:board');
  const board = others.find(({ screen }) => screen === 'console:report');
  const route = { ...board, path: '/board', screen: 'console:board', requiredRoles: [] };
  const model = { ...shell, routes: [...others, route], boards: BOARDS };
  const expirationTime = new Date(clock.now() + 3_600_000).toISOString();
  await sitePage({
    pattern: '*',
    address: `/login${search}`,
    screen: <Screen />,
    answers: {
      'POST /api/Login': () => ({ username: 'someone', roles: [], expirationTime, isKiosk: false, hasPassword: true }),
      'GET /api/model/shell': () => model,
      'GET /api/users': () => listOf('users', []),
    },
  });
  setLoggedOut();
  await userEvent.fill(page.getByLabelText(/^Username/), 'someone');
  await userEvent.fill(page.getByLabelText('Password'), 'secret');
  await userEvent.click(page.getByRole('button', { name: 'Log in' }));
  await expect.poll(() => window.location.pathname).toBe(expected);
});
