import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Row } from '../../domain/declarations/model.ts';
import type { StaffCalendar, StaffEntry } from '../../domain/calls/staff-calendar.ts';
import { Screen } from '../../src/console/resources/scheduling/CalendarsScreen.tsx';
import { listOf, type Answers } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const DAY = '2026-11-25';
const at = (hour: number, day = DAY): string => `${day}T${hour}:00:00.000Z`;
const HOURS = { weekends: true, openTimes: [8, 8, 8, 8, 8, 8, 8], closeTimes: [20, 20, 20, 20, 20, 20, 20] };
const PLACE = {
  ...{ id: 1, displayName: 'Makeshop', buildingCode: 'ITLL', room: '1B' },
  ...{ timezone: 'America/Denver', hours: HOURS, days: null },
};
const entry = (more: Partial<StaffEntry>): StaffEntry => ({
  ...{ id: 'block-3', kind: 'block', recordId: 3, title: 'Laser service', start: at(17), end: at(18), placeId: 1 },
  ...{ state: 'maintenance', color: null, category: null, seats: null, instructors: [], date: DAY, version: 2 },
  ...{ repeats: null, conflicts: [] },
  ...more,
});
const SESSION = {
  kind: 'instance',
  recordId: 7,
  title: 'Sewing',
  state: 'published',
  date: null,
  version: null,
} as const;
const SECOND = entry({ ...SESSION, id: 'instance-7-2', start: at(20), end: at(21) });
const DATES = [
  { startsAt: at(20, '2026-11-18'), endsAt: at(21, '2026-11-18') },
  { startsAt: at(20), endsAt: at(21), note: 'Bring fabric' },
];
const ROW: Row = {
  ...{ id: 7, version: 5, status: 'published', eventId: 1, locationId: 1, seriesId: null },
  ...{ startsAt: at(20, '2026-11-18'), endsAt: at(21), dates: DATES },
};
const BLOCK: Row = {
  ...{
    id: 3,
    version: 2,
    title: 'Laser service',
    kind: 'maintenance',
    locationId: 1,
    startsAt: at(17),
    endsAt: at(18),
  },
};

async function opened(entries: StaffEntry[], answers: Answers = {}) {
  const shown: StaffCalendar = {
    ...{ from: DAY, to: DAY, places: [PLACE], entries, isCut: false },
    choices: { categoryId: [], eventId: [], instructorId: [] },
  };
  const calls = await sitePage({
    pattern: '/calendars/:selectedLocation?',
    address: `/calendars/1?view=day&date=${DAY}`,
    screen: <Screen />,
    answers: {
      'GET /api/scheduling/calendar': () => shown,
      'GET /api/locations': () => listOf('locations', [PLACE]),
      'GET /api/blocks/3': () => BLOCK,
      'GET /api/instances/7': () => ROW,
      'POST /api/scheduling/collisions': () => ({ sessions: [], total: 0 }),
      'PUT /api/blocks/3': () => ({ ...BLOCK, version: 3 }),
      'DELETE /api/blocks/3': () => ({ ...BLOCK, version: 3 }),
      ...answers,
    },
  });
  await expect.poll(() => document.querySelector('[data-editing]')).not.toBeNull();
  return {
    written: () => calls.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/collisions')),
  };
}
const item = (id: string) => document.querySelector<HTMLElement>(`[data-item="${id}"]`);

test('a block is edited in its dialog, moved and deleted where sessions are shown', async () => {
  const { written } = await opened([entry({}), SECOND]);
  await expect.poll(() => item('block-3')).not.toBeNull();
  item('block-3')?.focus();
  await userEvent.keyboard('m{ArrowDown}{Enter}');
  await expect.poll(() => written()[0]).toMatchObject({ method: 'PUT', path: '/api/blocks/3' });
  expect(written()[0]?.body).toHaveProperty('startsAt');
  item('block-3')?.focus();
  await userEvent.keyboard('{Delete}');
  await userEvent.click(page.getByRole('button', { name: 'Delete Laser service' }));
  await expect.poll(() => written()[1]).toMatchObject({ method: 'DELETE', path: '/api/blocks/3' });
});

test('a click on a block and the button open the dialogs of the calendar manager', async () => {
  await opened([entry({})]);
  await userEvent.click(page.getByRole('button', { name: /Laser service/ }));
  const dialog = page.getByRole('dialog', { name: 'Block' });
  await expect.element(dialog.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Laser service');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('button', { name: 'Block', exact: true }));
  await expect.element(page.getByRole('dialog', { name: 'New block' })).toBeVisible();
});

test('one date of several is moved alone, after the question about its people', async () => {
  const plan = {
    ...{ ids: [7], title: 'Notify 4 people?', notes: [], button: 'Move session', asks: true },
    ...{ inputs: { note: { isOptional: true } } },
  };
  const { written } = await opened([entry({}), SECOND], {
    'POST /api/instances/actions/move/plan': () => plan,
    'POST /api/instances/actions/move': () => ({
      ...{ ids: [7], done: null, result: null, changes: [{ resource: 'instances', id: 7, version: 6 }] },
    }),
  });
  await expect.poll(() => item('instance-7-2')).not.toBeNull();
  item('instance-7-2')?.focus();
  await userEvent.keyboard('m{ArrowDown}{Enter}');
  const question = page.getByRole('dialog', { name: 'Notify 4 people?' });
  await userEvent.fill(question.getByRole('textbox', { name: /^Note to recipients/ }), 'Sorry');
  await userEvent.click(question.getByRole('button', { name: 'Move session' }));
  await expect.poll(() => written().at(-1)?.path).toBe('/api/instances/actions/move');
  const { inputs } = written().at(-1)?.body as { inputs: { values: { dates: Row[] }; note: string } };
  const { values, note } = inputs;
  expect(note).toBe('Sorry');
  expect(Object.keys(values)).toEqual(['dates']);
  expect(values.dates[0]).toEqual(DATES[0]);
  expect(values.dates[1]).toMatchObject({ note: 'Bring fabric' });
  expect(values.dates[1]?.['startsAt']).not.toBe(at(20));
});
