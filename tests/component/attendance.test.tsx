import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { NO_ATTENDANCE, type AttendanceReport } from '../../domain/sessions/attendance.ts';
import { Screen } from '../../src/console/resources/attendance/AttendanceScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import type { ApiCall } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const LASER = {
  ...NO_ATTENDANCE,
  sessions: 3,
  seats: 30,
  seated: 24,
  came: 18,
  late: 2,
  noShow: 6,
  waited: 4,
  promoted: 1,
};
const SEWING = { ...NO_ATTENDANCE, sessions: 1, seats: 6, seated: 3, unmarked: 3, cancelled: 2, sessionsCancelled: 1 };
const TOTAL = { ...LASER, sessions: 4, seats: 36, seated: 27, unmarked: 3, cancelled: 2, sessionsCancelled: 1 };
const REPORT: AttendanceReport = {
  from: '2027-01-11',
  to: '2027-03-25',
  total: TOTAL,
  events: [
    { id: 1, name: 'Laser cutter training', ...LASER },
    { id: 2, name: 'Sewing machine training', ...SEWING },
  ],
  categories: [{ id: 3, name: 'Machines', ...TOTAL }],
  instructors: [{ id: null, name: 'Nobody named', ...TOTAL }],
  terms: [{ id: '2027-01-11', name: 'Spring 2027', ...TOTAL }],
  hours: [
    { weekday: 1, hour: 9, ...LASER },
    { weekday: 5, hour: 17, ...SEWING },
  ],
  choices: {
    events: [
      { id: 1, name: 'Laser cutter training' },
      { id: 2, name: 'Sewing machine training' },
    ],
    categories: [{ id: 3, name: 'Machines' }],
    instructors: [],
  },
};
const EMPTY: AttendanceReport = { ...REPORT, total: NO_ATTENDANCE, events: [], categories: [], terms: [], hours: [] };

async function open(given: Partial<SitePageOptions> = {}): Promise<ApiCall[]> {
  return sitePage({
    pattern: '/scheduling/attendance',
    address: '/scheduling/attendance?from=2027-01-11&to=2027-03-25',
    screen: <Screen />,
    answers: { 'GET /api/events/attendance': () => REPORT },
    ...given,
  });
}

const asked = (calls: readonly ApiCall[]): string =>
  String(calls.findLast(({ path }) => path === '/api/events/attendance')?.query ?? '');

afterEach(() => commands.emulate({ media: 'screen' }));

test('says how many came of whom it is known, and leads from a name to its sessions alone and back', async () => {
  const calls = await open();
  await expect.element(page.getByText('75% of whom it is known, 2 late')).toBeVisible();
  await expect.element(page.getByText('1 more cancelled')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Laser cutter training' }));
  await expect.poll(() => asked(calls)).toContain('eventId=1');
  await expect.element(page.getByRole('combobox', { name: 'Event' })).toHaveValue('1');
  await userEvent.click(page.getByRole('button', { name: 'Laser cutter training' }));
  await expect.element(page.getByRole('combobox', { name: 'Event' })).toHaveValue('');
});

test('a period may end in days to come, whose seats are taken by now', async () => {
  const calls = await open();
  await userEvent.click(page.getByRole('radio', { name: 'Own dates' }));
  await page.getByRole('textbox', { name: 'From' }).click();
  await page.getByRole('button', { name: 'Next 7 days' }).click();
  const last = () => new URLSearchParams(asked(calls)).get('to') ?? '';
  await expect.poll(() => Date.parse(last()) > clock.now()).toBe(true);
});

test('the hours of the week show what is chosen', async () => {
  await open();
  const monday = page.getByRole('row', { name: /^Monday/ });
  await expect.element(monday).toHaveTextContent('Monday24');
  await userEvent.click(page.getByRole('radio', { name: 'No-shows' }));
  await expect.element(monday).toHaveTextContent('Monday6');
});

test('without sessions it says so, and offers all of them', async () => {
  const calls = await open({
    address: '/scheduling/attendance?from=2027-01-11&to=2027-03-25&categoryId=3',
    answers: { 'GET /api/events/attendance': () => EMPTY },
  });
  await expect.poll(() => asked(calls)).toContain('categoryId=3');
  await userEvent.click(page.getByRole('button', { name: 'Show all sessions' }));
  await expect.element(page.getByRole('combobox', { name: 'Category' })).toHaveValue('');
});

test('on paper every column and chart is there, in black on white and without the controls', async () => {
  await open();
  await expect.element(page.getByText('75% of whom it is known, 2 late')).toBeVisible();
  await commands.emulate({ media: 'print' });
  await page.viewport(718, 1047);
  const tables = page.getByRole('table').elements();
  expect(tables).toHaveLength(5);
  for (const table of tables)
    expect(table.getBoundingClientRect().right).toBeLessThanOrEqual(document.documentElement.clientWidth);
  await expect.element(page.getByText(/2027 to .*2027$/)).toBeVisible();
  expect(page.getByRole('button', { name: /^(Export|Print)/ }).elements()).toEqual([]);
  expect(page.getByRole('radio').elements()).toEqual([]);
});

test('a phone shows the chart of each row, waiting and cancellations on the scale of the seats', async () => {
  await open({ size: 'phone' });
  await expect.element(page.getByText('75% of whom it is known, 2 late')).toBeVisible();
  const row = page.getByRole('row', { name: /^Sewing machine training/ }).element();
  const widths = [...row.querySelectorAll('[aria-hidden] > span > span')].map(({ clientWidth }) => clientWidth);
  // None came, did not come or waited; 3 of 6 seats are not marked, 3 are free, 2 cancelled.
  const sixth = Math.max(...widths) / 3;
  expect(widths.map((width) => Math.round(width / sixth))).toEqual([0, 0, 3, 3, 0, 2]);
});

test.each(['light', 'dark'])(
  'axe finds nothing in the %s theme, and a phone has no sideways scrolling',
  async (theme) => {
    await open({ size: 'phone' });
    document.documentElement.dataset['theme'] = theme;
    // The week is wider than the phone, and scrolls within its card.
    await expect.element(page.getByRole('group', { name: 'Table, scrolls sideways' })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);
