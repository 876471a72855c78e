import type { ReportGroup } from '../../domain/calls/reports.ts';
import { describe, expect, test } from 'vitest';
import { declaredFields } from '../../domain/declarations/fields.ts';
import type { ClientReport } from '../../domain/declarations/client-model.ts';
import type { Dimension } from '../../domain/declarations/reports.ts';
import { termBefore } from '../../domain/values/terms.ts';
import { comparisonOf, periodPresets } from '../../src/console/reports/period.ts';
import { choicesIn, timelineDimension } from '../../src/console/reports/reportAddress.ts';
import { groupBars, chartText } from '../../src/console/reports/reportBars.ts';
import { csvFigure, csvHeading, formatFigure, formatFigureChange } from '../../src/console/reports/reportFigures.ts';
import {
  findGroups,
  isWithoutData,
  lastDayOf,
  NAME_KEY,
  nameGroups,
  sortGroups,
} from '../../src/console/reports/reportGroups.ts';
import { bothFilters, groupFilter, rowFilter } from '../../src/console/reports/rowFilter.ts';

const ZONE = 'America/Denver';
const TERMS = [
  { name: 'Spring', start: '01-12', end: '05-17' },
  { name: 'Summer', start: '05-18', end: '08-16' },
  { name: 'Fall', start: '08-17', end: '12-20' },
];

const FIELDS = new Map(
  declaredFields({
    properties: {
      startsAt: { type: 'string', format: 'date-time', title: 'Start' },
      day: { type: 'string', format: 'date', title: 'Day' },
      done: { type: 'boolean', title: 'Done' },
      costCents: { type: 'integer', title: 'Cost', 'x-money': true },
      formId: { type: 'integer', title: 'Form', 'x-reference': 'forms' },
    },
  }).map((field) => [field.name, field]),
);
const fieldNamed = (name: string) => FIELDS.get(name);
const dimension = (by: Dimension['by'], field = 'startsAt'): Dimension => ({ name: by, label: by, field, by });
const group = (key: ReportGroup['key'], label: string | null, ...figures: (number | null)[]): ReportGroup => ({
  key,
  label,
  figures,
});

describe('the term before', () => {
  test.each([
    ['2026-08-17', 'Summer', '2026-05-18'],
    ['2026-01-12', 'Fall', '2025-08-17'],
    ['2026-01-01', 'Fall', '2025-08-17'],
    ['2026-12-21', 'Fall', '2026-08-17'],
  ])('%s is %s', (day, name, start) => {
    expect(termBefore(day, TERMS)).toMatchObject({ name, start });
  });

  test('can have begun two years ago', () => {
    const winter = [{ name: 'Winter', start: '11-01', end: '02-28' }];
    expect(termBefore('2026-02-01', winter)).toEqual({ name: 'Winter', start: '2024-11-01', end: '2025-02-28' });
    expect(termBefore('2026-02-01', [])).toBeUndefined();
  });
});

describe('what a period is compared with', () => {
  test('a whole term with the term before it', () => {
    const days = { from: '2026-01-12', to: '2026-05-17' };
    expect(comparisonOf({ own: days }, days, TERMS)).toEqual({
      days: { from: '2025-08-17', to: '2025-12-20' },
      label: 'Fall 2025',
    });
  });

  test('other days with as many before them', () => {
    const days = { from: '2026-01-12', to: '2026-05-16' };
    expect(comparisonOf({ own: days }, days, TERMS)).toEqual({
      days: { from: '2025-09-09', to: '2026-01-11' },
      label: 'the 125 days before',
    });
  });

  test('the current term and the last one are offered', () => {
    const presets = periodPresets('2026-09-01', TERMS);
    expect(presets).toContainEqual({ label: 'This term', start: '2026-08-17', end: '2026-12-20' });
    expect(presets).toContainEqual({ label: 'Last term', start: '2026-05-18', end: '2026-08-16' });
    expect(periodPresets('2026-01-01', TERMS).at(-1)).toEqual({
      label: 'Last term',
      start: '2025-08-17',
      end: '2025-12-20',
    });
  });
});

describe('figures', () => {
  test.each([
    [1234.567, 'number', '1,234.57'],
    [125_050, 'money', '$1,250.50'],
    [1536, 'size', '1.5 kB'],
    [0.416, 'percent', '42%'],
    [0.004, 'percent', '<1%'],
    [5.23, 'duration', '5.2 h'],
    [47.9, 'duration', '47.9 h'],
    [74.4, 'duration', '3.1 days'],
    [null, 'number', '–'],
  ] as const)('%s as %s are %s', (value, unit, text) => {
    expect(formatFigure(value, unit)).toBe(text);
  });

  test.each([
    ['number', 112, 100, '12% more than in Fall 2025'],
    ['money', 80, 100, '20% less than in Fall 2025'],
    ['size', 100, 100, 'as much as in Fall 2025'],
    ['percent', 0.43, 0.42, '1 point higher than in Fall 2025'],
    ['percent', 0.4, 0.42, '2 points lower than in Fall 2025'],
    ['percent', 0.421, 0.42, 'the same as in Fall 2025'],
    ['duration', 6, 8.5, '2.5 h shorter than in Fall 2025'],
    ['duration', 80, 8, '3.0 days longer than in Fall 2025'],
    ['number', 5, 0, null],
    ['duration', 5, null, null],
    ['percent', null, 0.5, null],
  ] as const)('of %s, %s after %s: %s', (unit, now, before, text) => {
    expect(formatFigureChange({ unit, now, before, earlier: 'Fall 2025' })).toBe(text);
  });

  test('in a file are plain numbers with their unit in the heading', () => {
    expect([csvHeading('Paid', 'money'), csvFigure(125_050, 'money')]).toEqual(['Paid (USD)', 1250.5]);
    expect([csvHeading('Wait', 'duration'), csvFigure(5.23456, 'duration')]).toEqual(['Wait (hours)', 5.2346]);
    expect([csvHeading('Attended', 'percent'), csvFigure(0.42, 'percent')]).toEqual(['Attended', 0.42]);
    expect(csvFigure(null, 'number')).toBe('');
  });
});

describe('groups', () => {
  test.each([
    ['week', '2026-11-23', '2026-11-23', 'Nov 23, 2026'],
    ['month', '2026-11-01', '2026-11-01', 'November 2026'],
    ['weekday', 1, '1', 'Monday'],
    ['hour', 9, '9', '9 AM'],
    ['term', 'Fall', 'Fall 2026', 'Fall 2026'],
    ['hour', null, null, 'None'],
  ] as const)('by %s, %s (%s) is named %s', (by, key, label, name) => {
    expect(nameGroups([group(key, label)], dimension(by), undefined, ZONE)[0]?.name).toBe(name);
  });

  test.each([
    ['formId', 3, 'Laser cutting', 'Laser cutting'],
    ['done', true, 'true', 'Yes'],
    ['costCents', 1500, '1500', '$15.00'],
    ['formId', 3, null, 'None'],
  ])('a value of %s, %s (%s), is named %s', (field, key, label, name) => {
    expect(nameGroups([group(key, label)], dimension('value', field), fieldNamed(field), ZONE)[0]?.name).toBe(name);
  });

  test('are sorted by name or figure, those without a value last, and found by name', () => {
    const groups = nameGroups(
      [group(1, 'Part 10', 5), group(null, null, 9), group(2, 'Part 9', null), group(3, 'part 1', 7)],
      dimension('value', 'formId'),
      fieldNamed('formId'),
      ZONE,
    );
    const names = (column: typeof NAME_KEY | number, order: 'ASC' | 'DESC') =>
      sortGroups(groups, 'value', column, order).map(({ name }) => name);
    expect(names(NAME_KEY, 'ASC')).toEqual(['part 1', 'Part 9', 'Part 10', 'None']);
    expect(names(NAME_KEY, 'DESC')).toEqual(['Part 10', 'Part 9', 'part 1', 'None']);
    expect(names(0, 'DESC')).toEqual(['None', 'part 1', 'Part 10', 'Part 9']);
    expect(names(0, 'ASC')).toEqual(['Part 10', 'part 1', 'None', 'Part 9']);
    expect(findGroups(groups, ' PART 1').map(({ key }) => key)).toEqual([1, 3]);
  });

  test('of a timeline are there without rows too', () => {
    expect(isWithoutData([group('2026-11-23', null, 0, null)], 'week')).toBe(true);
    expect(isWithoutData([group(3, 'Laser', 0, null)], 'value')).toBe(false);
    expect(isWithoutData([], 'value')).toBe(true);
  });

  test.each([
    ['day', '2026-02-28', '2026-02-28'],
    ['week', '2026-02-23', '2026-03-01'],
    ['month', '2028-02-01', '2028-02-29'],
    ['month', '2026-12-01', '2026-12-31'],
  ] as const)('the %s from %s ends on %s', (by, first, last) => {
    expect(lastDayOf(first, by)).toBe(last);
  });
});

describe('the bars of the chart', () => {
  const context = { days: { from: '2026-11-04', to: '2026-11-30' }, measure: 0, today: '2026-11-27' };

  test('are whole when they are in the past and within the period', () => {
    const weeks = ['2026-11-02', '2026-11-09', '2026-11-23'].map((key) => group(key, key, 1));
    const whole = (days: typeof context.days | null) =>
      groupBars(weeks, { ...context, days, by: dimension('week') }).map(({ isWhole }) => isWhole);
    expect(whole(context.days)).toEqual([false, true, false]);
    expect(whole(null)).toEqual([true, true, false]);
  });

  test('are those of rows with a date', () => {
    const bars = groupBars([group('2026-11-09', null, 1), group(null, null, 3)], { ...context, by: dimension('day') });
    expect(bars.map(({ title }) => title)).toEqual(['Nov 9, 2026']);
  });

  test('are named by their time, and described together', () => {
    const months = ['2026-09-01', '2026-10-01'].map((key, index) => group(key, key, index));
    const bars = groupBars(months, { ...context, by: dimension('month') });
    expect(bars.map(({ label }) => label)).toEqual(['Sep 2026', 'Oct 2026']);
    expect(chartText('Views', 'month', bars, String)).toBe(
      'Views by month, 2 months. The highest figure is 1, in October 2026. All figures are in the table below.',
    );
  });
});

describe('the rows of a group', () => {
  const report = { day: 'startsAt' };
  const where = { done: true };
  const days = { from: '2026-11-01', to: '2026-11-24' };

  test('match the report, its filters, the value and the period', () => {
    const context = {
      report,
      where,
      dimension: dimension('value', 'formId'),
      filter: { costCents_gte: 500 },
      days,
      zone: ZONE,
    };
    expect(rowFilter(3, { ...context, fieldNamed })).toEqual({
      done: true,
      costCents_gte: 500,
      formId: 3,
      // Clocks change between the two.
      startsAt_gte: '2026-11-01T06:00:00.000Z',
      startsAt_lt: '2026-11-25T07:00:00.000Z',
    });
    expect(rowFilter(null, { ...context, fieldNamed, days: null })).toMatchObject({ formId_null: true });
  });

  test('of a week at the edge of the period are those of their common days', () => {
    const context = { report: { day: 'day' }, where: {}, filter: {}, days, zone: ZONE, fieldNamed };
    expect(rowFilter('2026-11-23', { ...context, dimension: dimension('week', 'day') })).toEqual({
      day_gte: '2026-11-23',
      day_lte: '2026-11-24',
    });
  });

  test('have no filter for an hour, a term or a field that is unknown', () => {
    expect(groupFilter(9, dimension('hour'), FIELDS.get('startsAt'), ZONE)).toBeNull();
    expect(groupFilter(null, dimension('term'), FIELDS.get('startsAt'), ZONE)).toBeNull();
    expect(groupFilter('Fall', dimension('term'), FIELDS.get('startsAt'), ZONE)).toBeNull();
    expect(groupFilter(3, dimension('value', 'other'), undefined, ZONE)).toBeNull();
    const context = { report: { day: 'other' }, where: {}, filter: {}, days, zone: ZONE, fieldNamed };
    expect(rowFilter(3, { ...context, dimension: dimension('value', 'formId') })).toBeNull();
  });

  test('match both of two conditions on one field', () => {
    expect(bothFilters({ formId: [1, 2] }, { formId: 2 })).toEqual({ formId: 2 });
    expect(bothFilters({ formId: 2 }, { formId: [1, 2] })).toEqual({ formId: 2 });
    expect(bothFilters({ formId_nin: [1] }, { formId_nin: [1, 2] })).toEqual({
      formId_nin: [1],
      _and: [{ formId_nin: [1, 2] }],
    });
    expect(bothFilters({ formId: 1 }, { formId: 2 })).toEqual({ formId: 1, _and: [{ formId: 2 }] });
    expect(bothFilters({ _and: [{ done: true }] }, { _and: [{ done: false }] })).toEqual({
      _and: [{ done: true }, { _and: [{ done: false }] }],
    });
  });
});

describe('the address of a report', () => {
  const report = {
    dimensions: [dimension('week'), dimension('value', 'formId')],
    measures: [
      { name: 'count', label: 'Requests', unit: 'number' },
      { name: 'paid', label: 'Paid', unit: 'money' },
    ],
  } as unknown as ClientReport;
  const read = (search: string) => choicesIn(new URLSearchParams(search), report);

  test('is read, and what the report does not have is ignored', () => {
    expect(read('')).toMatchObject({ dimension: { by: 'value' }, measure: 0, sorting: null, find: '', isWhole: false });
    expect(read('by=week&measure=paid&sort=paid&order=asc&all=1')).toMatchObject({
      dimension: { by: 'week' },
      measure: 1,
      sorting: { key: 'paid', order: 'ASC' },
      isWhole: true,
    });
    expect(read('by=other&measure=other&sort=other&filter=[]')).toMatchObject({
      dimension: { by: 'value' },
      measure: 0,
      sorting: null,
      filter: {},
    });
  });

  test('the chart is by the chosen timeline, else by week', () => {
    const [week, form] = report.dimensions;
    const month = dimension('month');
    expect(timelineDimension(report.dimensions, form)).toBe(week);
    expect(timelineDimension([...report.dimensions, month], month)).toBe(month);
    expect(timelineDimension([month, dimension('day')], form)).toBe(month);
    expect(timelineDimension([dimension('value', 'formId')], undefined)).toBeUndefined();
  });
});
