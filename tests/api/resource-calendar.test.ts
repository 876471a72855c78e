import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClientModel } from '../../domain/declarations/client-model.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { Action } from '../../server/declarations/permission.ts';
import { MOST_CALENDAR_ENTRIES } from '../../domain/declarations/resource-calendar.ts';
import type { ResourceCalendar } from '../../domain/calls/rows.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { makeRow } from '../factories/any-row.ts';
import { copiedDeclarations } from '../factories/declarations.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

/** A resource with a calendar that only this test declares, and the project's own. */
const declarations = copiedDeclarations()
  .resource(
    'talks',
    {
      title: { type: 'string', maxLength: 80, 'x-search': true },
      startsAt: { type: 'string', format: 'date-time' },
      endsAt: { type: 'string', format: 'date-time' },
      locationId: { type: 'integer', title: 'Room', 'x-reference': 'locations', 'x-on-delete': 'cascade' },
      state: { type: 'string', enum: ['open', 'secret'] },
      rule: { type: 'string', format: 'rrule', maxLength: 200, 'x-starts': 'startsAt' },
      left: { type: 'array', items: { type: 'string', format: 'date' }, 'x-long': true },
      notes: { type: 'string', maxLength: 80 },
    },
    {
      config: {
        calendar: {
          start: 'startsAt',
          end: 'endsAt',
          title: 'title',
          column: 'locationId',
          kind: 'state',
          rule: 'rule',
          except: 'left',
        },
      },
    },
  )
  .resource(
    'courses',
    {
      name: { type: 'string', maxLength: 80 },
      from: { type: 'string', format: 'date-time' },
      to: { type: 'string', format: 'date-time' },
      dates: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          properties: { from: { type: 'string', format: 'date-time' }, to: { type: 'string', format: 'date-time' } },
        },
      },
    },
    { config: { calendar: { start: 'from', end: 'to', dates: 'dates' } } },
  )
  .resource(
    'terms',
    {
      name: { type: 'string', maxLength: 80 },
      first: { type: 'string', format: 'date' },
      last: { type: 'string', format: 'date' },
    },
    { config: { calendar: { start: 'first', end: 'last' } } },
  )
  .resource(
    'feasts',
    { name: { type: 'string', maxLength: 80 }, day: { type: 'string', format: 'date' } },
    { config: { calendar: { start: 'day' } } },
  );

let t: TestApp;
let admin: TestUser;
let room: Row;

async function grant(
  role: string,
  actions: Action[],
  readFields: string[],
  writeFields: string[],
  condition: Record<string, Json> | null = null,
): Promise<void> {
  await t.services.engine.create(
    SYSTEM,
    'permissions',
    { role, resource: 'talks', actions, readFields, writeFields, condition },
    { command: true },
  );
}

beforeAll(async () => {
  t = await startTestApp({ root: declarations.root });
  await syncSchema(t.services.db, t.services.model);
  await grant('StoreAdmin', ['read', 'update'], ['title', 'startsAt', 'endsAt', 'state'], ['title'], { state: 'open' });
  await grant('TransactionReader', ['read'], ['title', 'endsAt'], []);
  await grant('ClassScheduler', ['read', 'update', 'delete'], ['*'], ['*']);
  await grant('EventProcessor', ['read'], ['*'], []);
  await grant('EventProcessor', ['update'], [], ['startsAt', 'endsAt'], { state: 'open' });
  await t.services.permissions.refresh();
  admin = await t.createUser({ roles: ['Administrator'] });
  room = await makeRow(t.services, 'locations', { displayName: 'Hall A', timezone: 'America/New_York' });
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

async function call(
  as: TestUser | null,
  resource: string,
  query: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const headers = as ? { cookie: as.cookie } : {};
  return t.app.inject({ url: `/api/${resource}/calendar?${new URLSearchParams(query).toString()}`, headers });
}

async function calendar(
  as: TestUser,
  resource: string,
  from: string,
  to: string,
  more: Record<string, string> = {},
): Promise<ResourceCalendar> {
  const answer = await call(as, resource, { from, to, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ResourceCalendar>();
}

const make = (resource: string, data: Row): Promise<Row> =>
  t.services.engine.create(SYSTEM, resource as string, data, { command: true });
const talk = (title: string, startsAt: string, endsAt: string, more: Row = {}): Promise<Row> =>
  make('talks', { title, startsAt, endsAt, state: 'open', ...more });
const titles = ({ entries }: ResourceCalendar): string[] => entries.map(({ title }) => title);
const only = (row: Row): Record<string, string> => ({ filter: JSON.stringify({ id: row['id'] }) });

describe('a calendar', () => {
  test('shows what has several dates on each that lies within its days, and nothing in between', async () => {
    const dates = ['02', '04', '11'].map((day) => ({
      from: `2033-05-${day}T15:00:00Z`,
      to: `2033-05-${day}T16:00:00Z`,
    }));
    const whole = { from: '2033-05-02T15:00:00Z', to: '2033-05-11T16:00:00Z' };
    await make('courses', { name: 'Binding', ...whole, dates });
    await make('courses', { name: 'Once', from: '2033-05-03T15:00:00Z', to: '2033-05-03T16:00:00Z', dates: [] });
    const starts = async (from: string, to: string) =>
      (await calendar(admin, 'courses', from, to)).entries.map(({ title, start }) => `${title} ${start.slice(8, 10)}`);
    expect(await starts('2033-05-01', '2033-05-07')).toEqual(['Binding 02', 'Once 03', 'Binding 04']);
    expect(await starts('2033-05-05', '2033-05-10')).toEqual([]);
    expect(await starts('2033-05-11', '2033-05-11')).toEqual(['Binding 11']);
  });

  test('has what overlaps its days in its zone, ordered by start', async () => {
    await talk('Late', '2031-03-10T05:30:00Z', '2031-03-10T06:30:00Z', { locationId: room['id']! });
    await talk('Over the days', '2031-03-08T10:00:00Z', '2031-03-11T10:00:00Z');
    await talk('Before', '2031-03-09T03:00:00Z', '2031-03-09T06:00:00Z');
    await talk('Point', '2031-03-09T06:00:00Z', '2031-03-09T06:00:00Z');
    const day = await calendar(admin, 'talks', '2031-03-09', '2031-03-09', { zone: 'America/Denver' });
    // The day on which clocks go forward: 07:00Z to 06:00Z of the next one.
    expect(titles(day)).toEqual(['Over the days', 'Late']);
    expect(titles(await calendar(admin, 'talks', '2031-03-09', '2031-03-09', { zone: 'UTC' }))).toEqual([
      'Over the days',
      'Before',
      'Point',
    ]);
    expect(day).toMatchObject({
      zone: 'America/Denver',
      isCut: false,
      columns: expect.arrayContaining([{ id: String(room['id']), label: expect.any(String) }]),
    });
    expect(day.entries[1]).toMatchObject({
      column: String(room['id']),
      date: null,
      start: '2031-03-10T05:30:00.000Z',
      end: '2031-03-10T06:30:00.000Z',
    });
  });

  test.each([
    ['0001-01-01', 'Asia/Tokyo'],
    ['9999-12-31', 'America/Denver'],
  ])('answers at the ends of time: %s in %s', async (day, zone) => {
    await make('blocks', {
      title: 'Forever',
      kind: 'closed',
      locationId: room['id']!,
      startsAt: '2031-03-10T05:30:00Z',
      endsAt: '2031-03-10T06:30:00Z',
      rule: 'FREQ=DAILY',
    });
    for (const resource of ['talks', 'blocks'])
      expect(titles(await calendar(admin, resource, day, day, { zone }))).toEqual([]);
  });

  test('of dates has its first and last one, and a date alone is a day', async () => {
    await make('terms', { name: 'Spring', first: '2031-01-10', last: '2031-05-01' });
    await make('terms', { name: 'Open', first: '2031-05-02' });
    await make('feasts', { name: 'May', day: '2031-05-01' });
    const spring = await calendar(admin, 'terms', '2031-05-01', '2031-05-02');
    expect(spring.entries.map(({ title, start, end }) => [title, start, end])).toEqual([
      ['Spring', '2031-01-10', '2031-05-01'],
      ['Open', '2031-05-02', '2031-05-02'],
    ]);
    expect((await calendar(admin, 'terms', '2031-05-02', '2031-05-02')).entries).toHaveLength(1);
    expect((await calendar(admin, 'feasts', '2031-05-01', '2031-05-01')).entries).toMatchObject([
      { title: 'May', start: '2031-05-01', end: '2031-05-01', column: '' },
    ]);
  });

  test('has each occurrence of a series in the time of its place, without those left out', async () => {
    const series = await talk('Weekly', '2031-03-03T14:00:00Z', '2031-03-03T15:00:00Z', {
      rule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20310331',
      left: ['2031-03-17'],
      locationId: room['id']!,
    });
    const { entries } = await calendar(admin, 'talks', '2031-03-01', '2031-03-31', only(series));
    expect((await calendar(admin, 'talks', '2031-04-01', '2031-04-30', only(series))).rows).toEqual({});
    // 09:00 in New York, whose clocks go forward on 9 March.
    expect(entries.map(({ date, start }) => [date, start])).toEqual([
      ['2031-03-03', '2031-03-03T14:00:00.000Z'],
      ['2031-03-10', '2031-03-10T13:00:00.000Z'],
      ['2031-03-24', '2031-03-24T13:00:00.000Z'],
      ['2031-03-31', '2031-03-31T13:00:00.000Z'],
    ]);
  });

  test('takes the filter and the search of the list', async () => {
    const one = await talk('Findable', '2031-07-01T10:00:00Z', '2031-07-01T11:00:00Z', { notes: 'a' });
    await talk('Other', '2031-07-01T10:00:00Z', '2031-07-01T11:00:00Z', { notes: 'b' });
    for (const filter of [{ q: 'findab' }, { notes: 'a' }, { id: [one['id']] }])
      expect(
        titles(await calendar(admin, 'talks', '2031-07-01', '2031-07-01', { filter: JSON.stringify(filter) })),
      ).toEqual(['Findable']);
    for (const [name, filter] of [
      ['nope', { nope: 1 }],
      ['notes_zz', { notes_zz: 1 }],
    ] as const)
      expect(
        expectProblem(
          await call(admin, 'talks', { from: '2031-07-01', to: '2031-07-01', filter: JSON.stringify(filter) }),
        ),
      ).toMatchObject({ status: 400, errors: { [name]: expect.any(String) } });
  });

  test('says when it is cut', async () => {
    const daily = await talk('Daily', '2032-01-01T10:00:00Z', '2032-01-01T11:00:00Z', { rule: 'FREQ=DAILY' });
    for (let count = 1; count <= 5; count += 1)
      await talk(`Daily ${count}`, '2032-01-01T10:00:00Z', '2032-01-01T11:00:00Z', { rule: 'FREQ=DAILY' });
    const year = await calendar(admin, 'talks', '2032-01-01', '2033-01-31', {
      filter: JSON.stringify({ title_like: 'Daily' }),
    });
    expect([year.entries.length, year.isCut]).toEqual([MOST_CALENDAR_ENTRIES, true]);
    expect((await calendar(admin, 'talks', '2032-01-01', '2033-01-31', only(daily))).isCut).toBe(false);
  });

  test.each([
    {},
    { from: '2031-01-01' },
    { from: '2031-01-02', to: '2031-01-01' },
    { from: '2031-02-30', to: '2031-03-01' },
    { from: '2031-01-01', to: '2032-02-05' },
    { from: '2031-01-01T00:00:00Z', to: '2031-01-01' },
    { from: '2031-01-01', to: '2031-01-01', zone: 'Mars/Base' },
    { from: '2031-01-01', to: '2031-01-01', zone: "UTC'" },
  ])('refuses %j', async (query) => {
    expect(expectProblem(await call(admin, 'talks', query)).status).toBe(400);
  });

  test('is there only where it is declared, and is described', async () => {
    expect((await call(admin, 'events', { from: '2031-01-01', to: '2031-01-01' })).statusCode).toBe(404);
    const { paths } = (await t.app.inject({ url: '/api/openapi.json', headers: { cookie: admin.cookie } })).json<{
      paths: Record<string, object>;
    }>();
    expect(Object.keys(paths).filter((path) => path.endsWith('/calendar'))).toEqual(
      expect.arrayContaining([
        '/api/talks/calendar',
        '/api/instances/calendar',
        '/api/blocks/calendar',
        '/api/hoursExceptions/calendar',
      ]),
    );
    for (const resource of ['instances', 'blocks', 'hoursExceptions'])
      await calendar(admin, resource, '2030-01-01', '2031-01-31');
  });
});

describe('a person with partial access', () => {
  const DAY = ['2031-09-01', '2031-09-01'] as const;
  beforeAll(async () => {
    const at = ['2031-09-01T18:00:00Z', '2031-09-01T19:00:00Z'] as const;
    await talk('Open', ...at, { locationId: room['id']!, notes: 'hidden words' });
    await talk('Secret', ...at, { state: 'secret' });
    await talk('Hidden series', '2031-08-25T18:00:00Z', '2031-08-25T19:00:00Z', { rule: 'FREQ=WEEKLY' });
  });

  test('sees the rows and fields that are theirs, and recurrence only with its rule', async () => {
    const reader = await t.createUser({ roles: ['StoreAdmin'] });
    const seen = await calendar(reader, 'talks', ...DAY);
    expect(titles(seen)).toEqual(['Open']);
    expect(seen.columns).toEqual([]);
    expect(seen.entries[0]?.column).toBe('');
    expect(Object.keys(Object.values(seen.rows)[0] ?? {}).sort()).toEqual([
      'endsAt',
      'id',
      'startsAt',
      'state',
      'title',
      'version',
    ]);
    expect(seen.movable).toEqual([]);
    expect(JSON.stringify(seen)).not.toMatch(/hidden|Secret|Hall/);
    const guess = { filter: JSON.stringify({ notes: 'hidden words' }) };
    expect((await call(reader, 'talks', { from: DAY[0], to: DAY[1], ...guess })).statusCode).toBe(400);
  });

  test('gets no calendar without its start, not even a notice of one', async () => {
    const reader = await t.createUser({ roles: ['TransactionReader'] });
    expect((await call(reader, 'talks', { from: DAY[0], to: DAY[1] })).statusCode).toBe(403);
    const { resources } = (
      await t.app.inject({ url: '/api/model', headers: { cookie: reader.cookie } })
    ).json<ClientModel>();
    expect(resources.find(({ name }) => name === 'talks')?.config.calendar).toBeUndefined();
    const student = await t.createUser({ roles: ['Student'] });
    expect((await call(student, 'talks', { from: DAY[0], to: DAY[1] })).statusCode).toBe(403);
    expect((await call(null, 'talks', { from: DAY[0], to: DAY[1] })).statusCode).toBe(401);
  });

  test('learns which rows they can move and delete', async () => {
    const keeper = await t.createUser({ roles: ['ClassScheduler'] });
    const all = await calendar(keeper, 'talks', ...DAY);
    expect(titles(all).sort()).toEqual(['Hidden series', 'Open', 'Secret']);
    expect([all.movable.length, all.deletable.length]).toEqual([3, 3]);
    const mover = await t.createUser({ roles: ['EventProcessor'] });
    const some = await calendar(mover, 'talks', ...DAY);
    const movable = some.movable.map((id) => some.rows[String(id)]?.['title']);
    expect([movable.sort(), some.deletable]).toEqual([['Hidden series', 'Open'], []]);
  });
});
