import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import '../../src/actions/CommandInputs.tsx';
import '../../src/console/show/ShowPage.tsx';
import { listOf } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

const USER = { id: 7, version: 1, displayName: 'Ada Lovelace', username: 'ada', email: null, roles: [], active: true };
const LOGIN = {
  id: 3,
  version: 1,
  userName: 'ada',
  displayName: 'A. Lovelace',
  email: 'ada@campus.example',
  provider: 'ldap',
};
/** Records that can refer to an account. */
const RELATED = [
  'statements',
  'balanceApprovals',
  'bookClosings',
  'payouts',
  'charges',
  'departmentCharges',
  'departmentRules',
  'orders',
  'payments',
  'receipts',
  'refunds',
  'stockMovements',
  ...['agreements', 'announcements', 'anonymisations', 'auditEntries', 'balances', 'centerUsers', 'classes'],
  ...['earnedCredentials', 'eventLog', 'events', 'formVersions', 'forms', 'instances', 'mails', 'messageTemplates'],
  ...['requestNotes', 'rosterEntries', 'submissions', 'tickets', 'userMessages', 'waivers', 'groups'],
  ...['devices', 'duties', 'signedWaivers', 'taps', 'visits'],
];

function open(available: object, answers: Record<string, () => unknown>, size: keyof typeof SIZES = 'desktop') {
  return sitePage({
    pattern: '/admin/users/*',
    address: '/admin/users/7/show',
    screen: <Screen resource="users" />,
    answers: {
      ...Object.fromEntries(RELATED.map((name) => [`GET /api/${name}`, () => listOf(name, [])])),
      'GET /api/users/7': () => USER,
      'GET /api/users/7/history': () => listOf('history', []),
      'GET /api/users/7/access': () => ({ isActive: true, isUnlimited: false, roles: [], resources: [] }),
      'GET /api/users': () => listOf('users', []),
      'GET /api/users/actions': () => available,
      'GET /api/tillSessions': () => listOf('tillSessions', []),
      'GET /api/tillEntries': () => listOf('tillEntries', []),
      'GET /api/identities': () => listOf('identities', [LOGIN]),
      ...answers,
    },
    size,
  });
}

async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'a waiting login is chosen and linked, on a %s',
  async (size) => {
    const calls = await open(
      { linkLogin: [7] },
      {
        'POST /api/users/actions/linkLogin/plan': () => ({
          ids: [7],
          title: 'Link a login to Ada Lovelace?',
          notes: ['Make sure that both belong to the same person.'],
          button: 'Link',
          asks: true,
          inputs: null,
        }),
        'POST /api/users/actions/linkLogin': () => ({ ids: [7], done: 'Login linked', changes: [], result: null }),
      },
      size,
    );
    await userEvent.click(page.getByRole('button', { name: 'Link a login' }));
    const dialog = page.getByRole('dialog', { name: 'Link a login to Ada Lovelace?' });
    await userEvent.fill(dialog.getByRole('combobox', { name: /^Login/ }), 'ada');
    await userEvent.click(page.getByRole('option', { name: /ada \(ldap\)/ }));
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Link' }));
    await expect.element(page.getByText('Login linked')).toBeVisible();
    const requested = calls
      .filter(({ path }) => path === '/api/identities')
      .map(({ query }) => query.get('filter') ?? '');
    expect(requested.some((filter) => filter.includes('"userId_null":true') && filter.includes('"q":"ada"'))).toBe(
      true,
    );
    expect(calls.find(({ path }) => path.endsWith('/linkLogin'))?.body).toEqual({
      ids: [7],
      inputs: { identityId: 3 },
    });
  },
);

test('passwords are hidden while they are typed', async () => {
  await open(
    { setPassword: [7] },
    {
      'POST /api/users/actions/setPassword/plan': () => ({
        ...{ ids: [7], title: 'Set a password?', notes: [], button: 'Set password', asks: true, inputs: null },
      }),
    },
  );
  await userEvent.click(page.getByRole('button', { name: 'Set a password' }));
  const dialog = page.getByRole('dialog', { name: 'Set a password?' });
  await expect.element(dialog.getByLabelText('Your own password')).toHaveAttribute('type', 'password');
  await expectAccessible();
});
