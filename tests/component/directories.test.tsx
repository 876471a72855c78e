import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LdapDirectorySummary, LdapTrial, OpenidProviderSummary, OpenidTrial } from '../../domain/calls/logins.ts';
import { Screen } from '../../src/console/resources/identity/IdentityScreen.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

const CAMPUS: LdapDirectorySummary = {
  name: 'campus',
  label: 'Campus directory',
  servers: [
    { url: 'ldaps://ldap1.a-very-long-name-of-a-host.example.edu:6360', security: 'ldaps', hasOwnAuthorities: true },
    { url: 'ldap://127.0.0.1', security: 'none', hasOwnAuthorities: false },
  ],
  bindDn: 'cn=portal,ou=services,dc=example,dc=edu',
  hasPassword: true,
  people: {
    base: 'ou=people,dc=example,dc=edu',
    filter: '(objectClass=person)',
    id: 'entryUUID',
    userName: 'uid',
    loginNames: [],
    displayName: 'cn',
    email: 'mail',
  },
  groups: { base: 'ou=groups,dc=example,dc=edu', filter: '(cn=*)', name: 'cn', member: 'member', mode: 'walk' },
  provisioning: true,
  known: { linked: 1, waiting: 2, removed: 0 },
};
const TRIAL: LdapTrial = {
  servers: [
    {
      url: CAMPUS.servers[0]!.url,
      steps: [
        { title: 'Connect and log in', outcome: 'passed', says: 'Logged in, encrypted by TLS.', ms: 12 },
        { title: 'Person "ada"', outcome: 'failed', says: 'No one has the uid "ada".', ms: 3 },
      ],
    },
  ],
};

const CAMPUS_ID: OpenidProviderSummary = {
  name: 'campus-id',
  label: 'Campus ID',
  issuer: 'https://login.a-very-long-name-of-a-host.example.edu/realms/campus',
  clientId: 'atrium',
  clientAuthentication: 'basic',
  callback: 'https://portal.a-very-long-name-of-a-host.example.edu/api/auth/oidc/campus-id/callback',
  scopes: ['openid', 'profile'],
  claims: {
    userName: 'preferred_username',
    displayName: 'name',
    studentId: null,
    email: 'email',
    groups: 'groups',
    roles: null,
  },
  allowedDomains: null,
  provisioning: false,
  known: { linked: 3, waiting: 2, removed: 1 },
};
const PROVIDER_TRIAL: OpenidTrial = {
  steps: [
    { title: 'Description', outcome: 'passed', says: 'The provider describes itself.', ms: 20 },
    {
      title: 'Client',
      outcome: 'failed',
      says: 'It does not accept our client id or secret.',
      todo: 'Check "clientId".',
      ms: 31,
    },
  ],
};

async function open(
  directories: LdapDirectorySummary[],
  {
    answer = (): unknown => TRIAL,
    size = 'desktop' as keyof typeof SIZES,
    providers = [] as OpenidProviderSummary[],
  } = {},
): Promise<ApiCall[]> {
  return sitePage({
    pattern: '/admin/identity',
    address: '/admin/identity',
    screen: <Screen />,
    answers: {
      'GET /api/ldap/directories': () => directories,
      'GET /api/openid/providers': () => providers,
      'POST /api/ldap/directories/campus/try': answer,
      'POST /api/openid/providers/campus-id/try': () => PROVIDER_TRIAL,
    },
    size,
    inShell: true,
  });
}

const tryIt = page.getByRole('button', { name: 'Test Campus directory' });

test('tries a directory with a username and says step by step what it found', async () => {
  const calls = await open([CAMPUS]);
  await userEvent.fill(page.getByLabelText(/^Username to look up/), ' ada ');
  await userEvent.click(tryIt);
  const steps = page.getByRole('region', { name: `Test of ${CAMPUS.servers[0]!.url}` }).getByRole('listitem');
  await expect.element(steps.nth(1).getByText('No one has the uid "ada".')).toBeVisible();
  await expect.element(steps.nth(1).getByText('Failed')).toBeVisible();
  expect(calls.at(-1)?.body).toEqual({ username: 'ada' });
  await expect.element(page.getByText('Set (not shown)')).toBeVisible();
});

test('says what keeps it from trying', async () => {
  await open([CAMPUS], { answer: () => refusal(403, 'resource.forbidden', 'Only administrators try directories.') });
  await userEvent.click(tryIt);
  await expect.element(page.getByText('Only administrators try directories.')).toBeVisible();
});

test('tries a provider and says step by step what it found and what to do, and where to register', async () => {
  const calls = await open([], { providers: [CAMPUS_ID] });
  await userEvent.click(page.getByRole('button', { name: 'Test Campus ID' }));
  const steps = page.getByRole('region', { name: `Test of ${CAMPUS_ID.issuer}` }).getByRole('listitem');
  await expect.element(steps.nth(1).getByText('It does not accept our client id or secret.')).toBeVisible();
  await expect.element(steps.nth(1).getByText('Check "clientId".')).toBeVisible();
  expect(calls.at(-1)?.path).toBe('/api/openid/providers/campus-id/try');
  await expect.element(page.getByText(CAMPUS_ID.callback)).toBeVisible();
  await expect.element(page.getByText(/secret \(not shown\)/)).toBeVisible();
});

test('leads to those who wait to be linked', async () => {
  await open([], { providers: [CAMPUS_ID] });
  const link = page.getByRole('link', { name: '2 waiting' });
  const filter = encodeURIComponent('{"provider":"campus-id","userId_null":true}');
  await expect.element(link).toHaveAttribute('href', `/admin/identities?filter=${filter}`);
});

test('explains how to add a directory or a provider when there is none', async () => {
  await open([]);
  await expect.element(page.getByText(/LDAP_FILE.*OPENID_FILE/)).toBeVisible();
});

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('is accessible and fits, on a %s', async (size) => {
  await open([CAMPUS], { size, providers: [CAMPUS_ID] });
  await userEvent.click(page.getByRole('button', { name: 'Test Campus ID' }));
  await expect.element(page.getByText('Check "clientId".')).toBeVisible();
  await userEvent.click(tryIt);
  await expect.element(page.getByText('No one has the uid "ada".')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(SIZES[size].width);
  expect((await axe.run(document.body)).violations).toEqual([]);
});
