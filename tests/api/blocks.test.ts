import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let admin: string;
let locationId: number;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.loginAs('calendaradmin');
  locationId = Number((await makeRow(t.services, 'locations', { timezone: 'America/New_York' })).id);
});
afterAll(() => t.close());

/** A Monday, 9 to 11 in New York. */
const MONDAY = {
  title: 'Maintenance',
  kind: 'maintenance',
  startsAt: '2026-12-07T14:00:00Z',
  endsAt: '2026-12-07T16:00:00Z',
};
const create = (given: Row, cookie = admin) =>
  t.app.inject({
    method: 'POST',
    url: '/api/blocks',
    headers: { cookie },
    payload: { ...MONDAY, locationId, ...given },
  });
const change = (id: unknown, payload: Row) =>
  t.app.inject({ method: 'PUT', url: `/api/blocks/${String(id)}`, headers: { cookie: admin }, payload });

describe('a block', () => {
  test.each<[Row, Row]>([
    [{ endsAt: MONDAY.startsAt }, { endsAt: 'Must be after the start' }],
    [{ endsAt: '2026-12-07T13:00:00Z' }, { endsAt: 'Must be after the start' }],
    [{ endsAt: '2027-12-09T14:00:00Z' }, { endsAt: 'Must be at most 366 days after the start' }],
    [{ startsAt: '1969-12-07T14:00:00Z', endsAt: '1969-12-07T16:00:00Z' }, { startsAt: 'Must be from 1970 to 2199' }],
    [{ endsAt: '2027-01-08T14:00:00Z', rule: 'FREQ=YEARLY' }, { endsAt: 'A repeating block can last at most 31 days' }],
    [{ rule: 'every Monday' }, { rule: '“EVERY MONDAY” is not part of a rule' }],
    [{ rule: 'FREQ=HOURLY' }, { rule: 'Must repeat daily, weekly, monthly or yearly: FREQ=WEEKLY' }],
    [
      { rule: 'FREQ=WEEKLY;BYHOUR=9' },
      { rule: 'BYHOUR is not possible: all occurrences start at the time of the first one' },
    ],
    [{ rule: 'FREQ=WEEKLY;INTERVAL=0' }, { rule: 'INTERVAL must be a whole number from 1 to 99' }],
    [{ rule: 'FREQ=WEEKLY;COUNT=100000' }, { rule: 'COUNT must be a whole number from 1 to 730' }],
    [{ rule: 'FREQ=WEEKLY;COUNT=3;UNTIL=20261231' }, { rule: 'Use COUNT or UNTIL, not both' }],
    [{ rule: 'FREQ=WEEKLY;UNTIL=20261301' }, { rule: 'UNTIL must be the last date, as in UNTIL=20261212' }],
    [{ rule: 'FREQ=WEEKLY;UNTIL=20261206' }, { rule: 'Must not end before the first one' }],
    [{ rule: 'FREQ=WEEKLY;BYDAY=TU' }, { rule: 'The rule leaves out its first day, Dec 7, 2026' }],
    [
      { rule: 'FREQ=YEARLY;COUNT=730' },
      { rule: 'Has only 21 dates within 20 years. Enter an end date instead of a number.' },
    ],
    [
      {
        startsAt: '2024-02-29T14:00:00Z',
        endsAt: '2024-02-29T16:00:00Z',
        rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=TH;COUNT=9',
      },
      { rule: 'Has only 1 date within 20 years. Enter an end date instead of a number.' },
    ],
    [
      { rule: 'FREQ=WEEKLY', exceptDates: ['2026-12-14', '2026-12-15'] },
      { exceptDates: 'There is no occurrence on Dec 15, 2026' },
    ],
    [
      { rule: 'FREQ=DAILY', exceptDates: ['2026-12-08', '2199-12-31', '9999-12-31'] },
      { exceptDates: 'There is no occurrence on Dec 31, 9999' },
    ],
    [{ rule: 'FREQ=WEEKLY;COUNT=2', exceptDates: ['2026-12-07', '2026-12-14'] }, { exceptDates: 'Leaves no dates' }],
  ])('that says %j is refused: %j', async (given, errors) => {
    const answer = await create(given);
    expect(answer.statusCode).toBe(400);
    expect(expectProblem(answer).errors).toEqual(errors);
  });

  test.each<[Row, Row]>([
    [{}, { rule: null, exceptDates: null, overBy: '2026-12-07T16:00:00.000Z' }],
    [{ rule: ' ' }, { rule: null }],
    [{ exceptDates: ['2026-12-07'] }, { exceptDates: null }],
    [{ rule: 'rrule:byday=we,mo;freq=weekly;interval=1' }, { rule: 'FREQ=WEEKLY;BYDAY=MO,WE', overBy: null }],
    [
      { rule: 'FREQ=WEEKLY;UNTIL=20261221', exceptDates: ['2026-12-21', '2026-12-14'] },
      { exceptDates: ['2026-12-14', '2026-12-21'], overBy: '2026-12-23T02:00:00.000Z' },
    ],
    [
      { rule: 'FREQ=MONTHLY;BYDAY=1MO;UNTIL=20270601T035959Z' },
      { rule: 'FREQ=MONTHLY;UNTIL=20270601T035959Z;BYDAY=1MO' },
    ],
  ])('%j is stored as %j', async (given, stored) => {
    const answer = await create(given);
    expect(answer.statusCode).toBe(201);
    expect(answer.json<Row>()).toMatchObject(stored);
  });

  test('is checked again when a part of it changes', async () => {
    const { id } = (await create({ rule: 'FREQ=WEEKLY', exceptDates: ['2026-12-14'] })).json<Row>();
    expect(expectProblem(await change(id, { rule: 'FREQ=MONTHLY;BYDAY=1MO' })).errors).toEqual({
      exceptDates: 'There is no occurrence on Dec 14, 2026',
    });
    expect(expectProblem(await change(id, { startsAt: '2026-12-07T17:00:00Z' })).errors).toHaveProperty('endsAt');
    const once = await change(id, { rule: null });
    expect(once.json<Row>()).toMatchObject({ rule: null, exceptDates: null, overBy: '2026-12-07T16:00:00.000Z' });
  });
});

describe('blocks', () => {
  test('are written by calendar administrators and read by those who schedule', async () => {
    const { id } = (await create({})).json<Row>();
    for (const [name, read, write] of [
      ['eventadmin', 200, 403],
      ['eventscheduler', 200, 403],
      ['eventprocessor', 200, 403],
      ['student', 403, 403],
      ['contentadmin', 403, 403],
    ] as const) {
      const cookie = await t.loginAs(name);
      expect((await t.app.inject({ url: `/api/blocks/${String(id)}`, headers: { cookie } })).statusCode).toBe(read);
      expect((await create({}, cookie)).statusCode).toBe(write);
    }
    expect((await t.app.inject({ url: '/api/blocks' })).statusCode).toBe(401);
  });

  test('that are deleted are hidden and can be restored, with their history', async () => {
    const { id } = (await create({ publicTitle: 'Closed for a while' })).json<Row>();
    const call = (method: 'GET' | 'POST' | 'DELETE', path = '') =>
      t.app.inject({ method, url: `/api/blocks/${String(id)}${path}`, headers: { cookie: admin } });
    expect((await call('DELETE')).statusCode).toBe(200);
    expect((await call('GET')).statusCode).toBe(404);
    expect((await call('POST', '/restore')).json<Row>()).toMatchObject({ publicTitle: 'Closed for a while' });
    expect((await call('GET', '/history')).json<Row[]>().map(({ action }) => action)).toEqual([
      'revert',
      'delete',
      'create',
    ]);
  });
});
