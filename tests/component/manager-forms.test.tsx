import { beforeEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { ConsoleFrame } from '../../src/console/frame/ConsoleFrame.tsx';
import { useRowWriter } from '../../src/console/calendar/useRowWriter.ts';
import { RetryKey } from '../../src/app/RetryKey.ts';
import type { HoursContext } from '../../src/console/resources/scheduling/hoursContext.ts';
import {
  addBlock,
  addSpecial,
  editUsualHours,
  openBlock as openStored,
} from '../../src/console/resources/scheduling/hoursDialogs.tsx';
import type { StaffEntry, StaffPlace } from '../../domain/calls/staff-calendar.ts';
import type { Undo } from '../../src/calendar/layout/types.ts';
import { prompt } from '../../src/app/dialogs/prompts.tsx';
import type {} from './commands.ts';
import { listOf, type Answers, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const ZONE = 'America/New_York';
const WEEK = { weekends: false, openTimes: [0, 9, 9, 9, 9, 9, 0], closeTimes: [0, 17, 17, 17, 17, 17, 0] };
const place = (id: number, displayName: string, timezone: string): StaffPlace => ({
  ...{ id, displayName, buildingCode: 'ITLL', room: '1B', timezone, hours: WEEK, days: null },
});
const PLACES = [place(3, 'Makeshop', ZONE), place(4, 'Annex', 'America/Los_Angeles')];
const SLOT = { start: '2026-11-23T17:00:00.000Z', end: '2026-11-23T18:00:00.000Z', allDay: false };
const DAY = { start: '2026-11-24', end: '2026-11-24', allDay: true };
const LOCATION = { ...PLACES[0], version: 2, active: true, isPublic: true, capacity: null };

let conflicts = vi.fn();
beforeEach(() => {
  conflicts = vi.fn(() => ({ sessions: [], total: 0 }));
});

/** A dialog of the calendar manager, opened as the page does. */
async function opened(open: (context: HoursContext) => Promise<Undo | null>, answers: Answers = {}) {
  const { client } = await commands.siteModel();
  const [blocks, hoursExceptions, locations] = await Promise.all(
    ['blocks', 'hoursExceptions', 'locations'].map(async (name) => {
      const resource = client.resources.find((one) => one.name === name);
      if (!resource) throw new Error(`There is no ${name}.`);
      const { create, update } = resource.formSchema;
      const validators = {
        create: await commands.compileValidator(create),
        update: await commands.compileValidator(update),
      };
      return { ...resource, validators };
    }),
  );
  if (!blocks || !hoursExceptions || !locations) throw new Error('An administrator sees them all.');
  const resources = { blocks, hoursExceptions, locations };
  function Holder() {
    const writer = useRowWriter(['blocks']);
    const context = { prompt, writer, resources, placeId: 3, zone: ZONE, special: [], retryKey: new RetryKey() };
    return (
      <>
        <button type="button" onClick={() => void open({ ...context, places: PLACES })}>
          Open
        </button>
      </>
    );
  }
  const calls = await sitePage({
    pattern: '*',
    address: '/somewhere',
    screen: (
      <ConsoleFrame>
        <Holder />
      </ConsoleFrame>
    ),
    answers: {
      'GET /api/locations': () => listOf('locations', PLACES),
      'GET /api/locations/3': () => LOCATION,
      'POST /api/scheduling/collisions': () => conflicts() as object,
      'POST /api/blocks': () => ({ id: 9, version: 1 }),
      'POST /api/hoursExceptions': () => ({ id: 9, version: 1 }),
      'PUT /api/locations/3': () => ({ ...LOCATION, version: 3 }),
      ...answers,
    },
  });
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return calls;
}

const dialog = () => page.getByRole('dialog');
const input = (name: string | RegExp) => dialog().getByRole('textbox', { name, exact: typeof name === 'string' });
const press = (name: string) => userEvent.click(dialog().getByRole('button', { name }));
const written = (calls: readonly ApiCall[], call: string): unknown[] =>
  calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
const openBlock = () => opened((context) => addBlock(context, SLOT, 'maintenance'));

test('a block that is moved to a later day keeps its length; an end that still follows the start stays', async () => {
  await openBlock();
  await userEvent.fill(input('Starts'), '11/24/2026 1:00 PM');
  await userEvent.tab();
  await expect.element(input('Ends')).toHaveValue('11/24/2026 2:00 PM');
  await userEvent.fill(input('Starts'), '11/24/2026 9:00 AM');
  await userEvent.tab();
  await expect.element(input('Ends')).toHaveValue('11/24/2026 2:00 PM');
});

test('a block takes place at the same local time at another place', async () => {
  const calls = await openBlock();
  await expect.element(input('Starts')).toHaveValue('11/23/2026 12:00 PM');
  await expect.element(dialog().getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  await userEvent.fill(input('Title'), 'Service');
  await userEvent.click(dialog().getByRole('combobox', { name: 'Location' }));
  await userEvent.click(page.getByRole('option', { name: 'Annex' }));
  await expect.element(input('Starts')).toHaveValue('11/23/2026 12:00 PM');
  await press('Save block');
  await expect
    .poll(() => written(calls, 'POST /api/blocks'))
    .toMatchObject([
      { locationId: 4, startsAt: '2026-11-23T20:00:00.000Z', endsAt: '2026-11-23T21:00:00.000Z', kind: 'maintenance' },
    ]);
});

test('saving names the faults, and a fault disappears when its field is changed', async () => {
  const calls = await openBlock();
  await userEvent.fill(input('Title'), 'Weekly service');
  await userEvent.selectOptions(dialog().getByLabelText('Repeats'), 'Weekly');
  await userEvent.selectOptions(dialog().getByLabelText('Stops repeating'), 'On a date');
  await press('Save block');
  await expect.element(dialog().getByText('Enter an end date').first()).toBeInViewport();
  const fault = dialog().getByText('Enter an end date', { exact: true });
  await expect.element(fault).toBeVisible();
  await userEvent.fill(dialog().getByLabelText('Last date'), '12/15/2026');
  await userEvent.tab();
  await expect.element(fault).not.toBeInTheDocument();
  await expect.element(dialog().getByText('All fields are corrected')).toBeVisible();
  await press('Save block');
  await expect
    .poll(() => written(calls, 'POST /api/blocks'))
    .toMatchObject([{ rule: 'FREQ=WEEKLY;UNTIL=20261215;BYDAY=MO' }]);
});

const STORED = {
  ...{ id: 9, version: 4, title: 'Service', publicTitle: null, kind: 'maintenance', locationId: 3, notes: null },
  ...{ startsAt: SLOT.start, endsAt: SLOT.end, rule: null, exceptDates: null },
};
const ENTRY: StaffEntry = {
  ...{ kind: 'block', recordId: 9, date: null, repeats: null, title: 'Service', start: SLOT.start, end: SLOT.end },
  ...{ placeId: 3, state: 'maintenance', color: null, seats: null, conflicts: [] },
} as unknown as StaffEntry;

test('a stored block can be deleted from its form', async () => {
  const remove = vi.fn();
  await opened((context) => openStored(context, ENTRY, remove), { 'GET /api/blocks/9': () => STORED });
  await press('Delete');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(remove).toHaveBeenCalledOnce();
});

test('an account that cannot delete has no button for it', async () => {
  await opened((context) => openStored(context, ENTRY), { 'GET /api/blocks/9': () => STORED });
  await expect.element(dialog().getByRole('button', { name: 'Save block' })).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
});

test('an end before the start is a fault before the server is called', async () => {
  const calls = await openBlock();
  await userEvent.fill(input('Title'), 'Service');
  await userEvent.fill(input('Ends'), '11/23/2026 11:00 AM');
  await press('Save block');
  await expect.element(dialog().getByText('Must be after the start').first()).toBeVisible();
  expect(written(calls, 'POST /api/scheduling/collisions')).toEqual([]);
});

test('only a date of the rule can be an exception', async () => {
  const calls = await openBlock();
  expect(input(/^Except on/).elements()).toEqual([]);
  await userEvent.selectOptions(dialog().getByLabelText('Repeats'), 'Weekly');
  const except = input(/^Except on/);
  await userEvent.fill(except, '12/8/2026');
  await userEvent.tab();
  await expect.element(page.getByText(/cannot be chosen/)).toBeInTheDocument();
  await userEvent.fill(input('Title'), 'Service');
  await press('Save block');
  await expect
    .element(
      dialog()
        .getByText(/Choose another date/)
        .first(),
    )
    .toBeInTheDocument();
  expect(written(calls, 'POST /api/blocks')).toEqual([]);
  await userEvent.fill(except, '12/7/2026');
  await expect.element(page.getByRole('button', { name: /^Remove Dec 7/ })).toBeInTheDocument();
});

test('sessions in conflict are named, and the form stays open unless it is saved anyway', async () => {
  const session = {
    ...{ instanceId: 7, title: 'Welding', start: SLOT.start, end: SLOT.end, placeId: 3, place: 'Makeshop' },
    ...{ timezone: ZONE, state: 'published', taken: 2, capacity: 8 },
  };
  conflicts = vi.fn(() => ({ sessions: [session], total: 1 }));
  const calls = await openBlock();
  await userEvent.fill(input('Title'), 'Service');
  await press('Save block');
  const question = page.getByRole('alertdialog', { name: /1 session takes place/ });
  await userEvent.click(question.getByRole('button', { name: 'Back' }));
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(input('Title')).toHaveValue('Service');
  expect(written(calls, 'POST /api/blocks')).toEqual([]);
  await press('Save block');
  await userEvent.click(question.getByRole('button', { name: 'Save anyway' }));
  await expect.poll(() => written(calls, 'POST /api/blocks')).toHaveLength(1);
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('other hours of a day begin with its usual ones', async () => {
  const calls = await opened((context) => addSpecial(context, DAY));
  await userEvent.fill(input('Reason'), 'Inventory');
  await userEvent.click(dialog().getByRole('checkbox', { name: 'Closed' }));
  await expect.element(input(/^Opens/)).toHaveValue('9:00 AM');
  await userEvent.fill(input(/^Closes/), '8:00 AM');
  await press('Save special hours');
  await expect.element(dialog().getByText('Must be after it opens').first()).toBeVisible();
  await userEvent.fill(input(/^Closes/), '3:00 PM');
  await userEvent.tab();
  await press('Save special hours');
  await expect
    .poll(() => written(calls, 'POST /api/hoursExceptions'))
    .toMatchObject([{ startsOn: '2026-11-24', endsOn: '2026-11-24', locationId: 3, opensAt: 9, closesAt: 15 }]);
});

test('the usual hours of a place are saved once each open day has hours in their order', async () => {
  const calls = await opened((context) => editUsualHours(context, 3));
  await userEvent.fill(input('Mon, opens'), '8:');
  await press('Save usual hours');
  await expect.element(dialog().getByText('Complete the time, like 2:30 PM, or clear it').first()).toBeVisible();
  await userEvent.fill(input('Mon, opens'), '8:15');
  await userEvent.fill(input('Mon, closes'), '7 am');
  await press('Save usual hours');
  await expect
    .element(dialog().getByText('Monday: the closing time must be after the opening time').first())
    .toBeVisible();
  expect(written(calls, 'PUT /api/locations/3')).toEqual([]);
  await userEvent.fill(input('Mon, closes'), 'midnight');
  await userEvent.fill(input('Sun, opens'), '10 am');
  await userEvent.fill(input('Sun, closes'), '4 pm');
  await press('Save usual hours');
  await expect
    .poll(() => written(calls, 'PUT /api/locations/3'))
    .toEqual([
      { hours: { weekends: true, openTimes: [10, 8.25, 9, 9, 9, 9, 0], closeTimes: [16, 24, 17, 17, 17, 17, 0] } },
    ]);
});
