import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SecondFactorState } from '../../domain/calls/accounts.ts';
import type { SetupState } from '../../domain/calls/setup.ts';
import { Screen } from '../../src/portal/login/AccountScreen.tsx';
import type { Answers } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

const CODES = Array.from({ length: 10 }, (_, index) => `abcd${index}-efghj`);
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** A server that has no second factor yet. */
function factorAnswers(first: Partial<SecondFactorState> = {}): Answers {
  let state: SecondFactorState = { since: null, codesLeft: 0, isRequired: false, isPossible: true, ...first };
  return {
    'GET /api/account/secondFactor': () => state,
    'POST /api/account/secondFactor/start': () => ({
      secret: SECRET,
      uri: `otpauth://totp/Makeshop:ada?secret=${SECRET}&issuer=Makeshop`,
      enrollment: 'sealed',
    }),
    'POST /api/account/secondFactor': () => {
      state = { ...state, since: '2026-11-01T12:00:00Z', codesLeft: 10 };
      return { recoveryCodes: CODES };
    },
    'POST /api/account/secondFactor/off': () => {
      state = { ...state, since: null, codesLeft: 0 };
    },
  };
}

const openPage = (first: Partial<SecondFactorState>, size: keyof typeof SIZES = 'desktop') =>
  sitePage({
    pattern: '*',
    address: '/myAccount/secondFactor',
    screen: <Screen />,
    answers: factorAnswers(first),
    size,
  });

async function setUp(): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: 'Set up' }));
  await userEvent.fill(page.getByLabelText('Current password'), 'secret');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Code' }), '123456');
}

async function expectAccessible(size: keyof typeof SIZES = 'desktop'): Promise<void> {
  expect((await axe.run(document.body)).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(SIZES[size].width);
}

test.each(['desktop', 'phone'] as const)('is set up with password, app and code on a %s', async (size) => {
  const calls = await openPage({ isRequired: true }, size);
  await expect.element(page.getByText('Your role needs a second factor. Set it up to continue.')).toBeVisible();
  await setUp();
  await expectAccessible(size);
  await userEvent.click(page.getByRole('button', { name: 'Turn on' }));
  await expect.element(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(page.getByRole('list', { name: 'Recovery codes' }).element().textContent).toBe(CODES.join(''));
  await expectAccessible(size);
  expect(calls.find(({ path }) => path.endsWith('/start'))?.body).toEqual({ currentPassword: 'secret' });
  expect(calls.find(({ method, path }) => method === 'POST' && path.endsWith('/secondFactor'))?.body).toEqual({
    enrollment: 'sealed',
    code: '123456',
  });
});

test('says how many recovery codes are left, and is switched off with password and code', async () => {
  const calls = await openPage({ since: '2026-11-01T12:00:00Z', codesLeft: 1 });
  await expect.element(page.getByText(/^1 recovery code is left\./)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Turn off' }));
  const dialog = page.getByRole('dialog', { name: 'Turn off the second factor' });
  await userEvent.fill(dialog.getByLabelText('Current password'), 'secret');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Code' }), CODES[0]!);
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off the second factor' }));
  await expect.element(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith('/off'))?.body).toEqual({ currentPassword: 'secret', code: CODES[0] });
});

test('is left to the identity provider where there is no password', async () => {
  await openPage({ isPossible: false });
  await expect.element(page.getByText(/^You do not log in with a password here\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Set up' })).not.toBeInTheDocument();
});

const SETUP: SetupState = {
  places: 1,
  placesWithHours: 1,
  sendsMail: true,
  address: 'ada@campus.example',
  logins: [
    { label: 'Campus directory', kind: 'directory' },
    { label: 'Campus ID', kind: 'provider' },
  ],
  hasLocalLogin: true,
  hasSecondFactor: false,
  requiresSecondFactor: false,
  otherAccounts: 0,
};
const DECLARED = {
  groups: [
    { name: 'site', title: 'Site', where: {}, schema: { properties: { timezone: { enum: ['Europe/Oslo', 'UTC'] } } } },
  ],
  settings: [{ key: 'logins.secondFactorRoles', value: ['Staff'], row: { version: 3 } }],
  unused: [],
  canUpdate: true,
};

test('is a step of the guided setup, which can require it for administrators', async () => {
  let state = SETUP;
  const calls = await sitePage({
    pattern: '*',
    address: '/setup?step=secondFactor',
    screen: <Screen />,
    answers: {
      ...factorAnswers(),
      'GET /api/setup': () => state,
      'GET /api/systemSettings/declared': () => DECLARED,
      'PUT /api/systemSettings/declared': () => {
        state = { ...state, requiresSecondFactor: true };
        return DECLARED;
      },
    },
  });
  const require = page.getByRole('button', { name: 'Require it for administrators' });
  await setUp();
  await expect.element(require).not.toBeInTheDocument();
  await expectAccessible();
  state = { ...state, hasSecondFactor: true };
  await userEvent.click(page.getByRole('button', { name: 'Turn on' }));
  await userEvent.click(page.getByRole('button', { name: 'I have saved them' }));
  await userEvent.click(require);
  await expect.element(page.getByText('Administrators need a second factor to log in.')).toBeVisible();
  await expectAccessible();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    changes: [{ key: 'logins.secondFactorRoles', value: ['Staff', 'Administrator'], version: 3 }],
  });
  await userEvent.click(page.getByRole('link', { name: 'Who logs in' }));
  await expect.element(page.getByText('Campus directory (LDAP directory)')).toBeVisible();
  await expect.element(page.getByText('Campus ID (OpenID Connect provider)')).toBeVisible();
  await expectAccessible();
});

test('the guided setup asks for name and time zone first', async () => {
  const calls = await sitePage({
    pattern: '*',
    address: '/setup',
    screen: <Screen />,
    answers: {
      ...factorAnswers(),
      'GET /api/setup': () => SETUP,
      'GET /api/systemSettings/declared': () => DECLARED,
      'PUT /api/systemSettings/declared': () => DECLARED,
      'GET /api/model/shell': () => new Response(null, { status: 304 }),
    },
  });
  await userEvent.fill(page.getByLabelText('Name of the site'), 'Fabrication Lab');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Time zone' }), 'Europe/Oslo');
  await expectAccessible();
  await userEvent.click(page.getByRole('button', { name: 'Save and continue' }));
  await expect.element(page.getByRole('heading', { name: 'Step 2 of 6: Place and hours' })).toBeVisible();
  const { changes } = calls.find(({ method }) => method === 'PUT')!.body as { changes: { key: string }[] };
  expect(changes).toContainEqual({ key: 'site.timezone', value: 'Europe/Oslo', version: null });
});
