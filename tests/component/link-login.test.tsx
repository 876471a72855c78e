import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_SITE_SETTINGS } from '../../domain/content/content.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import { listOf, refusal, type ApiCall } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

const PERSON = { id: 7, version: 1, username: 'ada', displayName: 'Ada Lovelace', active: true, roles: [] };
const WAITING = {
  id: 3,
  version: 1,
  userName: 'Ada',
  displayName: 'A. Lovelace',
  email: 'ada@campus.example',
  provider: 'campus',
  issuer: 'ldap:campus',
  subject: 'x',
};
/** What else may refer to an account. */
const EMPTY = [
  ...[
    'agreements',
    'anonymisations',
    'announcements',
    'auditEntries',
    'balances',
    'centerUsers',
    'classes',
    'earnedCredentials',
    'eventLog',
    'events',
    'forms',
    'formVersions',
    'instances',
  ],
  ...[
    'mails',
    'messageTemplates',
    'requestNotes',
    'rosterEntries',
    'submissions',
    'tickets',
    'userMessages',
    'waivers',
  ],
];

const rest = {
  'GET /api/content/siteDisplaySettings': () => DEFAULT_SITE_SETTINGS,
  'GET /api/model': () => refusal(503, 'test.busy', 'Not now'),
  'GET /api/model/shell': () => refusal(503, 'test.busy', 'Not now'),
  'GET /api/identities/3/history': () => listOf('history', []),
  'GET /api/users/7/history': () => listOf('history', []),
  'GET /api/users/7/anonymise': () => ({ refusal: null, requests: 0, openRequests: 0 }),
  ...Object.fromEntries(EMPTY.map((name) => [`GET /api/${name}`, () => listOf(name, [])])),
};

async function accessible(): Promise<void> {
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}

interface Options {
  identity?: object;
  users?: object[];
  link?: () => unknown;
  size?: keyof typeof SIZES;
}

function openIdentity({
  identity = WAITING,
  users = [PERSON],
  link = () => ({ userId: 7 }),
  size = 'desktop',
}: Options = {}) {
  return sitePage({
    pattern: '/admin/identities/*',
    address: '/admin/identities/3',
    screen: <Screen resource="identities" />,
    answers: {
      ...rest,
      'GET /api/identities/3': () => identity,
      'GET /api/users': () => listOf('users', users),
      'POST /api/identities/3/link': link,
      'POST /api/identities/3/unlink': () => ({ userId: null }),
    },
    size,
  });
}

function openUser(waiting: object[], { link = () => ({ userId: 7 }), size = 'desktop' }: Options = {}) {
  return sitePage({
    pattern: '/admin/users/*',
    address: '/admin/users/7/show',
    screen: <Screen resource="users" />,
    answers: {
      ...rest,
      'GET /api/users/7': () => PERSON,
      'GET /api/users': () => listOf('users', [PERSON]),
      'GET /api/groups': () => listOf('groups', []),
      'GET /api/identities': ({ query }: ApiCall) => {
        const filter = query.get('filter') ?? '';
        return listOf('identities', filter.includes('userId_null') && !filter.includes('nobody') ? waiting : []);
      },
      'POST /api/identities/3/link': link,
    },
    size,
  });
}

const dialog = page.getByRole('dialog');
const username = page.getByLabelText('Username of the account here');

test('an identity that waits is linked to an account by its username, with the keyboard alone', async () => {
  const calls = await openIdentity();
  await userEvent.click(page.getByRole('button', { name: 'Link to an account' }));
  await expect.element(username).toHaveFocus();
  await userEvent.keyboard(' ADA {Enter}');
  await expect.element(page.getByText('Identity linked')).toBeVisible();
  expect(calls.find(({ path }) => path === '/api/users')?.query.get('filter')).toContain('"username":"ada"');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ userId: 7 });
});

test.each([
  ['nothing', '', [PERSON], 'A username is needed.'],
  ['a name that nobody has', 'nobody', [], 'There is no account with this username.'],
])('%s is said at the field, and the dialog stays', async (_what, typed, users, words) => {
  await openIdentity({ users });
  await userEvent.click(page.getByRole('button', { name: 'Link to an account' }));
  await userEvent.fill(username, typed);
  await userEvent.click(dialog.getByRole('button', { name: 'Link' }));
  await expect.element(username).toHaveAccessibleDescription(words);
  await accessible();
});

test('a refusal of the server is said, and the dialog can be left', async () => {
  const detail = 'This identity is linked to another account already. Unlink it there.';
  await openIdentity({ link: () => refusal(409, 'resource.conflict', detail) });
  await userEvent.click(page.getByRole('button', { name: 'Link to an account' }));
  await userEvent.fill(username, 'ada');
  await userEvent.click(dialog.getByRole('button', { name: 'Link' }));
  await expect.element(dialog.getByText(detail)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Link to an account' })).toHaveFocus();
});

test('unlinking says what it ends, and asks', async () => {
  const calls = await openIdentity({ identity: { ...WAITING, userId: 7 } });
  await userEvent.click(page.getByRole('button', { name: 'Unlink' }));
  const question = page.getByRole('alertdialog', { name: 'Unlink this identity?' });
  await expect.element(question.getByText(/its sessions end/)).toBeVisible();
  await accessible();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Unlink' }));
  await expect.element(page.getByText('Identity unlinked')).toBeVisible();
});

const linkLogin = page.getByRole('button', { name: 'Link a login' });
const question = page.getByRole('alertdialog', { name: 'Link a login to Ada Lovelace?' });

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'on the page of an account a waiting login is linked, on a %s',
  async (size) => {
    const calls = await openUser([WAITING], { size });
    await userEvent.click(linkLogin);
    await expect.element(question.getByText('A. Lovelace, ada@campus.example')).toBeVisible();
    await accessible();
    await userEvent.click(question.getByRole('button', { name: 'Link' }));
    await expect.element(question.getByText('Choose one of the logins.')).toBeVisible();
    await userEvent.click(question.getByRole('radio', { name: /^Ada \(campus\)/ }));
    await userEvent.click(question.getByRole('button', { name: 'Link' }));
    await expect.element(page.getByText('Login linked')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/identities/3/link',
      body: { userId: 7 },
    });
  },
);

test('a login is found by a name, and nobody is found by another', async () => {
  await openUser([WAITING]);
  await userEvent.click(linkLogin);
  await userEvent.fill(question.getByRole('searchbox'), 'nobody');
  await expect.element(question.getByText('Nobody of this name waits to be linked.')).toBeVisible();
});

test('without anybody who waits there is no button', async () => {
  await openUser([]);
  await expect.element(page.getByRole('button', { name: 'Anonymise' })).toBeVisible();
  expect(linkLogin.elements()).toEqual([]);
});
