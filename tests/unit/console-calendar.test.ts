import { describe, expect, test } from 'vitest';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import type { ResourceCalendar } from '../../domain/calls/rows.ts';
import { calendarItems, valuesOfSlot } from '../../src/console/calendar/calendarItems.ts';
import { displayIn, searchOfDisplay } from '../../src/console/list/listDisplay.ts';
import { clientResource } from '../factories/client-resource.ts';

const TIMES: Record<string, PropertySchema> = {
  startsAt: { type: 'string', format: 'date-time' },
  endsAt: { type: 'string', format: 'date-time' },
  placeId: { type: 'integer', 'x-reference': 'places' },
  state: { type: 'string', enum: ['open', 'shut'], 'x-labels': { open: 'Open' }, 'x-tones': { open: 'green' } },
  tint: { type: 'string', format: 'color' },
};
const PARTS = { start: 'startsAt', end: 'endsAt', column: 'placeId', kind: 'state', color: 'tint', rule: 'rule' };
const talks = clientResource('talks', { calendar: PARTS }, { ...TIMES, rule: { type: 'string' } });
const terms = clientResource(
  'terms',
  { calendar: { start: 'first', end: 'last', column: 'half' } },
  {
    first: { type: 'string', format: 'date' },
    last: { type: 'string', format: 'date' },
    half: { type: 'integer', enum: [1, 2] },
  },
);
const ZONE = 'America/New_York';

describe('the values of a slot', () => {
  const instants = { allDay: false, start: '2026-11-01T04:30:00.000Z', end: '2026-11-01T06:30:00.000Z' };

  test('are its instants and its column, of the kind that the field has', () => {
    expect(valuesOfSlot(talks, { ...instants, split: '7' }, ZONE)).toEqual({
      startsAt: instants.start,
      endsAt: instants.end,
      placeId: 7,
    });
    expect(valuesOfSlot(talks, { ...instants, split: '' }, ZONE)['placeId']).toBeNull();
    expect(valuesOfSlot(talks, instants, ZONE)).not.toHaveProperty('placeId');
    expect(valuesOfSlot(terms, { allDay: true, start: '2026-01-01', end: '2026-02-01', split: '2' }, ZONE)).toEqual({
      first: '2026-01-01',
      last: '2026-02-01',
      half: 2,
    });
  });

  test('are local dates where the calendar is one of dates; a midnight at the end is of the day before', () => {
    expect(valuesOfSlot(terms, { ...instants, end: '2026-11-03T05:00:00.000Z' }, ZONE)).toEqual({
      first: '2026-11-01',
      last: '2026-11-02',
    });
  });

  test('of whole days are local midnights, over a change of clocks too, and of one day an hour of its morning', () => {
    const days = (start: string, end: string) => valuesOfSlot(talks, { allDay: true, start, end }, ZONE);
    expect(days('2026-10-31', '2026-11-01')).toEqual({
      startsAt: '2026-10-31T04:00:00.000Z',
      endsAt: '2026-11-02T05:00:00.000Z',
    });
    expect(days('2026-11-01', '2026-11-01')).toEqual({
      startsAt: '2026-11-01T14:00:00.000Z',
      endsAt: '2026-11-01T15:00:00.000Z',
    });
  });
});

test('an item has its kind, takes its own color first, and changes as far as the caller can change its row', () => {
  const entry = { start: '2026-11-01T04:30:00.000Z', end: '2026-11-01T06:30:00.000Z', title: 'Talk', column: '4' };
  const calendar: ResourceCalendar = {
    zone: ZONE,
    entries: [
      { ...entry, id: 1, date: null },
      { ...entry, id: 2, date: null },
      { ...entry, id: 3, date: '2026-11-01' },
    ],
    rows: { 1: { id: 1, state: 'open' }, 2: { id: 2, state: 'shut', tint: '#112233' }, 3: { id: 3 } },
    movable: [1, 3],
    deletable: [2, 3],
    columns: [{ id: '4', label: 'Hall A' }],
    isCut: false,
  };
  const [one, two, series] = calendarItems(talks, calendar, true);
  expect(one).toMatchObject({
    id: '1',
    content: 'Hall A',
    kind: 'Open',
    icon: 'circle-check',
    editable: true,
    deletable: false,
  });
  expect(one?.color).toMatch(/green/);
  expect(two).toMatchObject({ id: '2', kind: 'Shut', color: '#112233', editable: false, deletable: true });
  expect(series).toMatchObject({ id: '3@2026-11-01', repeat: 'Repeats', editable: false, deletable: false });
  const withCalls = { ...talks, config: { ...talks.config, calendar: { ...PARTS, occurrences: true } } };
  expect(calendarItems(withCalls, calendar, false)[2]).toMatchObject({ editable: true, deletable: true });
  const { rule: _, ...parts } = PARTS;
  const ofDates = { ...talks, config: { ...talks.config, calendar: { ...parts, dates: 'dates' } } };
  expect(calendarItems(ofDates, calendar, false)[2]).toMatchObject({
    repeat: 'One of several dates',
    editable: true,
    deletable: false,
  });
  expect(calendarItems(talks, calendar, false)[0]).not.toHaveProperty('content');
});

test('the address of a list keeps its filter and order when it is shown as a calendar and back', () => {
  const list = '?filter=%7B%22state%22%3A%22open%22%7D&sort=title&order=ASC&page=3';
  const calendar = searchOfDisplay(list, 'calendar', { view: 'week', date: '2026-11-23' });
  expect([displayIn(list), displayIn(calendar)]).toEqual(['list', 'calendar']);
  expect(Object.fromEntries(new URLSearchParams(calendar))).toEqual({
    filter: '{"state":"open"}',
    sort: 'title',
    order: 'ASC',
    display: 'calendar',
    view: 'week',
    date: '2026-11-23',
  });
  expect(searchOfDisplay(calendar, 'list')).toBe(list.replace('page=3', 'page=1'));
  // Without any parameter react-admin would show the list as it was last.
  expect(searchOfDisplay('?display=calendar', 'list')).toBe('?page=1');
  // What a list alone is filtered by is not what is looked for in a calendar.
  const usual = { endsAt_gte: '2026-11-23T00:00:00.000Z' };
  const back = searchOfDisplay('?display=calendar', 'list', undefined, usual);
  expect(new URLSearchParams(back).get('filter')).toBe(JSON.stringify(usual));
  expect(searchOfDisplay(back, 'calendar', undefined, usual)).toBe('?display=calendar');
  expect(searchOfDisplay(calendar, 'list', undefined, usual)).toBe(list.replace('page=3', 'page=1'));
});
