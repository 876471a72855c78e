import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LOGIN_PROBLEMS, type LoginWays } from '../../domain/values/login-problems.ts';
import { modelStore } from '../../src/app/modelStore.ts';
import { LoginForm } from '../../src/app/session/LoginForm.tsx';
import { setExpired, setLoggedIn, setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen } from '../../src/portal/login/LoginScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { sitePage, SIZES } from './site-page.tsx';

const PROVIDERS = [
  { name: 'campus', label: 'Campus ID' },
  { name: 'library', label: 'the library’s very own cards for guests' },
];

function setProviders(providers: typeof PROVIDERS, passwordsOf: LoginWays['passwordsOf'] = 'everyone') {
  const state = modelStore.get();
  if (state.model !== null)
    modelStore.set({ ...state, model: { ...state.model, login: { providers, passwordsOf, newPasswords: null } } });
}

async function open(search = '', { providers = PROVIDERS, size = 'desktop' as keyof typeof SIZES } = {}) {
  await sitePage({ pattern: '/login', address: `/login${search}`, screen: <Screen />, answers: {}, size });
  setProviders(providers);
  setLoggedOut();
  await expect.element(page.getByRole('button', { name: 'Log in' })).toBeVisible();
}

const button = page.getByRole('link', { name: 'Log in with Campus ID' });

test('has a link for each provider beside the form, which leads back to where someone was', async () => {
  await open(`?redirectFrom=${encodeURIComponent('/requests/view/Poster?x=1&y=2#part')}`);
  await expect
    .element(button)
    .toHaveAttribute(
      'href',
      '/api/auth/oidc/campus/start?redirectFrom=%2Frequests%2Fview%2FPoster%3Fx%3D1%26y%3D2%23part',
    );
  expect(button.element().getAttribute('target')).toBeNull();
  expect(page.getByRole('link', { name: /^Log in with/ }).elements()).toHaveLength(2);
});

test.each([
  '',
  '?redirectFrom=//evil.example',
  '?redirectFrom=%2F%5Cevil.example',
  '?redirectFrom=javascript:alert(1)',
])('with %s leads home', async (search) => {
  await open(search);
  await expect.element(button).toHaveAttribute('href', '/api/auth/oidc/campus/start');
});

test('has nothing of it without providers', async () => {
  await open('', { providers: [] });
  expect(page.getByText('or', { exact: true }).elements()).toHaveLength(0);
  expect(page.getByRole('link', { name: /^Log in with/ }).elements()).toHaveLength(0);
});

test.each(Object.entries(LOGIN_PROBLEMS))('says why a login with a provider failed: %s', async (name, sentence) => {
  await open(`?problem=${name}`);
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence);
});

test.each(['<b>call 555</b>', 'constructor', '__proto__', 'toString'])(
  'shows nothing that an address says: %s',
  async (name) => {
    await open(`?problem=${encodeURIComponent(name)}`);
    expect(page.getByRole('alert').elements()).toHaveLength(0);
  },
);

test.each(['desktop', 'phone'] as const)('is accessible, by keyboard too, and fits on a %s', async (size) => {
  await open('?problem=cancelled', { size });
  await expect.element(button).toBeVisible();
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(SIZES[size].width);
  await userEvent.click(page.getByLabelText('Password'));
  for (let tabs = 0; tabs < 3; tabs += 1) await userEvent.keyboard('{Tab}');
  expect(document.activeElement).toBe(button.element());
});

test('has the form behind a word to administrators where passwords of others open nothing', async () => {
  await open();
  setProviders(PROVIDERS, 'administrators');
  await expect.element(button).toBeVisible();
  await expect.element(page.getByLabelText('Password')).not.toBeVisible();
  await userEvent.click(page.getByText('Administrators: log in with a password'));
  await expect.element(page.getByLabelText('Password')).toBeVisible();
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('says that the account could not be loaded completely, and continues', async () => {
  await sitePage({
    pattern: '*',
    address: '/login?accountIssue=1&redirectFrom=%2Fdocs',
    screen: <Screen />,
    answers: {},
  });
  const dialog = page.getByRole('dialog', { name: 'Account Load Issue' });
  await expect.element(dialog).toBeVisible();
  expect(window.location.pathname).toBe('/docs');
  await userEvent.click(dialog.getByRole('button'));
});

test('an ended session continues when the person has logged in in the tab that the button opens', async () => {
  let done = 0;
  const form = <LoginForm redirectFrom={null} isNewTab onDone={() => (done += 1)} id="renewal" />;
  await sitePage({ pattern: '*', address: '/docs', screen: form, answers: {} });
  setProviders(PROVIDERS);
  setExpired();
  const link = page.getByRole('link', { name: 'Log in with Campus ID (opens a new tab)' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('href', '/api/auth/oidc/campus/start');
  expect(done).toBe(0);
  const expirationTime = new Date(clock.now() + 3_600_000).toISOString();
  setLoggedIn({ username: 'administrator', roles: [], expirationTime, isKiosk: false, hasPassword: true });
  await expect.poll(() => done).toBe(1);
});
