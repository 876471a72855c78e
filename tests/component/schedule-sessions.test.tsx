import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Row } from '../../domain/declarations/model.ts';
import type { ChangePlan, PlannedSession, PlanSessions, RepeatPlan } from '../../domain/calls/series.ts';
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
  instanceId: null,
  conflicts: [],
  ownFields: [],
  ...more,
});
const CONFLICT = {
  conflicts: [{ kind: 'session' as const, with: 'instance-9', text: 'Overlaps Weaving, 14:00 to 15:30' }],
};
const plan = (sessions: PlannedSession[], canOverrideConflicts = true, people = 0): ChangePlan => ({
  ...{ timezone: 'America/Denver', sessions, isCut: false, canOverrideConflicts, people },
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
  await button('Leave out 1 date with a conflict').click();
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

test('a conflict is passed deliberately, with a reason; who may not is told whose it is', async () => {
  const conflicting = () => plan([planned(0, CONFLICT)]);
  const calls = await opened(
    {
      'POST /api/scheduling/sessions/plan': conflicting,
      'POST /api/scheduling/sessions': () =>
        refusal(409, 'scheduling.conflict', 'Overlaps Weaving. Nothing was saved.'),
    },
    { eventId: 5 },
  );
  await page.getByRole('checkbox', { name: 'Schedule anyway' }).click({ force: true });
  await button('Schedule session').click();
  await expect.element(page.getByText('Enter a reason')).toBeVisible();
  expect(bodyOf(calls, '/api/scheduling/sessions')).toBeUndefined();
  await page.getByRole('textbox', { name: 'Why' }).fill('Both fit');
  await button('Schedule session').click();
  await expect
    .poll(() => bodyOf(calls, '/api/scheduling/sessions'))
    .toMatchObject({ overrideReason: 'Both fit', rule: null });
  await expect.element(page.getByText('Overlaps Weaving. Nothing was saved.')).toBeVisible();
});

test('without the right to go past a conflict there is no way past', async () => {
  await opened({ 'POST /api/scheduling/sessions/plan': () => plan([planned(0, CONFLICT)], false) }, { eventId: 5 });
  await expect.element(page.getByText(/Only event administrators/)).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Schedule anyway' })).not.toBeInTheDocument();
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

test('dates of a session that overlap each other are said before it is saved', async () => {
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

test('a series goes on until later: its rule is filled in, and what is added or deleted is shown', async () => {
  const repeatPlan = ({ body }: ApiCall): RepeatPlan => {
    const { rule, dates } = body as { rule: string | null; dates: string[] };
    const stays = [0, 1].map((nth) => ({ ...planned(nth, { instanceId: nth + 7 }), becomes: 'stays' as const }));
    const added = { ...planned(2), becomes: 'added' as const };
    const isMore = rule?.includes('20261231') === true || dates.length > 0;
    return { ...plan([]), sessions: isMore ? [...stays, added] : stays };
  };
  const calls = await edited({
    'POST /api/scheduling/sessions/7/repeat/plan': repeatPlan,
    'POST /api/scheduling/sessions/7/repeat': () => ({
      ...{ seriesId: 3, instanceIds: [7, 8, 9], changes: [{ resource: 'instances', id: 9, version: 1 }] },
    }),
  });
  await button('Add dates').click();
  const dialog = page.getByRole('dialog', { name: 'Add dates' });
  await dialog.getByRole('radio', { name: 'By a rule from this session on' }).click({ force: true });
  // What counted two ends with the second one.
  const until = dialog.getByRole('textbox', { name: 'Last date' });
  await expect.element(until).toHaveValue('12/14/2026');
  await expect.element(dialog.getByRole('button', { name: 'Add 0 sessions' })).toBeDisabled();
  await until.fill('12/31/2026');
  await userEvent.tab();
  await expect.element(dialog.getByRole('list', { name: 'What changes' }).getByText('New')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 1 session' }).click();
  await expect
    .poll(() => bodyOf(calls, '/api/scheduling/sessions/7/repeat'))
    .toMatchObject({
      rule: 'FREQ=WEEKLY;UNTIL=20261231;BYDAY=MO',
      dates: [],
      exceptDates: [],
      overrideReason: null,
    });
  await expect.element(page.getByText('1 session added')).toBeVisible();
});

test('canceling by the form is asked about; a session that is moved keeps its length', async () => {
  const plain = { ...SESSION, seriesId: null, occurrence: null };
  const calls = await edited({
    'GET /api/instances/7': () => plain,
    'POST /api/scheduling/sessions/7/change/plan': () => plan([planned(0, { instanceId: 7 })], true, 2),
    'POST /api/scheduling/sessions/7/change': () => ({ changes: [{ resource: 'instances', id: 7, version: 3 }] }),
  });
  const starts = page.getByRole('textbox', { name: 'Starts', exact: true });
  await starts.fill('12/07/2026 1:00 PM');
  await userEvent.tab();
  await expect.element(page.getByRole('textbox', { name: 'Ends', exact: true })).toHaveValue('12/07/2026 2:30 PM');
  await page.getByRole('radio', { name: 'Canceled' }).click({ force: true });
  await button('Save changes').click();
  const dialog = page.getByRole('dialog', { name: 'Notify 2 people?' });
  await dialog.getByRole('textbox', { name: 'Note to them (optional)' }).fill('The kiln is broken.');
  expect(bodyOf(calls, '/api/scheduling/sessions/7/change')).toBeUndefined();
  await dialog.getByRole('button', { name: 'Cancel 1 session' }).click();
  await expect
    .poll(() => bodyOf(calls, '/api/scheduling/sessions/7/change'))
    .toMatchObject({ scope: 'one', values: { status: 'cancelled' }, note: 'The kiln is broken.' });
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('what somebody else changed meanwhile is compared, and what was entered stays', async () => {
  let now: Row = SESSION;
  const changed = { changes: [{ resource: 'instances', id: 7, version: 4 }] };
  const stale = () => refusal(412, 'resource.changed-meanwhile', 'Someone else changed this', { current: now });
  const calls = await edited({
    'GET /api/instances/7': () => now,
    'GET /api/instances': () => listOf('instances', [now]),
    'POST /api/scheduling/sessions/7/change/plan': () => plan([planned(0, { instanceId: 7 })]),
    'POST /api/scheduling/sessions/7/change': ({ headers }) =>
      headers.get('if-match') === `"${String(now['version'])}"` ? changed : stale(),
  });
  await page.getByRole('textbox', { name: 'Seats', exact: true }).fill('20');
  now = { ...SESSION, version: 3, capacity: 9, locationNote: 'By the window' };
  await button('Save changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change 1 session' }).click();
  const conflict = page.getByRole('alertdialog', { name: 'Someone else changed this in the meantime' });
  await conflict.getByRole('button', { name: 'Continue with selection' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Exact location' })).toHaveValue('By the window');
  await expect.element(page.getByRole('textbox', { name: 'Seats', exact: true })).toHaveValue('20');
  await button('Save changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change 1 session' }).click();
  await expect.element(page.getByText('1 session changed')).toBeVisible();
  expect(bodyOf(calls, '/api/scheduling/sessions/7/change')).toMatchObject({ values: { capacity: 20 } });
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
  await page.getByRole('textbox', { name: 'Seats', exact: true }).fill('20');
  await button('Publish session').click();
  await expect.element(page.getByRole('radio', { name: 'Published' })).toBeChecked();
  await expect.element(page.getByRole('textbox', { name: 'Seats', exact: true })).toHaveValue('20');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
});
