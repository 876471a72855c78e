import type { ReportAnswer } from '../../domain/calls/reports.ts';
import { onlineManager } from '@tanstack/react-query';
import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { Screen } from '../../src/console/reports/ReportScreen.tsx';
import { EVENTS, MANY, reportAnswers, signUps } from './report-answers.ts';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const PATH = '/reports/signups';
const CALL = 'GET /api/reports/signUps';
const NOTHING: ReportAnswer = { groups: [], total: [0, null, null, 0], hasMore: false, where: {} };

async function open(search = '', given: Partial<SitePageOptions> = {}): Promise<ApiCall[]> {
  return sitePage({
    pattern: '*',
    address: `${PATH}${search}`,
    screen: <Screen />,
    answers: reportAnswers(),
    reports: [await signUps()],
    ...given,
  });
}

const questions = (calls: readonly ApiCall[]) =>
  calls.filter(({ path }) => path === '/api/reports/signUps').map(({ query }) => Object.fromEntries(query));
const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name);
const table = () => page.getByRole('table', { name: 'By event' });
const names = () =>
  table()
    .getByRole('row')
    .elements()
    .slice(1, -1)
    .map((row) => row.querySelector('td')?.textContent);

afterEach(() => commands.emulate({ media: 'screen' }));

test('loads the groups, the chart and the period before, and compares the totals', async () => {
  const calls = await open();
  await expect.element(page.getByText('12% more than in the 12 weeks before')).toBeVisible();
  await expect.element(page.getByText('3 points higher than in the 12 weeks before')).toBeVisible();
  await expect.element(page.getByText('2.0 h longer than in the 12 weeks before')).toBeVisible();
  expect(
    questions(calls)
      .map(({ by }) => by)
      .sort(),
  ).toEqual(['event', 'event', 'week']);
  await expect.element(page.getByRole('img', { name: /^Sign-ups by week, 12 weeks/ })).toBeVisible();
});

test('a whole term is compared with the term before it', async () => {
  const { [CALL]: answer } = reportAnswers();
  const answerTerm = async (call: ApiCall) => {
    const summer = call.query.get('from') === '2026-05-18';
    return { ...((await answer?.(call)) as ReportAnswer), total: [summer ? 100 : 150, 0.5, 3, 0] };
  };
  const calls = await open('?from=2026-08-17&to=2026-12-20', { answers: { ...reportAnswers(), [CALL]: answerTerm } });
  await expect.element(page.getByText('50% more than in Summer 2026')).toBeVisible();
  expect(questions(calls)).toContainEqual({ by: 'event', from: '2026-05-18', to: '2026-08-16' });
});

test('the period, the grouping and the measure are in the address, and back undoes a choice', async () => {
  const calls = await open();
  await userEvent.click(page.getByRole('radio', { name: '4 weeks', exact: true }));
  await expect.poll(() => inAddress('weeks')).toBe('4');
  await userEvent.click(page.getByRole('radio', { name: 'Hour' }));
  await expect.element(page.getByRole('row', { name: /^2 PM/ })).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: 'Median wait' }));
  await expect.element(page.getByRole('img', { name: /^Median wait by week/ })).toBeVisible();
  expect([inAddress('by'), inAddress('measure')]).toEqual(['hour', 'wait']);
  window.history.go(-2);
  await expect.element(table()).toBeVisible();
  expect(questions(calls).at(-1)?.['by']).toBe('hour');
});

test('hours of the week are a grid of the chosen figure, the more the stronger', async () => {
  const report = await signUps();
  const by = { name: 'hourOfWeek', label: 'Hour of the week', field: 'createdAt', by: 'hourOfWeek' as const };
  const answer = {
    ...NOTHING,
    groups: [9, 24 + 11].map((key, index) => ({ key, label: String(key), figures: [(index + 1) * 20, 0.5, 3, 0] })),
  };
  const { [CALL]: others } = reportAnswers();
  const answers = {
    ...reportAnswers(),
    [CALL]: (call: ApiCall) => (call.query.get('by') === 'hourOfWeek' ? answer : others?.(call)),
  };
  await open('?by=hourOfWeek', { answers, reports: [{ ...report, dimensions: [...report.dimensions, by] }] });
  const grid = page.getByRole('table', { name: 'Sign-ups by the hour of the week' });
  const cells = grid.getByRole('row', { name: /^Tuesday/ }).getByRole('cell');
  await expect.poll(() => cells.elements().map((cell) => cell.textContent)).toEqual(['', '', '40']);
  await expect.element(grid.getByRole('columnheader', { name: '10 AM' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^Monday, 9 AM/ })).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: 'Attended' }).first());
  await expect.element(page.getByRole('table', { name: 'Attended by the hour of the week' })).toBeVisible();
  expect((await axe.run()).violations).toEqual([]);
});

test('a timeline is asked once for the chart and the table', async () => {
  const calls = await open('?by=week');
  await expect.element(page.getByRole('table', { name: 'By week' })).toBeVisible();
  // Of the period and of the one before it.
  expect(questions(calls).filter(({ by }) => by === 'week')).toHaveLength(2);
  expect(page.getByRole('button', { name: /^Export/ }).elements()).toHaveLength(1);
});

test('a name narrows the report to it and widens it again', async () => {
  const calls = await open();
  const laser = page.getByRole('button', { name: 'Laser cutter training', exact: true });
  await userEvent.click(laser);
  await expect.poll(() => inAddress('filter')).toBe('{"instanceId.eventId":[1]}');
  await expect.element(laser).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('button', { name: 'Remove filter Event' })).toBeVisible();
  expect(questions(calls).at(-1)?.['filter']).toBe('{"instanceId.eventId":[1]}');
  await userEvent.click(laser);
  await expect.poll(() => inAddress('filter')).toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'None' }));
  await expect.poll(() => inAddress('filter')).toBe('{"instanceId.eventId_null":true}');
});

test('fields are filtered as in lists', async () => {
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Status' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Attended' }));
  await userEvent.click(page.getByRole('button', { name: 'Apply' }));
  await expect.poll(() => inAddress('filter')).toBe('{"status":["attended"]}');
  await userEvent.click(page.getByRole('button', { name: 'Remove filter Status' }));
  await expect.poll(() => inAddress('filter')).toBeNull();
});

test('a group leads to its rows in the list of the source', async () => {
  await open('?from=2026-09-01&to=2026-09-30');
  const link = page.getByRole('link', { name: 'Show the rows of Laser cutter training' });
  await expect.poll(() => link.element().getAttribute('href')).toContain('2026-10-01');
  const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href);
  expect(pathname).toBe('/scheduling/records');
  expect(JSON.parse(searchParams.get('filter') ?? '')).toEqual({
    status_in: ['confirmed', 'attended'],
    'instanceId.eventId': 1,
    createdAt_gte: '2026-09-01T06:00:00.000Z',
    createdAt_lt: '2026-10-01T06:00:00.000Z',
  });
});

test('the address of a page leads to the page', async () => {
  const pages = [{ key: '/content/static/about', label: '/content/static/about', figures: [3, 1, 1, 0] }];
  await open('', { answers: reportAnswers(pages) });
  const link = page.getByRole('link', { name: 'Open /content/static/about (opens in a new tab)' });
  await expect.element(link).toHaveAttribute('href', '/content/static/about');
});

test('without a connection the last figures stay', async () => {
  const { [CALL]: answer } = reportAnswers();
  let isOffline = false;
  await open('', {
    answers: {
      ...reportAnswers(),
      [CALL]: (call) => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : answer?.(call)),
    },
  });
  await expect.element(table()).toBeVisible();
  isOffline = true;
  const online = vi.spyOn(onlineManager, 'isOnline').mockReturnValue(false);
  await userEvent.click(page.getByRole('radio', { name: '4 weeks', exact: true }));
  await expect.element(page.getByText('The figures may be out of date')).toBeVisible();
  await expect.element(table()).toBeVisible();
  await expect.element(page.getByRole('img', { name: /^Sign-ups by week, 12 weeks/ })).toBeVisible();
  online.mockRestore();
});

test('is sorted by a column, keeps the total below, and exports what is shown', async () => {
  await open();
  await expect.element(table().getByRole('row', { name: /^Total 849 71% 26.0 h \$2,250.00/ })).toBeVisible();
  await userEvent.click(table().getByRole('button', { name: 'Median wait' }));
  await expect
    .poll(names)
    .toEqual([
      'Introduction to welding for complete beginners',
      'Sewing machine training',
      'Laser cutter training',
      'None',
    ]);
  expect([inAddress('sort'), inAddress('order')]).toEqual(['wait', 'desc']);
  await userEvent.click(table().getByRole('button', { name: 'Event', exact: true }));
  await expect.poll(() => names()[0]).toBe('Introduction to welding for complete beginners');
  await expect.element(table().getByRole('columnheader', { name: 'Event' })).toHaveAttribute('aria-sort', 'ascending');
  const saved = vi.spyOn(URL, 'createObjectURL');
  await userEvent.click(page.getByRole('button', { name: 'Export figures by event as CSV' }));
  const [file] = saved.mock.lastCall ?? [];
  saved.mockRestore();
  const lines = (await (file as Blob).text()).replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe('Event,Sign-ups,Attended,Median wait (hours),Paid (USD)');
  expect(lines).toContain('Laser cutter training,420,0.82,5.23,1250');
  expect(lines.at(-1)).toBe('Total,849,0.71,26.04,2250');
});

test('of many groups the first are shown, others are found or shown on request', async () => {
  await open('', { answers: reportAnswers(MANY, { hasMore: true }) });
  await expect.poll(() => names().length).toBe(25);
  await expect.element(page.getByText('Only the 44 largest groups are shown.', { exact: false })).toBeVisible();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search event' }), 'workshop 40');
  await expect.poll(names).toEqual(['Open workshop 40']);
  expect(inAddress('find')).toBe('workshop 40');
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search event' }), 'nothing');
  await userEvent.click(page.getByRole('button', { name: 'Show all' }));
  await userEvent.click(page.getByRole('button', { name: 'Show all 44' }));
  await expect.poll(() => names().length).toBe(44);
  await userEvent.click(page.getByRole('button', { name: 'Show the first 25' }));
  await expect.poll(() => names().length).toBe(25);
});

test('without data it says so, and offers a longer period and no filters', async () => {
  await open('?filter=%7B%22status%22%3A%22late%22%7D', { answers: { [CALL]: () => NOTHING } });
  await expect.element(page.getByRole('heading', { name: 'No data in this period' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
  await expect.poll(() => inAddress('filter')).toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Show the last 52 weeks' }));
  await expect.poll(() => inAddress('weeks')).toBe('52');
});

test('says why it could not be loaded, and loads it when asked again', async () => {
  const { [CALL]: answer } = reportAnswers();
  let isBroken = true;
  await open('', {
    answers: {
      ...reportAnswers(),
      [CALL]: (call) => (isBroken ? refusal(400, 'report.filter', 'The filter is not right.') : answer?.(call)),
    },
  });
  await expect.element(page.getByText('The filter is not right.')).toBeVisible();
  isBroken = false;
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await expect.element(table()).toBeVisible();
});

test('a report that there is not says why', async () => {
  await open('', { address: '/reports/unknown' });
  await expect.element(page.getByText('This report is not available')).toBeVisible();
});

test('a report without a period has no dates, and asks for none', async () => {
  const report = await signUps();
  const calls = await open('', { reports: [{ ...report, day: null }] });
  await expect.element(table()).toBeVisible();
  expect(page.getByRole('radio', { name: '12 weeks' }).elements()).toEqual([]);
  expect(questions(calls)).toEqual([{ by: 'event' }, { by: 'week' }]);
});

test('a sort does not scroll the page to its top', async () => {
  await open('?all=1', { answers: reportAnswers(MANY) });
  await expect.poll(() => names().length).toBe(44);
  window.scrollTo(0, 700);
  await userEvent.click(table().getByRole('button', { name: 'Event', exact: true }));
  await expect.poll(() => inAddress('sort')).toBe('_group');
  expect(window.scrollY).toBeGreaterThan(300);
});

test('on paper the controls are missing, and it says what it is of', async () => {
  await open('?filter=%7B%22instanceId.eventId%22%3A%5B1%5D%7D&from=2026-09-01&to=2026-09-30');
  await expect.element(table()).toBeVisible();
  await expect.element(page.getByRole('img', { name: /^Sign-ups by week/ })).toBeVisible();
  await commands.emulate({ media: 'print' });
  await page.viewport(718, 1047);
  await expect.element(page.getByText(/^Sep 1, 2026 to Sep 30, 2026, Event is Laser cutter training$/)).toBeVisible();
  expect(page.getByRole('button', { name: /^(Export|Print|Remove)/ }).elements()).toEqual([]);
  expect(page.getByRole('radio').elements()).toEqual([]);
  const width = document.documentElement.clientWidth;
  for (const part of [table().element(), page.getByRole('img', { name: /^Sign-ups/ }).element()])
    expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(width);
});

test.each(['light', 'dark'])(
  'axe finds nothing in the %s theme, and a phone has no sideways scrolling',
  async (theme) => {
    await open('?filter=%7B%22status%22%3A%22late%22%7D', { size: 'phone', answers: reportAnswers(EVENTS) });
    document.documentElement.dataset['theme'] = theme;
    await expect.element(page.getByRole('group', { name: 'Table, scrolls sideways' })).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^Sign-ups by week/ })).toBeVisible();
    await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);
