import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LoginWays } from '../../domain/values/login-problems.ts';
import { ModelContext, useModel } from '../../src/app/useModel.ts';
import { ForgotPassword } from '../../src/portal/login/ForgotPassword.tsx';
import { SetPassword } from '../../src/portal/login/SetPassword.tsx';
import { refusal, type Answers } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const ACCOUNT = {
  username: 'ann',
  name: 'Ann Invited',
  purpose: 'invitation',
  endsAt: '2027-01-01T00:00:00.000Z',
};

type Ways = LoginWays['newPasswords'];

function Forgotten({ newPasswords }: { newPasswords: Ways }) {
  const model = useModel();
  return (
    <ModelContext value={{ ...model, login: { ...model.login, newPasswords } }}>
      <ForgotPassword />
    </ModelContext>
  );
}

const openForgotten = (newPasswords: Ways, answers: Answers = {}) =>
  sitePage({
    pattern: '/login/forgot',
    address: '/login/forgot',
    screen: <Forgotten newPasswords={newPasswords} />,
    answers,
  });

/** Returns when the token has left the address. */
async function openLink(answers: Answers, link = '#seed.signature') {
  const calls = await sitePage({
    pattern: '/login/password',
    address: `/login/password${link}`,
    screen: <SetPassword />,
    answers,
  });
  await expect.poll(() => window.location.hash).toBe('');
  return calls;
}

const password = page.getByLabelText('New password');
const send = page.getByRole('button', { name: 'Set password' });

test('a link is requested by name; the answer does not say whether there is an account', async () => {
  const calls = await openForgotten('mail', { 'POST /api/account/passwordRequest': () => undefined });
  await userEvent.click(page.getByRole('button', { name: 'Email me a link' }));
  await expect.element(page.getByText('Email or username is required')).toBeVisible();
  expect(calls).toEqual([]);
  await userEvent.fill(page.getByLabelText('Username or email'), ' ann ');
  await userEvent.click(page.getByRole('button', { name: 'Email me a link' }));
  await expect.element(page.getByText(/^If “ann” has a password here/)).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ account: 'ann' }]);
});

test('without a mail server the page names a contact', async () => {
  await openForgotten('staff');
  await expect.element(page.getByText(/Ask the administrators of/)).toBeVisible();
  expect(page.getByRole('textbox').elements()).toHaveLength(0);
});

test('a link names the account, and sets its password; the token leaves the address', async () => {
  const answers = [refusal(400, 'x', 'Too short.', { errors: { newPassword: 'Too short.' } }), undefined];
  const calls = await openLink({
    'POST /api/account/passwordLink/account': () => ACCOUNT,
    'POST /api/account/passwordLink': () => answers.shift(),
  });
  await expect.element(page.getByText(/Hello Ann Invited. Your username is/)).toBeVisible();
  await userEvent.fill(password, 'short');
  await userEvent.click(send);
  await expect.element(page.getByText('Too short.')).toBeVisible();
  await userEvent.fill(password, 'four random words');
  await userEvent.click(send);
  await expect.element(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  expect(calls.at(-1)?.body).toEqual({ link: 'seed.signature', newPassword: 'four random words' });
});

test('a link that was used meanwhile says so', async () => {
  await openLink({
    'POST /api/account/passwordLink/account': () => ACCOUNT,
    'POST /api/account/passwordLink': () => refusal(410, 'password.link-void', 'It was used already.'),
  });
  await userEvent.fill(password, 'four random words');
  await userEvent.click(send);
  await expect.element(page.getByText('It was used already.')).toBeVisible();
  expect(send.elements()).toHaveLength(0);
});

test('without a link the page says where it is', async () => {
  await openLink({}, '');
  await expect.element(page.getByText('Open the link in the email')).toBeVisible();
});
