import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ClassCell, ClassChoices, ClassGrid, MarkCells, ScheduleForClass } from '../../domain/calls/classes.ts';
import { Screen } from '../../src/portal/byclass/ByClassScreen.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { SIZES, sitePage } from './site-page.tsx';

const CHOICES: ClassChoices = {
  classes: [
    {
      id: 4,
      name: 'ENGR 1400-010 Intro to Engineering Design',
      term: '2027-spring',
      active: true,
      people: 3,
      requirements: 2,
    },
    { id: 5, name: 'ARTS 3017-001 Sculpture Studio', term: '2026-fall', active: false, people: 0, requirements: 0 },
  ],
};
const cell = (state: ClassCell['state'], date: string | null = null, reason: string | null = null): ClassCell => ({
  state,
  date,
  instanceId: null,
  exemption: reason === null ? null : { id: 9, version: 1, reason },
});
const GRID: ClassGrid = {
  id: 4,
  name: 'ENGR 1400-010 Intro to Engineering Design',
  term: '2027-spring',
  today: '2027-03-09',
  can: { mark: true, write: true, schedule: true, require: true, import: false },
  columns: [
    {
      ...{ id: 21, eventId: 1, title: 'Laser cutter training', dueOn: '2027-03-01', isOverdue: true },
      usual: { minutes: 60, locationId: null },
      sums: { done: 2, signedUp: 0, waiting: 0, missing: 0, overdue: 1 },
    },
    {
      ...{ id: 22, eventId: 2, title: 'Wood shop orientation', dueOn: '2027-04-01', isOverdue: false },
      usual: { minutes: 45, locationId: 3 },
      sums: { done: 0, signedUp: 1, waiting: 1, missing: 1, overdue: 0 },
    },
  ],
  people: [
    {
      ...{ id: 11, userId: 31, name: 'Ada Byron', studentId: '1001', section: 'A' },
      cells: [cell('done', '2027-02-03'), cell('signedUp', '2027-03-20')],
    },
    {
      ...{ id: 12, userId: null, name: 'Bénédicte Okafor-Wintergreen', studentId: '1002', section: null },
      cells: [cell('overdue'), cell('missing')],
    },
    {
      ...{ id: 13, userId: 33, name: 'Cleo Marsh', studentId: null, section: 'B' },
      cells: [cell('done', '2027-03-02', 'At the summer school'), cell('waiting', '2027-03-20')],
    },
  ],
};

async function open({
  size = 'desktop' as keyof typeof SIZES,
  query = '?classId=4',
  more = {} as object,
  grid = GRID,
} = {}) {
  const calls = await sitePage({
    pattern: '/scheduling/processbyclass',
    address: `/scheduling/processbyclass${query}`,
    screen: <Screen />,
    answers: {
      'GET /api/events/classes': () => CHOICES,
      'GET /api/events/classes/4': () => structuredClone(grid),
      ...more,
    },
    size,
  });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Process by class');
  return calls;
}

const gridCell = (name: string) => page.getByRole('gridcell', { name });
const selected = () => [...document.querySelectorAll('[aria-selected="true"]')].map((one) => one.textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bodyOf = (calls: readonly ApiCall[], path: string) => calls.find((call) => call.path === path)?.body;

test('a class is chosen, stored in the address, and shown in words with its totals', async () => {
  await open({ query: '' });
  await expect.element(page.getByRole('heading', { name: 'Choose a class' })).toBeVisible();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Class' }), '4');
  await expect.element(page.getByRole('grid')).toBeVisible();
  expect(new URL(window.location.href).searchParams.get('classId')).toBe('4');
  await expect
    .element(page.getByRole('columnheader', { name: 'Laser cutter training' }))
    .toHaveTextContent('Laser cutter trainingWas due Mar 1, 20272 done, 1 overdue');
  for (const words of [
    'Done, Feb 3, 2027',
    'Signed up, Mar 20, 2027',
    'Overdue',
    'Missing',
    'Marked as done, Mar 2, 2027',
  ])
    await expect.element(gridCell(words)).toBeVisible();
});

test('overdue people are found by a filter in the address, and by name', async () => {
  await open();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Show' }), 'overdue');
  await expect.element(page.getByText(/^1 of 3 people/)).toBeVisible();
  expect(new URL(window.location.href).searchParams.get('show')).toBe('overdue');
  await userEvent.fill(page.getByRole('searchbox'), 'ada');
  await expect.element(page.getByText('No students match.')).toBeVisible();
  await userEvent.click(button('Show everyone'));
  await expect.element(page.getByRole('rowheader', { name: 'Ada Byron' })).toBeVisible();
});

describe('by keyboard', () => {
  test('keys move one place in the order of Tab; space and Shift with arrows select', async () => {
    await open();
    const first = gridCell('Done, Feb 3, 2027');
    await expect.element(first).toHaveAttribute('tabindex', '0');
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
    await userEvent.click(page.getByRole('searchbox'));
    await userEvent.keyboard('{Tab}{Tab}{Tab}');
    await expect.element(first).toHaveFocus();
    await userEvent.keyboard('{ArrowDown} ');
    expect(selected()).toEqual(['Overdue']);
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(selected()).toEqual(['Overdue', 'Missing']);
    await userEvent.keyboard('{Escape}');
    expect(selected()).toEqual([]);
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    await expect.element(page.getByRole('columnheader', { name: 'Person' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight} ');
    // People of a column who have not done it.
    expect(selected()).toEqual(['Overdue']);
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.element(gridCell('Waitlist, Mar 20, 2027')).toHaveFocus();
    await userEvent.keyboard('{Home} ');
    expect(selected()).toEqual(['Overdue', 'Waitlist, Mar 20, 2027']);
  });
});

test('selected cells are marked as done with a reason, which can be undone', async () => {
  const changes = [{ resource: 'classExemptions', id: 70, version: 1 }];
  const calls = await open({
    more: {
      'POST /api/events/classes/4/exemptions': () => ({ changes, skipped: 0 }),
      'POST /api/undo': () => ({ changes: [] }),
    },
  });
  await userEvent.click(gridCell('Overdue'));
  await userEvent.click(button('Mark as done'));
  const dialog = page.getByRole('dialog');
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as done' }));
  await expect.element(dialog.getByText('Enter where or when it was done')).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox'), 'Summer school');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1 requirement marked as done')).toBeVisible();
  const body: MarkCells = { cells: [{ entryId: 12, requirementId: 21 }], reason: 'Summer school' };
  expect(bodyOf(calls, '/api/events/classes/4/exemptions')).toEqual(body);
  expect(selected()).toEqual([]);
  await expect.element(gridCell('Overdue')).toHaveFocus();
  await userEvent.keyboard(' ');
  await userEvent.click(button('Clear selection'));
  await expect.element(gridCell('Overdue')).toHaveFocus();
  await userEvent.click(button('Undo'));
  await expect.element(page.getByText('Undone')).toBeVisible();
  expect(bodyOf(calls, '/api/undo')).toEqual({ changes });
});

test('a refused mark says so and keeps what was entered', async () => {
  await open({
    more: {
      'POST /api/events/classes/4/exemptions': () => refusal(409, 'x', 'The class was changed in the meantime.'),
    },
  });
  await userEvent.click(gridCell('Missing'));
  await userEvent.click(button('Mark as done'));
  await userEvent.fill(page.getByRole('dialog').getByRole('textbox'), 'Before');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The class was changed in the meantime.')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Before');
});

test('people are written to on the page of announcements, and the class as a whole', async () => {
  await open();
  await userEvent.click(page.getByRole('rowheader', { name: 'Bénédicte' }));
  await expect.element(page.getByRole('link', { name: /^Write to \d/ })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('columnheader', { name: 'Wood shop' }));
  const filterOf = (name: RegExp | string) => {
    const href = page.getByRole('link', { name }).element().getAttribute('href') ?? '';
    const { searchParams } = new URL(href, window.location.href);
    return [searchParams.get('source'), JSON.parse(searchParams.get('filter') ?? '')] as unknown[];
  };
  // People without an account cannot receive messages.
  expect(filterOf('Write to 2 people')).toEqual(['rosterEntries', { id: [11, 13] }]);
  expect(filterOf('Write to the class')).toEqual(['rosterEntries', { classId: 4, status: 'enrolled' }]);
});

test('what keys lead to is neither under the titles nor under the names, and the titles stay', async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ ...GRID.people[0]!, id: 100 + at, name: `Person ${at}` }));
  const columns = Array.from({ length: 12 }, (_, at) => ({
    ...GRID.columns[0]!,
    id: 200 + at,
    title: `Training ${at}`,
  }));
  const cells = columns.map(() => cell('missing'));
  await open({ grid: { ...GRID, columns, people: many.map((person) => ({ ...person, cells })) } });
  await userEvent.click(gridCell('Missing').first());
  const corner = page.getByRole('columnheader', { name: 'Person' }).element();
  for (const keys of [
    '{Control>}{End}{/Control}',
    '{Home}{ArrowRight}',
    '{Control>}{ArrowUp}{/Control}',
    '{ArrowDown}',
  ]) {
    await userEvent.keyboard(keys);
    // The head follows the page in the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const at = document.activeElement!.getBoundingClientRect();
    const { right, bottom } = corner.getBoundingClientRect();
    expect(at.left, keys).toBeGreaterThanOrEqual(right - 1);
    if (document.activeElement!.tagName === 'TD') expect(at.top, keys).toBeGreaterThanOrEqual(bottom - 1);
    expect(corner.getBoundingClientRect().top, keys).toBeGreaterThanOrEqual(0);
    expect(at.bottom, keys).toBeLessThanOrEqual(window.innerHeight);
  }
});

test('a session is scheduled for the selected people, and skipped people are listed', async () => {
  const calls = await open({
    more: {
      'GET /api/locations': () => [{ id: 3, displayName: 'Wood shop', buildingCode: 'W', room: '1' }],
      'POST /api/events/classes/4/sessions': ({ body }: ApiCall) =>
        (body as ScheduleForClass).overrideReason === null
          ? refusal(409, 'scheduling.conflict', 'Overlaps Laser cutter training. Nothing was saved.')
          : {
              ...{ instanceId: 88, signedUp: 1 },
              refused: [{ name: 'Bénédicte Okafor-Wintergreen', words: 'has no account yet' }],
            },
    },
  });
  await userEvent.click(page.getByRole('columnheader', { name: 'Wood shop' }));
  await userEvent.click(button('Schedule a session for them'));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.click(button('Schedule and sign up 3 people'));
  await expect.element(page.getByText('Enter a date and a time')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'When' }), '03/20/2099 2:00 PM');
  await expect.element(page.getByRole('combobox', { name: 'Place' })).toHaveValue('3');
  await userEvent.click(button('Schedule and sign up 3 people'));
  await expect.element(page.getByText('Overlaps Laser cutter training. Nothing was saved.')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason for the override' }), 'Both fit in');
  await userEvent.click(button('Schedule and sign up 3 people'));
  await expect.element(page.getByText('Bénédicte Okafor-Wintergreen: has no account yet')).toBeVisible();
  const [first, last] = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/sessions'));
  // Another call than the refused one.
  expect(first?.headers.get('idempotency-key')).not.toBe(last?.headers.get('idempotency-key'));
  expect(last?.body).toMatchObject({
    ...{
      overrideReason: 'Both fit in',
      requirementId: 22,
      minutes: 45,
      locationId: 3,
      locationNote: null,
      capacity: 3,
      entryIds: [11, 12, 13],
    },
    startsAt: expect.stringMatching(/^2099-03-20T20:00/) as string,
  } satisfies Partial<ScheduleForClass>);
});

test('people who can only mark see no other actions', async () => {
  const can = { mark: true, write: false, schedule: false, require: false, import: false };
  await open({ grid: { ...GRID, can } });
  await userEvent.click(gridCell('Overdue'));
  await expect.element(button('Mark as done')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Write/ })).not.toBeInTheDocument();
  await expect.element(button('Schedule a session for them')).not.toBeInTheDocument();
});

test('without people or requirements it says what is missing', async () => {
  await open({ grid: { ...GRID, people: [] } });
  await expect.element(page.getByRole('heading', { name: 'No one is on the roster' })).toBeVisible();
});

test('a class that cannot be loaded shows an error and can be retried', async () => {
  let isBroken = true;
  await open({
    more: {
      'GET /api/events/classes/4': () => (isBroken ? refusal(500, 'x', 'Something went wrong') : structuredClone(GRID)),
    },
  });
  await expect.element(page.getByText('The class could not be loaded')).toBeVisible();
  isBroken = false;
  await userEvent.click(button('Retry'));
  await expect.element(page.getByRole('grid')).toBeVisible();
});

test('on a phone all people who have not done it are selected together, and cleared together', async () => {
  await open({ size: 'phone' });
  const everyone = page.getByRole('checkbox', { name: 'Laser cutter training: everyone who has not done it' });
  await userEvent.click(everyone);
  await expect.element(page.getByText('1 cell of 1 person selected')).toBeVisible();
  await userEvent.click(page.getByRole('checkbox', { name: /^Wood shop orientation: everyone/ }));
  await expect.element(page.getByText('4 cells of 3 people selected')).toBeVisible();
  await userEvent.click(everyone);
  await expect.element(page.getByText('3 cells of 3 people selected')).toBeVisible();
});

describe.each(['desktop', 'phone'] as const)('on a %s', (size) => {
  test('axe finds nothing in both themes, and nothing scrolls sideways', async () => {
    await open({ size });
    if (size === 'phone') await userEvent.click(page.getByRole('checkbox', { name: /Bénédicte.*Laser.*Overdue/ }));
    else await userEvent.click(gridCell('Overdue'));
    await expect.element(page.getByText('1 cell of 1 person selected')).toBeVisible();
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme;
      const { violations } = await axe.run(document.body);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(SIZES[size].width);
  });
});
