import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncSchema } from '../../server/schema/sync.ts';
import { checkViews } from '../../server/resources/check-views.ts';
import { makeRow } from '../factories/any-row.ts';
import { copiedDeclarations, faultsOf } from '../factories/declarations.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

const QUERY = [
  'select l.id, l."displayName" as title, l."displayName" as note, l."createdAt", l.id as "locationId",',
  '  l."createdAt" + interval \'1 hour\' as "endsAt",',
  '  extract(year from l."createdAt" at time zone {timezone})::integer as year, 1.5::double precision as hours',
  'from "locations" l where l."displayName" like \'View %\'',
];

function declared() {
  return copiedDeclarations()
    .write('schemas/views/placeList.json', {
      title: 'Listed place',
      type: 'object',
      additionalProperties: false,
      'x-query': QUERY,
      required: ['title'],
      properties: {
        title: { type: 'string', 'x-search': true },
        note: { type: 'string' },
        createdAt: { type: 'string', format: 'date-time' },
        endsAt: { type: 'string', format: 'date-time' },
        locationId: { type: 'integer', 'x-reference': 'locations' },
        year: { type: 'integer' },
        hours: { type: 'number' },
      },
    })
    .write('config/resources/placeList.json', {
      label: 'Listed places',
      represent: '{title}',
      list: { sort: ['title', 'ASC'] },
      calendar: { start: 'createdAt', end: 'endsAt', title: 'title' },
    })
    .write('config/reports/placeList.json', {
      title: 'Listed places',
      lead: 'How many.',
      roles: ['Staff'],
      source: 'placeList',
      day: 'createdAt',
      dimensions: [{ name: 'place', label: 'Place', field: 'locationId' }],
      measures: [{ name: 'hours', label: 'Hours', kind: 'sum', field: 'hours' }],
    });
}

let t: TestApp;
let admin: string;
let staff: TestUser;
const declarations = declared();

beforeAll(async () => {
  t = await startTestApp({ root: declarations.root });
  await makeRow(t.services, 'permissions', {
    role: 'Staff',
    actions: ['read', 'export'],
    resource: 'placeList',
    readFields: ['title', 'createdAt', 'endsAt', 'hours', 'locationId'],
    writeFields: [],
    condition: { title_neq: 'View hidden' },
  });
  for (const displayName of ['View a', 'View b', 'View hidden'])
    await makeRow(t.services, 'locations', { displayName });
  admin = await t.loginAs('administrator');
  staff = await t.createUser({ roles: ['Staff'] });
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

const get = (url: string, cookie = admin) => t.app.inject({ url, headers: { cookie } });
const search = (query: Record<string, unknown>) =>
  `/api/placeList?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]))}`;

describe('a view', () => {
  test('needs no table', async () => {
    expect((await syncSchema(t.services.db, t.services.model)).steps).toEqual([]);
  });

  test('is listed, searched, filtered, sorted and paged', async () => {
    const all = await get(search({ range: [0, 1], sort: ['title', 'DESC'] }));
    expect(all.headers['content-range']).toBe('placeList 0-1/3');
    expect(all.json()).toMatchObject([{ title: 'View hidden' }, { title: 'View b', hours: 1.5 }]);
    const year = all.json<{ year: number }[]>()[0]!.year;
    expect((await get(search({ filter: { q: 'hidd', year } }))).json()).toHaveLength(1);
    expect((await get(search({ filter: { q: 'nowhere' } }))).json()).toEqual([]);
    expect((await get(search({ filter: { title_like: 'VIEW%', title_gt: 'View b' } }))).json()).toHaveLength(1);
  });

  test('is shown to a reader by rules of rows and fields', async () => {
    const rows = (await get('/api/placeList', staff.cookie)).json<{ id: number; note?: string }[]>();
    expect(rows).toHaveLength(2);
    expect(Object.keys(rows[0]!)).not.toContain('note');
    expect(expectProblem(await get(search({ filter: { note: 'View a' } }), staff.cookie)).status).toBe(400);
    const hidden = (await get(search({ filter: { title: 'View hidden' } }))).json<{ id: number }[]>()[0]!.id;
    expect(expectProblem(await get(`/api/placeList/${hidden}`, staff.cookie)).status).toBe(404);
    expect((await get(`/api/placeList/${rows[0]!.id}`, staff.cookie)).json()).toMatchObject({ id: rows[0]!.id });
    const unprivileged = await t.createUser({ roles: ['Student'] });
    expect(expectProblem(await get('/api/placeList', unprivileged.cookie)).status).toBe(403);
  });

  test('is exported, and is the source of a calendar and a report', async () => {
    const csv = await get('/api/placeList/export', staff.cookie);
    expect(csv.body).toContain('View a');
    expect(csv.body).not.toContain('View hidden');
    const day = new Date(t.services.clock.now()).toISOString().slice(0, 10);
    const from = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const calendar = await get(`/api/placeList/calendar?from=${from}&to=${day}`, staff.cookie);
    expect(calendar.json<{ entries: unknown[]; movable: unknown[] }>()).toMatchObject({ movable: [], deletable: [] });
    expect(calendar.json<{ entries: unknown[] }>().entries).toHaveLength(2);
    const report = await get('/api/reports/placeList?by=place', staff.cookie);
    expect(report.json()).toMatchObject({ total: [3] });
  });

  test.each([
    ['POST', '/api/placeList'],
    ['PUT', '/api/placeList/1'],
    ['PATCH', '/api/placeList'],
    ['DELETE', '/api/placeList/1'],
    ['GET', '/api/placeList/1/history'],
    ['POST', '/api/placeList/1/revert'],
    ['POST', '/api/placeList/1/duplicate'],
  ] as const)('has no %s %s', async (method, url) => {
    const answer = await t.app.inject({ method, url, headers: { cookie: admin }, payload: { title: 'x' } });
    expect(expectProblem(answer).status).toBe(404);
  });
});

describe('a fault of a view', () => {
  test('is found before the start', async () => {
    const made = declared()
      .change('schemas/views/placeList.json', {
        'x-was': 'places',
        'x-lookups': { absent: 'select 1', title: { values: ['none'], query: ['select 1'] } },
        properties: { title: { type: 'string', 'x-unique': true } },
      })
      .change('config/resources/placeList.json', { softDelete: true, calendar: undefined })
      .resource('bookings', { placeId: { type: 'integer', 'x-reference': 'placeList' } })
      .change('schemas/resources/links.json', { 'x-lookups': { title: 'select 1' } });
    made.delete('config/reports/placeList.json');
    const faults = (await faultsOf(made)).map(({ file, pointer }) => `${file}#${pointer}`);
    made.remove();
    expect(faults).toEqual(
      expect.arrayContaining([
        'schemas/views/placeList.json#/x-was',
        'schemas/views/placeList.json#/x-lookups/absent',
        'schemas/views/placeList.json#/x-lookups/title/values',
        'schemas/resources/links.json#/x-lookups',
        'schemas/views/placeList.json#/properties/title/x-unique',
        'config/resources/placeList.json#/softDelete',
        'schemas/resources/bookings.json#/properties/placeId/x-reference',
      ]),
    );
  });

  test('in the query is found at the start, with the column', async () => {
    const { model, db } = t.services;
    const place = model.resources.get('placeList')!;
    const withQuery = (query: string) => ({
      ...model,
      resources: new Map([['placeList', { ...place, schema: { ...place.schema, 'x-query': query } }]]),
    });
    await checkViews(db, model);
    const all = QUERY.join(' ');
    await expect(checkViews(db, withQuery(all.replace('1.5::double precision', '1.5')))).rejects.toThrow(
      'schemas/views/placeList.json#/properties/hours: The query has it as numeric, and it must be double precision',
    );
    await expect(checkViews(db, withQuery(all.replace('as year', 'as "otherYear"')))).rejects.toThrow('x-query');
  });

  test('in a lookup is found at the start, with the property', async () => {
    const { model, db } = t.services;
    const place = model.resources.get('placeList')!;
    const withLookup = (query: string) => ({
      ...model,
      resources: new Map([['placeList', { ...place, schema: { ...place.schema, 'x-lookups': { year: query } } }]]),
    });
    await checkViews(db, withLookup('select "id" from "locations" where "id" = any({values}::bigint[])'));
    await expect(checkViews(db, withLookup('select "none" from "locations" where {values} is null'))).rejects.toThrow(
      'schemas/views/placeList.json#/x-lookups/year',
    );
  });
});
