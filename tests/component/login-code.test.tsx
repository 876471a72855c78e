import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sessionStore, setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen } from '../../src/portal/login/LoginScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

beforeEach(() => setLoggedOut());

const WRONG = 'This code is wrong or was already used. Enter the newest code.';
const CODE = '123456';

function answerCode({ body }: ApiCall): unknown {
  if ((body as { code: string }).code !== CODE)
    return refusal(400, 'account.wrong-code', WRONG, { errors: { code: WRONG } });
  return {
    username: 'ada',
    roles: ['Student'],
    expirationTime: new Date(clock.now() + 3_600_000).toISOString(),
    isKiosk: false,
    hasPassword: true,
    wasNotAbleToFullyLoad: false,
  };
}

async function enterPassword(size: keyof typeof SIZES, code: (call: ApiCall) => unknown = answerCode) {
  const calls = await sitePage({
    pattern: '*',
    address: '/login',
    screen: <Screen />,
    answers: {
      'POST /api/Login': () => refusal(401, 'account.code-needed', 'Enter the code from your authenticator app.'),
      'POST /api/Login/code': code,
    },
    size,
  });
  setLoggedOut();
  await userEvent.fill(page.getByLabelText(/^Username/), 'ada');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'secret');
  await userEvent.keyboard('{Enter}');
  return calls;
}

test.each(['desktop', 'phone'] as const)('asks for the code after the password, accessibly on a %s', async (size) => {
  const calls = await enterPassword(size);
  const field = page.getByRole('textbox', { name: 'Code' });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(field).toHaveAttribute('inputmode', 'numeric');
  await expect.element(page.getByLabelText('Password', { exact: true })).not.toBeInTheDocument();
  expect(sessionStore.get().isLoggedIn).toBe(false);
  await userEvent.keyboard('000000{Enter}');
  await expect.element(page.getByText(WRONG)).toBeVisible();
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(SIZES[size].width);
  await userEvent.fill(field, CODE);
  await userEvent.click(page.getByRole('button', { name: 'Log in' }));
  await expect.poll(() => sessionStore.get().userName).toBe('ada');
  expect(calls.filter(({ path }) => path === '/api/Login/code').map(({ body }) => body)).toEqual([
    { code: '000000' },
    { code: CODE },
  ]);
});

test('takes a recovery code instead, and starts again', async () => {
  await enterPassword('desktop');
  await userEvent.click(page.getByRole('button', { name: 'Use a recovery code' }));
  const field = page.getByRole('textbox', { name: 'Recovery code' });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('inputmode', 'text');
  await userEvent.click(page.getByRole('button', { name: 'Log in' }));
  await expect.element(page.getByText('Code is required')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Start again' }));
  await expect.element(page.getByLabelText(/^Username/)).toHaveValue('ada');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('says that a login has ended, and offers no other try of the code', async () => {
  await enterPassword('desktop', () => refusal(410, 'account.login-ended', 'This login took too long.'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Code' }), CODE);
  await userEvent.click(page.getByRole('button', { name: 'Log in' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('This login took too long.');
  await expect.element(page.getByRole('button', { name: 'Log in' })).not.toBeInTheDocument();
});
