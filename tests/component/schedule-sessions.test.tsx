import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Row } from '../../domain/declarations/model.ts';
import type { ActionAnswer, ActionPlan, PlanItem } from '../../domain/calls/action-parts.ts';
import type { Plan, PlannedSession, PlanSessions } from '../../domain/calls/series.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import { listOf, refusal, type Answers, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const START = '2026-12-07T21:00:00.000Z';
const END = '2026-12-07T22:30:00.000Z';
const EVENT = {
  ...{ id: 5, title: 'Soldering', defaultMinutes: 90, defaultCapacity: 14, defaultLocationId: null, active: true },
  ...{ defaultInstructorIds: null, feeCents: null, version: 1 },
};
const week = (nth: number, instant: string): string =>
  new Date(Date.parse(instant) + nth * 7 * 86_400_000).toISOString();
const planned = (nth: number, more: Partial<PlannedSession> = {}): PlannedSession => ({
  date: week(nth, START).slice(0, 10),
  startsAt: week(nth, START),
  endsAt: week(nth, END),
  conflicts: [],
  ...more,
});
const CONFLICT = {
  conflicts: [{ kind: 'session' as const, with: 'instance-9', text: 'Overlaps Weaving, 14:00 to 15:30' }],
};
const plan = (sessions: PlannedSession[], canOverrideConflicts = true): Plan => ({
  ...{ timezone: 'America/Denver', sessions, isCut: false, canOverrideConflicts },
});
const question = (given: Partial<ActionPlan>): ActionPlan => ({
  ...{ ids: [7], title: 'Change this session?', notes: [], button: 'Change session', asks: true, inputs: {} },
  ...given,
});
const item = (key: string, given: Partial<PlanItem> = {}): PlanItem => ({
  ...{ key, label: `Session ${key}`, note: '', fault: null, isFixed: false, isLeft: false, ...given },
});
const done = (ids: number[], text: string): ActionAnswer => ({
  ...{ ids, done: text, result: null, changes: ids.map((id) => ({ resource: 'instances', id, version: 3 })) },
});

const ANSWERS: Answers = {
  'GET /api/preferences/list-instances': () => ({}),
  'GET /api/model/shell': () => refusal(503, 'test.busy', 'Not now'),
  'GET /api/events': () => listOf('events', [EVENT]),
  'GET /api/events/5': () => EVENT,
  'GET /api/eventSeries': () => listOf('eventSeries', [{ id: 3, startsAt: START }]),
  'GET /api/locations': () => listOf('locations', []),
  'GET /api/classes': () => listOf('classes', []),
  'GET /api/users': () => listOf('users', []),
  'GET /api/instances': () => listOf('instances', []),
  'POST /api/scheduling/sessions/plan': ({ body }) =>
    plan(
      (body as { rule: string | null }).rule === null ? [planned(0)] : [planned(0), planned(1, CONFLICT), planned(2)],
    ),
};

async function opened(answers: Answers = {}, source: Row = {}): Promise<ApiCall[]> {
  const search = new URLSearchParams({ source: JSON.stringify({ startsAt: START, ...source }) });
  return sitePage({
    pattern: '/scheduling/*',
    address: `/scheduling/scheduleinstance?${search}`,
    screen: <Screen resource="instances" />,
    answers: { ...ANSWERS, ...answers },
  });
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const bodyOf = (calls: ApiCall[], path: string): unknown => calls.findLast((call) => call.path === path)?.body;
async function choose(event: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: event }).click();
}

test('in a list of many dates none is drawn over another', async () => {
  await opened({
    'POST /api/scheduling/sessions/plan': () => plan([...Array(40).keys()].map((nth) => planned(nth, CONFLICT))),
  });
  await choose('Soldering');
  await expect.element(page.getByText('40 sessions have conflicts')).toBeVisible();
  const rows = page
    .getByRole('listitem')
    .elements()
    .filter((row) => row.textContent.includes('Weaving'));
  expect(rows).toHaveLength(40);
  for (const row of rows) expect(row.scrollHeight).toBeLessThanOrEqual(row.clientHeight);
});

test.each([1920, 1280, 360])('in a window of %d px further dates are shown with their AM or PM', async (width) => {
  await page.viewport(width, 900);
  await opened();
  await button('Add a date').click();
  for (const name of ['Starts', 'Ends']) {
    const input = page.getByRole('group').getByRole('textbox', { name, exact: true });
    await input.fill('12/28/2026 10:30 AM');
    const { scrollWidth, clientWidth } = input.element();
    expect(scrollWidth, name).toBeLessThanOrEqual(clientWidth);
  }
  await page.viewport(1280, 800);
});

test('an event gives length and seats; a conflict is named before anything is saved, and its date left out', async () => {
  const calls = await opened({
    'POST /api/scheduling/sessions': () => ({ seriesId: 3, instanceIds: [7, 8], changes: [] }),
  });
  await choose('Soldering');
  await expect.element(page.getByRole('radio', { name: 'Published' })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Canceled' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Seats', exact: true })).toHaveValue('14');
  await expect.element(page.getByText('No conflicts')).toBeVisible();
  expect(bodyOf(calls, '/api/scheduling/sessions/plan')).toMatchObject({ startsAt: START, endsAt: END, rule: null });
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'How often' }), 'Weekly');
  const stops = page.getByRole('combobox', { name: 'Stops repeating' });
  // By default with the term.
  await expect.element(stops).toHaveValue('until');
  await userEvent.selectOptions(stops, 'after');
  const dates = page.getByRole('list', { name: 'Dates' });
  await expect.element(dates.getByText('Overlaps Weaving, 14:00 to 15:30')).toBeVisible();
  await expect.element(page.getByText('1 session has a conflict')).toBeVisible();
  const struck = () =>
    dates
      .getByRole('listitem')
      .elements()
      .map((date) => [...date.children].some((part) => getComputedStyle(part).textDecorationLine === 'line-through'));
  expect(struck()).toEqual([false, false, false]);
  await button('Skip 1 date with a conflict').click();
  await expect.element(page.getByText('1 session has a conflict')).not.toBeInTheDocument();
  expect(struck()).toEqual([false, true, false]);
  await page.getByRole('radio', { name: 'For the series as a whole' }).click({ force: true });
  await button('Schedule 2 sessions').click();
  await expect
    .poll(() => bodyOf(calls, '/api/scheduling/sessions'))
    .toMatchObject({
      values: { eventId: 5, capacity: 14, startsAt: START, endsAt: END },
      exceptDates: [planned(1).date],
      isBookedAsWhole: true,
      overrideReason: null,
    } satisfies Partial<PlanSessions>);
  await expect.poll(() => window.location.pathname).toBe('/scheduling/manageinstances');
  expect(window.location.search).toContain('seriesId');
});

test('a conflict is overridden deliberately, with a reason; people without permission learn whose it is', async () => {
  const conflicting = () => plan([planned(0, CONFLICT)]);
  const calls = await opened(
    {
      'POST /api/scheduling/sessions/plan': conflicting,
      'POST /api/scheduling/sessions': () =>
        refusal(409, 'scheduling.conflict', 'Overlaps Weaving. Nothing was saved.'),
    },
    { eventId: 5 },
  );
  const reason = page.getByRole('textbox', { name: 'Reason to schedule anyway' });
  await expect.element(reason).toBeVisible();
  await button('Schedule session').click();
  await expect.element(page.getByText('Enter a reason')).toBeVisible();
  expect(bodyOf(calls, '/api/scheduling/sessions')).toBeUndefined();
  await reason.fill('Both fit');
  await button('Schedule session').click();
  await expect
    .poll(() => bodyOf(calls, '/api/scheduling/sessions'))
    .toMatchObject({ overrideReason: 'Both fit', rule: null });
  await expect.element(page.getByText('Overlaps Weaving. Nothing was saved.')).toBeVisible();
});

test('without the right to go past a conflict there is no way past', async () => {
  await opened({ 'POST /api/scheduling/sessions/plan': () => plan([planned(0, CONFLICT)], false) }, { eventId: 5 });
  await expect.element(page.getByText(/Only event administrators/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Reason to schedule anyway' })).not.toBeInTheDocument();
});

test('further dates of one session are asked about with it', async () => {
  const further = { startsAt: week(1, START), endsAt: week(1, END) };
  const calls = await opened({}, { eventId: 5, endsAt: END, dates: [further] });
  await expect
    .poll(() => bodyOf(calls, '/api/scheduling/sessions/plan'))
    .toMatchObject({
      startsAt: START,
      endsAt: week(1, END),
      dates: [{ startsAt: START, endsAt: END }, further],
    });
});

test('dates of a session that overlap are reported before it is saved', async () => {
  await opened(
    {},
    {
      eventId: 5,
      endsAt: END,
      dates: [
        { startsAt: START, endsAt: END },
        { startsAt: '2026-12-07T22:00:00.000Z', endsAt: '2026-12-07T23:00:00.000Z' },
      ],
    },
  );
  await expect.element(page.getByText('Date 2 begins before date 1 has ended')).toBeVisible();
});

const SESSION: Row = {
  ...{ id: 7, version: 2, eventId: 5, status: 'published', startsAt: START, endsAt: END, capacity: 14, seriesId: 3 },
  ...{ occurrence: planned(0).date, dates: null, confirmed: 0, waiting: 0 },
};

async function edited(answers: Answers): Promise<ApiCall[]> {
  return sitePage({
    pattern: '/scheduling/*',
    address: '/scheduling/editinstance/7',
    screen: <Screen resource="instances" />,
    answers: {
      ...ANSWERS,
      'GET /api/instances/7': () => SESSION,
      'GET /api/eventSeries/3': () => ({ rule: 'FREQ=WEEKLY;COUNT=2', exceptDates: null, version: 1 }),
      ...answers,
    },
  });
}

test('a series is extended: its rule is filled in, and new sessions can be left out', async () => {
  const answerPlan = ({ body }: ApiCall): ActionPlan => {
    const { by, rule, leave = [] } = (body as { inputs: { by?: string; rule?: string; leave?: string[] } }).inputs;
    const isMore = rule?.includes('20261231') === true;
    return question({
      ...{ title: 'Add dates', button: 'Add dates' },
      inputs: {
        by: {},
        ...(by === 'rule'
          ? { rule: { default: 'FREQ=WEEKLY;UNTIL=20261214', 'x-starts': '2026-12-07' } }
          : { dates: {} }),
      },
      items: {
        ...{ label: 'Changes', leave: by === 'rule' ? 'leave' : null },
        items: isMore
          ? ['2026-12-21', '2026-12-28'].map((key) => item(key, { note: 'New', isLeft: leave.includes(key) }))
          : [],
      },
    });
  };
  const calls = await edited({
    'GET /api/instances/actions': () => ({ repeat: [7] }),
    'POST /api/instances/actions/repeat/plan': answerPlan,
    'POST /api/instances/actions/repeat': () => done([7], 'Dates updated'),
  });
  await button('Add dates').click();
  const dialog = page.getByRole('dialog', { name: 'Add dates' });
  await dialog.getByRole('radio', { name: 'By a rule from this session on' }).click({ force: true });
  const until = dialog.getByRole('textbox', { name: 'Last date' });
  await expect.element(until).toHaveValue('12/14/2026');
  await until.fill('12/31/2026');
  await userEvent.tab();
  const changes = dialog.getByRole('list', { name: 'Changes' });
  await changes.getByRole('checkbox', { name: 'Session 2026-12-21' }).click({ force: true });
  await expect.element(changes.getByText('Left out')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add dates' }).click();
  await expect
    .poll(() => bodyOf(calls, '/api/instances/actions/repeat'))
    .toMatchObject({
      ...{ ids: [7], seen: { 7: 2 } },
      inputs: { by: 'rule', rule: 'FREQ=WEEKLY;UNTIL=20261231;BYDAY=MO', leave: ['2026-12-21'] },
    });
  await expect.element(page.getByText('Dates updated')).toBeVisible();
});

test('canceling by the form is asked about; a session that is moved keeps its length', async () => {
  const plain = { ...SESSION, seriesId: null, occurrence: null };
  const calls = await edited({
    'GET /api/instances/7': () => plain,
    'POST /api/instances/actions/change/plan': () =>
      question({ title: 'Notify 2 people?', inputs: { note: { isOptional: true } } }),
    'POST /api/instances/actions/change': () => done([7], 'Session changed'),
  });
  const starts = page.getByRole('textbox', { name: 'Starts', exact: true });
  await starts.fill('12/07/2026 1:00 PM');
  await userEvent.tab();
  await expect.element(page.getByRole('textbox', { name: 'Ends', exact: true })).toHaveValue('12/07/2026 2:30 PM');
  await page.getByRole('radio', { name: 'Canceled' }).click({ force: true });
  await button('Save changes').click();
  const dialog = page.getByRole('dialog', { name: 'Notify 2 people?' });
  await dialog.getByRole('textbox', { name: 'Note to recipients' }).fill('The kiln is broken.');
  expect(bodyOf(calls, '/api/instances/actions/change')).toBeUndefined();
  await dialog.getByRole('button', { name: 'Change session' }).click();
  await expect
    .poll(() => bodyOf(calls, '/api/instances/actions/change'))
    .toMatchObject({ inputs: { values: { status: 'cancelled' }, note: 'The kiln is broken.' } });
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('what someone else changed meanwhile is compared, and what was entered stays', async () => {
  let now: Row = SESSION;
  const calls = await edited({
    'GET /api/instances/7': () => now,
    'GET /api/instances': () => listOf('instances', [now]),
    'POST /api/instances/actions/change/plan': () => question({ inputs: { scope: {} } }),
    'POST /api/instances/actions/change': ({ body }) =>
      (body as { seen: Record<string, unknown> }).seen['7'] === now['version']
        ? done([7], 'Session changed')
        : refusal(409, 'resource.refused', 'It has changed since you opened it.'),
  });
  await page.getByRole('textbox', { name: 'Seats', exact: true }).fill('20');
  now = { ...SESSION, version: 3, capacity: 9, locationNote: 'By the window' };
  await button('Save changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change session' }).click();
  const conflict = page.getByRole('alertdialog', { name: 'Someone else changed this after you opened it' });
  await conflict.getByRole('button', { name: 'Continue with selection' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Exact location' })).toHaveValue('By the window');
  await expect.element(page.getByRole('textbox', { name: 'Seats', exact: true })).toHaveValue('20');
  await button('Save changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change session' }).click();
  await expect.element(page.getByText('Session changed')).toBeVisible();
  expect(bodyOf(calls, '/api/instances/actions/change')).toMatchObject({ inputs: { values: { capacity: 20 } } });
});

test('what is entered stays when the session is published beside it', async () => {
  let now: Row = { ...SESSION, seriesId: null, occurrence: null, status: 'draft' };
  await edited({
    'GET /api/instances/7': () => now,
    'GET /api/instances/actions': () => ({ publish: now['status'] === 'draft' ? [7] : [] }),
    'POST /api/instances/actions/publish/plan': () => ({
      ...{ ids: [7], title: 'Publish session?', notes: [], button: 'Publish session', asks: false, inputs: {} },
    }),
    'POST /api/instances/actions/publish': () => {
      now = { ...now, version: 3, status: 'published' };
      const changes = [{ resource: 'instances', id: 7, version: 3 }];
      return { ids: [7], done: 'Session published', changes, result: null };
    },
  });
  const colorOf = (name: string) => getComputedStyle(button(name).element()).backgroundColor;
  await expect.element(button('Publish session')).toBeVisible();
  const primary = colorOf('Publish session');
  await page.getByRole('textbox', { name: 'Seats', exact: true }).fill('20');
  // One main button at a time.
  await expect
    .poll(() => ['Save changes', 'Publish session'].map((name) => colorOf(name) === primary))
    .toEqual([true, false]);
  await button('Publish session').click();
  await expect.element(page.getByRole('radio', { name: 'Published' })).toBeChecked();
  await expect.element(page.getByRole('textbox', { name: 'Seats', exact: true })).toHaveValue('20');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
});
