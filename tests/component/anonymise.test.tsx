import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnonymisePreview } from '../../domain/calls/accounts.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import { listOf, refusal, type ApiCall } from './site-api.ts';
import { sitePage, type SIZES } from './site-page.tsx';

const USER = { id: 7, version: 1, displayName: 'Ada Lovelace', username: 'ada', email: null, roles: [], active: true };
const PREVIEW: AnonymisePreview = { refusal: null, requests: 3, openRequests: 2 };
const POST = 'POST /api/users/7/anonymise';

/** What the page of an account lists besides. */
const RELATED = [
  'agreements',
  'announcements',
  'anonymisations',
  'balances',
  'centerUsers',
  'classes',
  'earnedCredentials',
  'eventLog',
  'events',
  'formVersions',
  'forms',
  'identities',
  'instances',
  'mails',
  'messageTemplates',
  'requestNotes',
  'rosterEntries',
  'submissions',
  'tickets',
  'waivers',
];
/** Read again once all names may have changed. */
const SITE = ['model', 'model/shell', 'users', 'content/siteDisplaySettings', 'content/navigation'];

async function open(
  preview: Partial<AnonymisePreview> | Response = {},
  { answer = (): unknown => undefined, size = 'desktop' as keyof typeof SIZES } = {},
): Promise<ApiCall[]> {
  return sitePage({
    pattern: '/admin/users/*',
    address: '/admin/users/7/show',
    screen: <Screen resource="users" />,
    answers: {
      'GET /api/users/7': () => USER,
      'GET /api/users/7/history': () => [],
      'GET /api/users/7/anonymise': () => (preview instanceof Response ? preview : { ...PREVIEW, ...preview }),
      ...Object.fromEntries(RELATED.map((name) => [`GET /api/${name}`, () => listOf(name, [])])),
      ...Object.fromEntries(SITE.map((name) => [`GET /api/${name}`, () => refusal(503, 'test.busy', 'Not now')])),
      [POST]: answer,
    },
    size,
    inShell: true,
  });
}

const button = page.getByRole('button', { name: 'Anonymise', exact: true });
const dialog = page.getByRole('alertdialog', { name: 'Anonymise Ada Lovelace?' });
const name = dialog.getByLabelText('To go on, type “Ada Lovelace”');
const confirm = dialog.getByRole('button', { name: 'Anonymise for good' });
const sent = (calls: readonly ApiCall[]): unknown[] =>
  calls.filter(({ method, path }) => `${method} ${path}` === POST).map(({ body }) => body);

test('what goes, what stays and what is open is said first; the name has to be typed', async () => {
  const calls = await open();
  await button.click();
  await expect.element(dialog.getByText('2 requests of this person are still open')).toBeVisible();
  await expect.element(dialog.getByText(/3 requests stay as those of an “Anonymised person”/)).toBeVisible();
  await expect.element(dialog.getByText('This cannot be undone.')).toBeVisible();
  await userEvent.fill(name, 'Ada');
  await confirm.click();
  await expect.element(dialog.getByText('Type the name exactly as shown: Ada Lovelace')).toBeVisible();
  expect(sent(calls)).toEqual([]);
  await userEvent.fill(name, 'Ada Lovelace');
  await userEvent.fill(dialog.getByLabelText('Remove these as well'), ' 900123456 \n\nCountess\n');
  await confirm.click();
  await expect.element(page.getByText('The account is anonymous now.')).toBeVisible();
  expect(sent(calls)).toEqual([{ name: 'Ada Lovelace', words: ['900123456', 'Countess'] }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a refusal is said in the dialog, which stays; Escape leaves everything as it is', async () => {
  const answer = (): Response => refusal(409, 'resource.conflict', 'This account is anonymous for good.');
  const calls = await open({ openRequests: 0, requests: 0 }, { answer });
  await button.click();
  await expect.element(dialog.getByText('There are no requests.')).toBeVisible();
  await expect.element(dialog.getByText(/still open/)).not.toBeInTheDocument();
  await userEvent.fill(name, 'Ada Lovelace');
  await confirm.click();
  await expect.element(dialog.getByText('This account is anonymous for good.')).toBeVisible();
  expect(sent(calls)).toEqual([{ name: 'Ada Lovelace' }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test.each([
  ['the account is one’s own', { refusal: 'Nobody can anonymise the account they are logged in with.' }],
  ['the permission is missing', () => refusal(403, 'permissions.not-granted', 'You may not anonymise accounts.')],
])('there is no button where %s', async (_why, preview) => {
  await open(typeof preview === 'function' ? preview() : preview);
  await expect.element(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

test.each(['desktop', 'phone'] as const)('the dialog is accessible and fits (%s)', async (size) => {
  await open({}, { size });
  await button.click();
  await expect.element(name).toBeVisible();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
