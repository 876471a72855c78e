import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CalendarItem, CalendarWrites } from '../../src/calendar/layout/types.ts';
import type { ResourceCalendar } from '../../domain/calls/rows.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { useResource } from '../../src/app/useResources.ts';
import { targetsById } from '../../src/console/calendar/calendarItems.ts';
import { useCalendarWrites } from '../../src/console/calendar/useCalendarWrites.ts';
import { useRowWriter } from '../../src/console/calendar/useRowWriter.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import type { Prompt } from '../../src/app/dialogs/prompts.tsx';
import { ConsoleFrame } from '../../src/console/frame/ConsoleFrame.tsx';
import { listOf, refusal, type Answers, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const DAY = '2026-11-25';
const FROM = `${DAY}T17:00:00.000Z`;
const TO = `${DAY}T18:00:00.000Z`;
const row = (id: number, more: Row = {}): Row => ({
  id,
  version: 3,
  startsAt: FROM,
  endsAt: TO,
  locationId: 1,
  status: 'published',
  ...more,
});

function calendarOf(rows: Row[], date: string | null = null, more: Partial<ResourceCalendar> = {}): ResourceCalendar {
  return {
    zone: 'America/Denver',
    entries: rows.map(({ id }) => ({
      id: id as number,
      date,
      start: FROM,
      end: TO,
      title: `Talk ${String(id)}`,
      column: '1',
    })),
    rows: Object.fromEntries(rows.map((one) => [String(one['id']), one])),
    movable: rows.map(({ id }) => id as number),
    deletable: rows.map(({ id }) => id as number),
    columns: [{ id: '1', label: 'Hall A' }],
    isCut: false,
    ...more,
  };
}

const ANSWERS: Answers = {
  'GET /api/preferences/list-instances': () => ({}),
  'GET /api/instances': () => listOf('instances', []),
  'GET /api/events': () => listOf('events', []),
  'GET /api/locations': () => listOf('locations', []),
  'GET /api/instances/calendar': () => calendarOf([row(1)]),
  'GET /api/model/shell': () => refusal(503, 'test.busy', 'Not now'),
  'GET /api/users': () => listOf('users', []),
};

async function opened(search: string, answers: Answers = {}, size?: 'phone'): Promise<ApiCall[]> {
  return sitePage({
    pattern: '/scheduling/manageinstances',
    address: `/scheduling/manageinstances${search}`,
    screen: <Screen resource="instances" />,
    answers: { ...ANSWERS, ...answers },
    ...(size ? { size } : {}),
  });
}

const requested = (calls: ApiCall[]): URLSearchParams | undefined =>
  calls.findLast(({ path }) => path.endsWith('/calendar'))?.query;
/** The radio button itself lies over its words. */
const choose = (name: string): Promise<void> =>
  page
    .getByRole('radiogroup', { name: /Show .* as/ })
    .getByRole('radio', { name })
    .click({ force: true });
const item = (title: string) => page.getByRole('button', { name: new RegExp(title) });

test('a list and its calendar are two views of one address: filters stay, back leads back', async () => {
  const calls = await opened('?filter=%7B%22status%22%3A%22published%22%7D');
  await choose('Calendar');
  await expect.poll(() => requested(calls)?.get('filter')).toBe('{"status":"published"}');
  expect(requested(calls)?.get('zone')).toBe('America/Denver');
  expect(window.location.search).toContain('display=calendar');
  await choose('List');
  await expect.poll(() => window.location.search).not.toContain('display');
  expect(window.location.search).toContain('published');
  window.history.back();
  await expect.poll(() => window.location.search).toContain('display=calendar');
});

test('the address names view and date, and an entry opens its record', async () => {
  const calls = await opened(`?display=calendar&view=day&date=${DAY}`);
  await expect.element(item('Talk 1')).toBeVisible();
  expect([requested(calls)?.get('from'), requested(calls)?.get('to')]).toEqual([DAY, DAY]);
  await expect.element(page.getByText('Hall A').first()).toBeVisible();
  await item('Talk 1').click();
  await expect.poll(() => window.location.pathname).toBe('/scheduling/manageinstances/1/show');
});

test('truncation is noted, and a failure can be retried', async () => {
  let works = false;
  await opened(`?display=calendar&view=week&date=${DAY}`, {
    'GET /api/instances/calendar': () =>
      works ? calendarOf([row(1)], null, { isCut: true }) : refusal(500, 'server.error', 'That did not work'),
  });
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  works = true;
  await retry.click();
  await expect.element(page.getByText('The first 2,000 are shown')).toBeVisible();
  await expect.element(item('Talk 1')).toBeVisible();
});

test('on a phone it is a list of days', async () => {
  const calls = await opened('?display=calendar', {}, 'phone');
  await expect.poll(() => requested(calls)?.get('from')).toBeTruthy();
  expect(document.querySelector('[data-view="agenda"]')).not.toBeNull();
});

/** The writes of a calendar, as the widget would call them. */
async function writesOf(
  resource: string,
  calendar: ResourceCalendar,
  answers: Answers,
  prompt: Prompt = () => Promise.resolve(null),
) {
  const held: { writes?: CalendarWrites } = {};
  function Holder() {
    const found = useResource(resource);
    if (!found) throw new Error(`There is no ${resource}.`);
    return (
      <ConsoleFrame resource={found}>
        <Inner />
      </ConsoleFrame>
    );
  }
  function Inner() {
    const found = useResource(resource);
    const writer = useRowWriter([resource]);
    if (!found) throw new Error(`There is no ${resource}.`);
    const targets = targetsById(found, calendar);
    const findTarget = ({ id }: CalendarItem) => targets.get(id);
    held.writes = useCalendarWrites({ resource: found, writer, prompt, findTarget, zone: 'America/Denver' });
    return <p>Ready</p>;
  }
  const calls = await sitePage({ pattern: '*', address: '/somewhere', screen: <Holder />, answers });
  await expect.element(page.getByText('Ready')).toBeVisible();
  const { change, create, remove } = held.writes ?? {};
  if (!change || !create || !remove) throw new Error('An administrator may do everything.');
  return { calls, change, create, remove };
}

const ITEM: CalendarItem = { id: '1', title: 'Talk 1', start: FROM, end: TO };
const LATER = { start: `${DAY}T18:00:00.000Z`, end: `${DAY}T19:00:00.000Z`, allDay: false, split: '2' };

test('a move writes what it changes in the version seen, and is undone by the version that it made', async () => {
  const { calls, change } = await writesOf('instances', calendarOf([row(1)]), {
    'PUT /api/instances/1': () => row(1, { version: 4 }),
    'POST /api/undo': () => ({ changes: [] }),
  });
  const undo = await change(ITEM, LATER);
  expect(calls[0]).toMatchObject({ body: { startsAt: LATER.start, endsAt: LATER.end, locationId: 2 } });
  expect(calls[0]?.headers.get('if-match')).toBe('"3"');
  await undo?.();
  expect(calls[1]?.body).toEqual({ changes: [{ resource: 'instances', id: 1, version: 4 }] });
});

test('a write that changed nothing offers no undo, which would take back an earlier one', async () => {
  const { change } = await writesOf('instances', calendarOf([row(1)]), { 'PUT /api/instances/1': () => row(1) });
  expect(await change(ITEM, LATER)).toBeNull();
});

test('a later change shows its author', async () => {
  const { change } = await writesOf('instances', calendarOf([row(1)]), {
    'PUT /api/instances/1': () =>
      refusal(412, 'resource.changed-meanwhile', 'Changed', { current: row(1, { version: 4, updatedById: 9 }) }),
    'GET /api/users': () => listOf('users', [{ id: 9, displayName: 'Ada Lovelace', username: 'ada' }]),
  });
  await expect(change(ITEM, LATER)).rejects.toThrow('Ada Lovelace changed this in the meantime.');
});

test('a deletion is undone by its version', async () => {
  const { calls, remove } = await writesOf('instances', calendarOf([row(1)]), {
    'DELETE /api/instances/1': () => row(1, { version: 4 }),
    'POST /api/undo': () => ({ changes: [] }),
  });
  await (
    await remove(ITEM)
  )?.();
  expect(calls[1]?.body).toEqual({ changes: [{ resource: 'instances', id: 1, version: 4 }] });
});

test('what is drawn opens the form with its time and place filled in', async () => {
  const { create } = await writesOf('instances', calendarOf([]), {});
  expect(await create(LATER)).toBeNull();
  await expect.poll(() => window.location.pathname).toBe('/scheduling/scheduleinstance');
  expect(JSON.stringify(window.history.state)).toContain(
    JSON.stringify({ startsAt: LATER.start, endsAt: LATER.end, locationId: 2 }),
  );
});

test('of a series it is asked which occurrences are meant, and all writes of the answer are undone together', async () => {
  const changes = [
    { resource: 'blocks', id: 1, version: 4 },
    { resource: 'blocks', id: 8, version: 1 },
  ];
  const scopes = ['following', null] as const;
  let count = 0;
  const { calls, change, remove } = await writesOf(
    'blocks',
    calendarOf([row(1)], DAY),
    { [`POST /api/blocks/1/occurrences/${DAY}`]: () => ({ changes }), 'POST /api/undo': () => ({ changes: [] }) },
    (() => Promise.resolve(scopes[count++] ?? null)) as Prompt,
  );
  const occurrence = { ...ITEM, id: `1@${DAY}` };
  const undo = await change(occurrence, LATER);
  expect(calls[0]).toMatchObject({
    body: { scope: 'following', startsAt: LATER.start, endsAt: LATER.end, locationId: 2 },
  });
  expect(calls[0]?.headers.get('if-match')).toBe('"3"');
  await undo?.();
  expect(calls[1]?.body).toEqual({ changes });
  expect(await remove(occurrence)).toBeNull();
  expect(calls).toHaveLength(2);
});

test('a session of a series that is moved asks how far that goes, and what it conflicts with', async () => {
  const changed: unknown[] = [];
  await opened(`?display=calendar&view=day&date=${DAY}`, {
    'GET /api/instances/calendar': () => calendarOf([row(1, { seriesId: 3 })]),
    'POST /api/instances/actions/move/plan': () => ({
      ...{ ids: [1], title: 'Move this session?', notes: [], button: 'Move session', asks: true },
      ...{ inputs: { scope: {}, overrideReason: {} } },
      items: {
        ...{ label: 'Sessions', leave: null },
        items: [
          {
            ...{ key: '1', label: 'Mon, 12 PM – 1 PM', note: '', isFixed: true, isLeft: false },
            fault: 'Overlaps Weaving, 12:00 to 13:00',
          },
        ],
      },
    }),
    'POST /api/instances/actions/move': ({ body }) => {
      changed.push(body);
      return { ids: [1], done: null, result: null, changes: [{ resource: 'instances', id: 1, version: 4 }] };
    },
  });
  await expect.element(item('Talk 1')).toBeVisible();
  (item('Talk 1').element() as HTMLElement).focus();
  await userEvent.keyboard('m{ArrowDown}{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Move this session?' });
  await expect.element(dialog.getByText('Overlaps Weaving, 12:00 to 13:00')).toBeVisible();
  await dialog.getByRole('radio', { name: 'This session and all that follow' }).click({ force: true });
  await dialog.getByRole('textbox', { name: 'Reason to schedule anyway' }).fill('Both fit');
  await dialog.getByRole('button', { name: 'Move session' }).click();
  await expect
    .poll(() => changed)
    .toMatchObject([{ ids: [1], inputs: { scope: 'following', overrideReason: 'Both fit' } }]);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('a move that the scheduler cannot make says why and offers no way to run it, until another scope can be moved', async () => {
  const reason = '2 sessions have conflicts. Choose another time or place, or skip these dates.';
  await opened(`?display=calendar&view=day&date=${DAY}`, {
    'GET /api/instances/calendar': () => calendarOf([row(1, { seriesId: 3 })]),
    'POST /api/instances/actions/move/plan': ({ body }) => ({
      ...{ ids: [1], title: 'Move this session?', button: 'Move session', asks: true },
      inputs: { scope: {}, note: { isOptional: true } },
      notes:
        (body as { inputs: Row }).inputs['scope'] === 'following'
          ? [{ text: reason, places: [], tone: 'refusal' as const }]
          : [],
    }),
  });
  await expect.element(item('Talk 1')).toBeVisible();
  (item('Talk 1').element() as HTMLElement).focus();
  await userEvent.keyboard('m{ArrowDown}{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Move this session?' });
  const buttons = () =>
    dialog
      .getByRole('button')
      .elements()
      .map((button) => button.textContent);
  await expect.poll(buttons).toEqual(['Cancel', 'Move session']);
  await expect.element(dialog.getByRole('textbox', { name: 'Note to recipients' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'This session and all that follow' }).click({ force: true });
  await expect.element(dialog.getByText(reason)).toBeVisible();
  expect(buttons()).toEqual(['Close']);
  await expect.element(dialog.getByRole('textbox', { name: 'Note to recipients' })).not.toBeInTheDocument();
  await dialog.getByRole('radio', { name: 'Only this session' }).click({ force: true });
  await expect.poll(buttons).toEqual(['Cancel', 'Move session']);
});

test('one of several dates is moved alone; it keeps its note, and its place unless it is moved to another column', async () => {
  const other = { startsAt: '2026-11-27T17:00:00.000Z', endsAt: '2026-11-27T18:00:00.000Z' };
  const dates = [{ startsAt: FROM, endsAt: TO, locationId: 3, note: 'Bring a laptop' }, other];
  const { calls, change } = await writesOf('instances', calendarOf([row(1, { dates })], FROM), {
    'PUT /api/instances/1': () => row(1, { version: 4 }),
  });
  const item = { ...ITEM, id: `1@${FROM}`, split: '1' };
  const times = { startsAt: LATER.start, endsAt: LATER.end };
  await change(item, { ...LATER, split: '1' });
  await change(item, LATER);
  expect(calls.map(({ body }) => body)).toEqual([
    { dates: [{ ...times, locationId: 3, note: 'Bring a laptop' }, other] },
    { dates: [{ ...times, locationId: 2, note: 'Bring a laptop' }, other] },
  ]);
  await expect(change({ ...item, id: '1@2026-11-01T17:00:00.000Z' }, LATER)).rejects.toThrow('no longer exists');
});
