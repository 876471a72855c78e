import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { faultsOf, smallDeclarations, type Declarations } from '../factories/declarations.ts';

let files: Declarations;
beforeEach(() => {
  files = smallDeclarations();
});
afterEach(() => files.remove());

const TALKS: Record<string, PropertySchema> = {
  title: { type: 'string' },
  startsAt: { type: 'string', format: 'date-time' },
  endsAt: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  lastDay: { type: 'string', format: 'date' },
  state: { type: 'string', enum: ['open', 'shut'] },
  tint: { type: 'string', format: 'color' },
  hostId: { type: 'integer', 'x-reference': 'users' },
  rule: { type: 'string', format: 'rrule', 'x-starts': 'startsAt' },
  left: { type: 'array', items: { type: 'string', format: 'date' } },
  tags: { type: 'array', items: { type: 'string' } },
  dates: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        startsAt: { type: 'string', format: 'date-time' },
        endsAt: { type: 'string', format: 'date-time' },
      },
    },
  },
  places: {
    type: 'array',
    items: { type: 'object', properties: { startsAt: { type: 'string', format: 'date-time' } } },
  },
  notes: { type: 'string', 'x-long': true },
};

async function faults(calendar: unknown): Promise<string[]> {
  files.resource('talks', TALKS, { config: { calendar } });
  return (await faultsOf(files)).map(({ file, pointer, message }) => {
    expect(file).toBe('config/resources/talks.json');
    return `${pointer}: ${message}`;
  });
}

test.each([
  { start: 'day' },
  { start: 'day', end: 'lastDay', column: 'state' },
  { start: 'startsAt', end: 'endsAt', dates: 'dates' },
  {
    start: 'startsAt',
    end: 'endsAt',
    title: 'title',
    column: 'hostId',
    kind: 'state',
    color: 'tint',
    rule: 'rule',
    except: 'left',
    occurrences: true,
  },
])('a calendar can be %j', async (calendar) => {
  expect(await faults(calendar)).toEqual([]);
  expect((await loadModel(files.root)).resources.get('talks')?.config.calendar).toEqual(calendar);
});

test.each<[string, unknown, string[]]>([
  ['names no start', { end: 'endsAt' }, ['/calendar: start is missing']],
  [
    'names an unknown field',
    { start: 'startAt', end: 'endsAt' },
    ['/calendar/start: There is no field "startAt". Did you mean "startsAt"?'],
  ],
  [
    'begins with a text',
    { start: 'title' },
    ['/calendar/start: "title" is of kind "text" and must be a date, or a date and time'],
  ],
  [
    'begins at a time and ends on a date',
    { start: 'startsAt', end: 'lastDay' },
    ['/calendar/end: "lastDay" is of kind "date", but the start is of kind "dateTime"'],
  ],
  [
    'begins at a time and has no end',
    { start: 'startsAt' },
    ['/calendar: "end" is missing: only a date can go without one, and "startsAt" has a time'],
  ],
  [
    'ends as it begins',
    { start: 'day', end: 'day' },
    ['/calendar/end: Must not be the start: leave it out for single days'],
  ],
  [
    'has a text as its column',
    { start: 'day', column: 'title' },
    ['/calendar/column: "title" is of kind "text" and must be a reference or a choice'],
  ],
  [
    'has a title that lists leave out',
    { start: 'day', title: 'notes' },
    ['/calendar/title: "x-long" leaves "notes" out of lists'],
  ],
  [
    'recurs by any text',
    { start: 'startsAt', end: 'endsAt', rule: 'title' },
    ['/calendar/rule: "title" is of kind "text" and must be a rule'],
  ],
  [
    'recurs by dates',
    { start: 'day', rule: 'rule' },
    ['/calendar/rule: Only entries that start at a time can recur, and "day" is a date'],
  ],
  [
    'leaves out what does not recur',
    { start: 'startsAt', end: 'endsAt', except: 'left' },
    ['/calendar/except: Dates can be left out only of a "rule", which is missing'],
  ],
  [
    'leaves out what is no date',
    { start: 'startsAt', end: 'endsAt', rule: 'rule', except: 'tags' },
    ['/calendar/except: "tags" is of kind "strings" and must be a list of dates'],
  ],
  [
    'changes occurrences of what does not recur',
    { start: 'day', occurrences: true },
    ['/calendar/occurrences: Entries can recur only by a "rule", which is missing'],
  ],
  [
    'has dates without an end',
    { start: 'startsAt', end: 'endsAt', dates: 'places' },
    ['/calendar/dates: The objects of "places" have no "endsAt"'],
  ],
  [
    'recurs and has dates',
    { start: 'startsAt', end: 'endsAt', rule: 'rule', dates: 'dates' },
    ['/calendar/dates: Entries that recur by a "rule" cannot have their own dates'],
  ],
  ['has other parts', { start: 'day', colour: 'tint' }, ['/calendar/colour: Is not known']],
])('a calendar that %s prevents the start', async (_what, calendar, expected) => {
  const found = await faults(calendar);
  expect(found.map((one) => one.split(':')[0])).toEqual(expected.map((one) => one.split(':')[0]));
  if (!/missing$|known$/.test(expected[0] ?? '')) expect(found).toEqual(expected);
});
