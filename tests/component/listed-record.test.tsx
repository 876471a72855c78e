import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pageLookStore } from '../../src/app/pageLook.ts';
import { setLoggedIn } from '../../src/app/sessionStore.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { listOf, refusal, type Answers } from './site-api.ts';
import { sitePage } from './site-page.tsx';

/** Lists whose path names a record (`:id` in the filter of their route). */
const LISTS = ['instances', 'events', 'users', 'centers', 'centerUsers', 'tickets', 'forms', 'series', 'locations'];
const ANSWERS: Answers = {
  ...Object.fromEntries(LISTS.map((name) => [`GET /api/${name}`, () => listOf(name, [])])),
  'GET /api/preferences/list-tickets': () => ({}),
  'GET /api/preferences/list-centerUsers': () => ({}),
};
const TICKET = { id: 1, version: 1, instanceId: 9999, userId: 3, status: 'confirmed' };

const open = (resource: string, path: string, filter: object, answers: Answers = {}) =>
  sitePage({
    pattern: '*',
    address: `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`,
    screen: <Screen resource={resource} />,
    answers: { ...ANSWERS, ...answers },
  });
const openTickets = (answers: Answers = {}, filter: object = { instanceId: 9999 }) =>
  open('tickets', '/scheduling/instancestickets/9999', filter, answers);
const missing = page.getByRole('heading', { name: 'This session was not found' });
const empty = page.getByRole('heading', { name: /^No .* match this filter$/ });

test('a list of a record that does not exist says so, with the way to the list of such records', async () => {
  await openTickets();
  await expect.element(missing).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'All sessions' }))
    .toHaveAttribute('href', '/scheduling/manageinstances');
  expect(empty.query()).toBeNull();
});

test('so does every list whose path names a record', async () => {
  await open('centerUsers', '/centerUsers/9999', { centerId: 9999 });
  await expect.element(page.getByRole('heading', { name: 'This center was not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All centers' })).toBeVisible();
  // They see centers, but not the page that lists them.
  setLoggedIn({
    ...{ username: 'administrator', roles: ['EventAdmin'], isKiosk: false, hasPassword: true },
    expirationTime: new Date(clock.now() + 3_600_000).toISOString(),
  });
  await expect.element(page.getByRole('link', { name: 'All center users' })).toHaveAttribute('href', '/centerUsers');
});

test('an empty list of a record is empty, and named by it', async () => {
  await openTickets({ 'GET /api/instances': () => listOf('instances', [{ id: 9999, version: 1, eventId: 5 }]) });
  await expect.element(empty).toBeVisible();
  await expect.poll(() => pageLookStore.get()?.record).toContain('#5');
  expect(missing.query()).toBeNull();
});

test('the list of a record that the account cannot see is shown', async () => {
  await openTickets({ 'GET /api/tickets': () => listOf('tickets', [TICKET]) });
  await expect.element(page.getByRole('table')).toBeVisible();
  expect(missing.query()).toBeNull();
});

test('an empty list of a record that is refused is shown', async () => {
  const calls = await openTickets({ 'GET /api/instances': () => refusal(403, 'auth.forbidden', 'Not allowed') });
  await expect.poll(() => calls.some(({ path }) => path === '/api/instances')).toBe(true);
  await expect.element(empty).toBeVisible();
  expect(missing.query()).toBeNull();
});

test('a list that another filter empties can be shown without it', async () => {
  await openTickets({}, { instanceId: 9999, status: 'late' });
  await expect.element(page.getByRole('button', { name: 'Clear the filter' })).toBeVisible();
  expect(missing.query()).toBeNull();
});
