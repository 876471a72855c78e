import type { ReportAnswer } from '../../domain/calls/reports.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { makeRow } from '../factories/any-row.ts';
import { copiedDeclarations } from '../factories/declarations.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

/** A resource and a report that only this test declares. The site's zone is America/Denver. */
const declarations = copiedDeclarations()
  .resource('tours', {
    startsAt: { type: 'string', format: 'date-time' },
    endsAt: { type: 'string', format: 'date-time' },
    paidOn: { type: 'string', format: 'date' },
    person: { type: 'integer' },
    locationId: { type: 'integer', title: 'Room', 'x-reference': 'locations' },
    kind: { type: 'string', enum: ['tour', 'class'], 'x-labels': { tour: 'Guided tour', class: 'Class' } },
    tools: { type: 'array', items: { type: 'string' } },
    paid: { type: 'integer', 'x-money': true },
    isNew: { type: 'boolean' },
    secret: { type: 'integer' },
    // Named as parts of the statement could be.
    at: { type: 'string', format: 'date-time' },
    value: { type: 'integer' },
    key: { type: 'integer' },
  })
  .write('config/reports/tours.json', {
    title: 'Visits',
    lead: 'Visits of a period.',
    roles: ['Staff'],
    source: 'tours',
    where: { person_gt: 0, createdAt_lte: '$now' },
    day: 'startsAt',
    filters: ['kind', 'locationId', 'locationId.isPublic', 'secret'],
    dimensions: [
      { name: 'room', label: 'Room', field: 'locationId' },
      { name: 'public', label: 'Public', field: 'locationId.isPublic' },
      { name: 'kind', label: 'Kind', field: 'kind' },
      { name: 'tool', label: 'Tool', field: 'tools' },
      { name: 'isNew', label: 'New', field: 'isNew' },
      { name: 'secret', label: 'Secret', field: 'secret' },
      { name: 'day', label: 'Day', field: 'startsAt', by: 'day' },
      { name: 'week', label: 'Week', field: 'startsAt', by: 'week' },
      { name: 'month', label: 'Month', field: 'paidOn', by: 'month' },
      { name: 'term', label: 'Term', field: 'startsAt', by: 'term' },
      { name: 'weekday', label: 'Day of the week', field: 'startsAt', by: 'weekday' },
      { name: 'hour', label: 'Hour', field: 'startsAt', by: 'hour' },
    ],
    measures: [
      { name: 'visits', label: 'Visits', kind: 'count' },
      { name: 'people', label: 'People', kind: 'distinct', field: 'person' },
      { name: 'returning', label: 'More than once', kind: 'returning', field: 'person' },
      { name: 'paid', label: 'Paid', kind: 'sum', field: 'paid' },
      { name: 'tours', label: 'Tours', kind: 'share', where: { kind: 'tour' }, of: { kind_null: false } },
      { name: 'length', label: 'Median length', kind: 'median', from: 'startsAt', to: 'endsAt' },
      { name: 'secrets', label: 'Secrets', kind: 'sum', field: 'secret' },
    ],
  });
/** The figures up to the secret one, which only administrators see. */
const SEEN = 6;

let t: TestApp;
let staff: TestUser;
let admin: string;
let rooms: number[];

beforeAll(async () => {
  t = await startTestApp({ root: declarations.root });
  await syncSchema(t.services.db, t.services.model);
  const shown = ['createdAt', 'startsAt', 'endsAt', 'paidOn', 'person', 'locationId', 'kind', 'tools', 'paid', 'isNew'];
  const rule = { role: 'Staff', actions: ['read'], writeFields: [] };
  for (const granted of [
    { ...rule, resource: 'tours', readFields: shown, condition: { person_lt: 90 } },
    { ...rule, resource: 'locations', readFields: ['displayName', 'isPublic'], condition: null },
  ])
    await makeRow(t.services, 'permissions', granted);
  staff = await t.createUser({ roles: ['Staff'] });
  admin = await t.loginAs('administrator');
  rooms = [];
  for (const [name, isPublic] of [
    ['Wood shop', true],
    ['Store', false],
  ] as const)
    rooms.push(Number((await makeRow(t.services, 'locations', { displayName: name, isPublic }))['id']));
  const [wood = 0, store = 0] = rooms;
  const visits: Row[] = [
    // 11 PM on Sunday, and 1 AM on Monday, in Denver.
    { startsAt: '2027-03-08T06:00:00Z', endsAt: '2027-03-08T08:00:00Z', person: 1, locationId: wood, kind: 'tour' },
    { startsAt: '2027-03-08T08:00:00Z', endsAt: '2027-03-08T09:00:00Z', person: 1, locationId: wood, kind: 'class' },
    // After the clocks have changed on 14 March: 11 PM on Sunday.
    { startsAt: '2027-03-15T05:00:00Z', endsAt: '2027-03-15T09:00:00Z', person: 2, locationId: store, kind: 'class' },
    { startsAt: '2027-03-30T18:00:00Z', endsAt: null, person: 3, locationId: null, kind: null },
    // Not staff's to see, and not what the report is about.
    { startsAt: '2027-03-09T18:00:00Z', endsAt: null, person: 99, locationId: wood, kind: 'tour' },
    { startsAt: '2027-03-09T18:00:00Z', endsAt: null, person: 0, locationId: wood, kind: 'tour' },
  ];
  const more: Row[] = [
    { tools: ['saw', 'lathe'], paid: 250, isNew: true, paidOn: '2027-03-31', secret: 1 },
    { tools: ['saw'], paid: 100, isNew: false, paidOn: '2027-04-01', secret: 2 },
    { tools: [], paid: null, isNew: false, paidOn: null, secret: 2 },
    { tools: null, paid: null, isNew: null, paidOn: null, secret: null },
    { tools: [], paid: 1, isNew: null, paidOn: null, secret: 4 },
    { tools: [], paid: 1, isNew: null, paidOn: null, secret: 8 },
  ];
  for (const [index, visit] of visits.entries()) await makeRow(t.services, 'tours', { ...visit, ...more[index] });
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

interface Asked {
  by: string;
  from?: string;
  to?: string;
  filter?: string;
}

function call(question: Asked, { cookie = staff.cookie, name = 'tours' } = {}) {
  return t.app.inject({ url: `/api/reports/${name}?${new URLSearchParams({ ...question })}`, headers: { cookie } });
}

async function run(question: Asked, cookie?: string): Promise<ReportAnswer> {
  const answer = await call(question, cookie === undefined ? {} : { cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ReportAnswer>();
}

/** Each group as its key, its label, and its first figure. */
async function counted(question: Asked): Promise<unknown[]> {
  return (await run(question)).groups.map(({ key, label, figures }) => [key, label, figures[0]]);
}

describe('figures', () => {
  test('of all rows of the report that the caller can read', async () => {
    const { total, hasMore, where } = await run({ by: 'kind' });
    // A list with the same rows takes it as a filter.
    expect(where).toEqual({ person_gt: 0, createdAt_lte: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(total).toEqual([4, 3, 1, 350, 1 / 3, 2]);
    expect(hasMore).toBe(false);
  });

  test('of each group, with labels, the largest first and those without a value last', async () => {
    const { groups } = await run({ by: 'kind' });
    expect(groups).toEqual([
      { key: 'class', label: 'Class', figures: [2, 2, 0, 100, 0, 2.5] },
      { key: 'tour', label: 'Guided tour', figures: [1, 1, 0, 250, 1, 2] },
      { key: null, label: null, figures: [1, 1, 0, 0, null, null] },
    ]);
  });

  test('by a referenced row, named as far as the caller can see it, and by a field of it', async () => {
    const [wood, store] = rooms;
    expect(await counted({ by: 'room' })).toEqual([
      [wood, 'Wood shop', 2],
      [store, 'Store', 1],
      [null, null, 1],
    ]);
    expect(await counted({ by: 'public' })).toEqual([
      [true, 'Yes', 2],
      [false, 'No', 1],
      [null, null, 1],
    ]);
  });

  test('by the entries of a list: a row counts for each, and one without entries for none; totals count it once', async () => {
    expect(await counted({ by: 'tool' })).toEqual([
      ['saw', 'saw', 2],
      [null, null, 2],
      ['lathe', 'lathe', 1],
    ]);
    expect((await run({ by: 'tool' })).total[0]).toBe(4);
  });
});

describe('time', () => {
  test('is that of the site, on both sides of a clock change', async () => {
    expect(await counted({ by: 'day' })).toEqual([
      ['2027-03-07', '2027-03-07', 1],
      ['2027-03-08', '2027-03-08', 1],
      ['2027-03-14', '2027-03-14', 1],
      ['2027-03-30', '2027-03-30', 1],
    ]);
    expect((await counted({ by: 'weekday' })).map((group) => (group as unknown[])[0])).toEqual([1, 2, 7]);
    expect((await counted({ by: 'hour' })).map((group) => (group as unknown[])[0])).toEqual([1, 12, 23]);
    expect(await counted({ by: 'month' })).toEqual([
      ['2027-03-01', '2027-03-01', 1],
      ['2027-04-01', '2027-04-01', 1],
      [null, null, 2],
    ]);
  });

  test('a period includes both days, and its weeks without rows', async () => {
    expect(await counted({ by: 'week', from: '2027-03-08', to: '2027-03-30' })).toEqual([
      ['2027-03-08', '2027-03-08', 2],
      ['2027-03-15', '2027-03-15', 0],
      ['2027-03-22', '2027-03-22', 0],
      ['2027-03-29', '2027-03-29', 1],
    ]);
    expect(await counted({ by: 'week', from: '2027-12-27', to: '2028-03-05' })).toHaveLength(10);
    const { total } = await run({ by: 'kind', from: '2027-03-08', to: '2027-03-08' });
    expect(total[0]).toBe(1);
    const { groups } = await run({ by: 'week', from: '2027-03-15', to: '2027-03-21' });
    expect(groups).toEqual([{ key: '2027-03-15', label: '2027-03-15', figures: [0, 0, 0, 0, null, null] }]);
  });

  test('terms are named with the year in which they begin', async () => {
    const labels = (await run({ by: 'term' })).groups.map(({ label }) => label);
    expect(labels).toEqual([expect.stringMatching(/^\S.* 2027$/)]);
  });
});

describe('a filter', () => {
  test('narrows the figures, also through a reference', async () => {
    expect((await run({ by: 'kind', filter: '{"kind":["class"]}' })).total[0]).toBe(2);
    expect((await run({ by: 'kind', filter: '{"locationId.isPublic":true}' })).total[0]).toBe(2);
  });
});

describe('rights', () => {
  test('a field that the caller cannot read has no figure, groups nothing and filters nothing', async () => {
    expect((await run({ by: 'kind' })).total).toHaveLength(SEEN);
    expect((await run({ by: 'kind' }, admin)).total.slice(SEEN)).toEqual([9]);
    for (const question of [{ by: 'secret' }, { by: 'kind', filter: '{"secret":1}' }])
      expect(expectProblem(await call(question)).status).toBe(400);
    const model = await t.app.inject({ url: '/api/model', headers: { cookie: staff.cookie } });
    const [report] = model.json<{ reports: { name: string; dimensions: unknown[]; filters: unknown[] }[] }>().reports;
    expect(report).toMatchObject({ name: 'tours', source: 'tours' });
    expect(model.body).not.toContain('secret');
  });

  test('a caller without the roles sees neither the report nor its figures', async () => {
    const other = await t.createUser({ roles: ['Student'] });
    expect(expectProblem(await call({ by: 'kind' }, { cookie: other.cookie }))).toMatchObject({ status: 403 });
    const model = await t.app.inject({ url: '/api/model', headers: { cookie: other.cookie } });
    expect(model.json<{ reports: unknown[] }>().reports).toEqual([]);
    expect((await t.app.inject({ url: '/api/reports/tours?by=kind' })).statusCode).toBe(401);
  });
});

describe('refusals', () => {
  test.each([
    ['an unknown dimension', { by: 'nothing' }],
    ['no day of the calendar', { by: 'kind', from: '2027-02-30' }],
    ['days in the wrong order', { by: 'kind', from: '2027-03-02', to: '2027-03-01' }],
    ['a longer period than ten years', { by: 'kind', from: '2000-01-01', to: '2027-01-01' }],
    ['an unknown field', { by: 'kind', filter: '{"colour":1}' }],
    ['a filter that is not JSON', { by: 'kind', filter: '{' }],
    ['a filter that is no object', { by: 'kind', filter: '[1]' }],
  ])('%s', async (_, question) => {
    expect(expectProblem(await call(question)).status).toBe(400);
  });

  test('an unknown report', async () => {
    expect(expectProblem(await call({ by: 'kind' }, { name: 'nothing' })).status).toBe(404);
  });
});

test('all reports of this installation can be grouped by each of their dimensions', async () => {
  const { reports } = t.services.model;
  expect(reports.length).toBeGreaterThan(3);
  for (const { name, dimensions, day } of reports)
    for (const { name: by } of dimensions) {
      const period = day === null ? {} : { from: '2026-09-01', to: '2026-12-31' };
      const answer = await call({ by, ...period }, { cookie: admin, name });
      expect([name, by, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([name, by, 200, '']);
    }
});
