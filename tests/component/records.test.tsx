import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DuplicatePlan } from '../../domain/calls/rows.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import { listOf, type Answers, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

/** Records of the console: duplicating, deleting, restoring, and how many there are. */
const EVENT: Row = {
  ...{ id: 5, version: 3, title: 'Welding', categoryId: null, defaultMinutes: 90, defaultCapacity: 8, active: true },
  ...{ createdAt: '2027-01-04T17:00:00.000Z', updatedAt: '2027-01-04T17:00:00.000Z', deletedAt: null },
};
const PLAN: DuplicatePlan = {
  copied: [{ resource: 'prerequisites', field: 'eventId', total: 2 }],
  left: [{ resource: 'waivers', field: 'eventId', total: 1 }],
  leftFields: [],
  uniqueFields: [],
};
const LISTS = ['events', 'categories', 'users', 'locations', 'forms', 'instances', 'prerequisites', 'waivers'];
const MORE_LISTS = [
  'discounts',
  'taxRates',
  'agreements',
  'eventSeries',
  'classRequirements',
  'eventCredentials',
  'groups',
  'tickets',
  'sessionFigures',
];
const ANSWERS: Answers = {
  ...Object.fromEntries([...LISTS, ...MORE_LISTS].map((name) => [`GET /api/${name}`, () => listOf(name, [])])),
  'GET /api/preferences/list-events': () => ({}),
  'GET /api/events/5': () => EVENT,
  'GET /api/events/5/history': () => listOf('history', []),
};

const open = (address: string, answers: Answers = {}): Promise<ApiCall[]> =>
  sitePage({
    pattern: '/scheduling/*',
    address,
    screen: <Screen resource="events" />,
    answers: { ...ANSWERS, ...answers },
  });
const RECORD = '/scheduling/manageevents/5/show';

test('a duplicate starts inactive, says what is copied and what is not, and is created with its parts', async () => {
  const calls = await open(RECORD, {
    'GET /api/events/5/duplicate': () => PLAN,
    'POST /api/events/5/duplicate': ({ body }) => ({ ...EVENT, ...(body as Row), id: 6 }),
    'GET /api/events/6': () => ({ ...EVENT, id: 6 }),
    'GET /api/events/6/history': () => listOf('history', []),
  });
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect.element(page.getByText('Also copied: 2 prerequisites')).toBeVisible();
  await expect.element(page.getByText('Not copied: 1 exemption')).toBeVisible();
  await expect.element(page.getByText('Prefilled: Active: No')).toBeVisible();
  await page.getByRole('button', { name: 'Create event' }).click();
  await expect.element(page.getByText('Event created')).toBeVisible();
  const sent = calls.find(({ method }) => method === 'POST');
  expect(sent?.path).toBe('/api/events/5/duplicate');
  expect(sent?.body).toMatchObject({ title: 'Welding', active: false });
});

test('deleting one record offers an undo', async () => {
  const calls = await open(RECORD, {
    'GET /api/events/actions': () => ({ delete: [5] }),
    'POST /api/events/actions/delete/plan': () => ({
      ids: [5],
      title: 'Delete event “Welding”?',
      notes: [
        'It is removed from all lists.',
        { text: 'Also deleted:', places: [{ label: 'Sessions: 2', detail: '', to: null }] },
      ],
      button: 'Delete event',
      asks: true,
      inputs: null,
    }),
    'POST /api/events/actions/delete': () => ({
      ids: [5],
      done: 'Event deleted',
      changes: [{ resource: 'events', id: 5, version: 4 }],
      result: null,
    }),
    'POST /api/undo': () => ({ changes: [] }),
  });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByText('Sessions: 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete event' }).click();
  await expect.element(page.getByText('Event deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => calls.find(({ path }) => path === '/api/undo')?.body)
    .toEqual({ changes: [{ resource: 'events', id: 5, version: 4 }] });
});

test('a record that is still used says where, and cannot be deleted', async () => {
  const places = [{ label: 'Sessions: 2', detail: '', to: '/scheduling/manageinstances?filter={}' }];
  await open(RECORD, {
    'GET /api/events/actions': () => ({ delete: [5] }),
    'POST /api/events/actions/delete/plan': () => ({
      ids: [5],
      title: 'Delete event “Welding”?',
      notes: [{ text: 'It cannot be deleted because it is still used:', places, tone: 'refusal' }],
      button: 'Delete event',
      asks: true,
      inputs: null,
    }),
  });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByRole('link', { name: 'Sessions: 2' })).toBeVisible();
  expect(
    dialog
      .getByRole('button')
      .elements()
      .map((button) => button.textContent),
  ).toEqual(['Close']);
});

test('a deleted record is read with its history and restored, and nothing else can be done with it', async () => {
  let row: Row = { ...EVENT, deletedAt: '2027-01-05T17:00:00.000Z' };
  const calls = await open(RECORD, {
    'GET /api/events/5': () => row,
    'POST /api/events/5/restore': () => (row = EVENT),
  });
  await expect.element(page.getByText('This event is deleted')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible();
  for (const name of ['Edit', 'Duplicate', 'Delete'])
    expect(page.getByRole('link', { name }).or(page.getByRole('button', { name })).elements()).toEqual([]);
  expect(calls.find(({ path }) => path === '/api/events/5')?.query.get('deleted')).toBe('true');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.element(page.getByRole('link', { name: 'Edit' })).toBeVisible();
});

test('deleted records are listed on request', async () => {
  const calls = await open('/scheduling/manageevents');
  await page.getByRole('button', { name: 'Show deleted' }).click();
  await expect
    .poll(() => calls.findLast(({ path }) => path === '/api/events')?.query.get('filter'))
    .toBe(JSON.stringify({ deletedAt_null: false }));
});

test('a total that is not exact says so, and no last page is named', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => ({ ...EVENT, id: index + 1 }));
  const estimated = (accuracy: string) => () =>
    Response.json(rows, { headers: { 'content-range': 'events 0-24/17000', 'total-accuracy': accuracy } });
  await open('/scheduling/manageevents?filter={}&page=1', { 'GET /api/events': estimated('estimate') });
  await expect.element(page.getByText('1–25 of about 17,000')).toBeVisible();
  await expect.element(page.getByText('Page 1', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
});

test('a search without results shows those of similar words, and says so', async () => {
  const found = () =>
    Response.json([EVENT], { headers: { 'content-range': 'events 0-0/1', 'search-corrected': 'wood%20shop' } });
  const calls = await open('/scheduling/manageevents?filter={"q":"wod shp"}', { 'GET /api/events': found });
  await expect.element(page.getByRole('status').getByText('Showing results for wood shop.')).toBeVisible();
  expect(calls.find(({ path }) => path === '/api/events')?.query.get('spelling')).toBe('correct');
});

test('a list of objects is a table with times of the site', async () => {
  const dates = [{ startsAt: '2027-01-26T22:00:00.000Z', endsAt: '2027-01-26T23:30:00.000Z', note: 'Bring glasses' }];
  const session: Row = {
    ...EVENT,
    id: 7,
    eventId: 5,
    status: 'draft',
    dates,
    capacity: 8,
    startsAt: null,
    endsAt: null,
  };
  await sitePage({
    pattern: '/scheduling/*',
    address: '/scheduling/manageinstances/7/show',
    screen: <Screen resource="instances" />,
    answers: {
      ...ANSWERS,
      'GET /api/sessionLinks': () => listOf('sessionLinks', []),
      'GET /api/devices': () => listOf('devices', []),
      'GET /api/conflictOverrides': () => listOf('conflictOverrides', []),
      'GET /api/instances/7': () => session,
      'GET /api/preferences/list-instances': () => ({}),
      'GET /api/instances/7/history': () => listOf('history', []),
    },
  });
  const row = page.getByRole('row').filter({ hasText: 'Bring glasses' });
  await expect.element(row).toBeVisible();
  expect(row.element().textContent).toBe('Jan 26, 2027, 3 PMJan 26, 2027, 4:30 PMBring glasses');
});

test('a change that notifies people is confirmed before it is saved', async () => {
  const calls = await open('/scheduling/manageevents/5', {
    'GET /api/events/actions': () => ({}),
    'POST /api/events/changes/plan': ({ body }) => ({ people: 'feeCents' in (body as { data: Row }).data ? 2 : 0 }),
    'PUT /api/events/5': ({ body }) => ({ ...EVENT, ...(body as Row), version: 4 }),
  });
  const written = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await expect.element(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  for (const section of document.querySelectorAll('details')) section.open = true;
  await page.getByRole('textbox', { name: /^Fee/ }).fill('12.50');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Notify 2 people?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(written()).toEqual([]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await question.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(written).toEqual([{ feeCents: 1250 }]);
});
