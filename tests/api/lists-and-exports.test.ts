import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let admin: string;

beforeAll(async () => {
  t = await startTestApp();
  admin = await t.loginAs('administrator');
});
afterAll(() => t.close());

async function get(path: string, query: Record<string, unknown> = {}): Promise<LightMyRequestResponse> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  return t.app.inject({ url: `/api/${path}?${search}`, headers: { cookie: admin } });
}

async function makeCategories(prefix: string, count: number): Promise<void> {
  await sql`insert into "categories" ("name", "order", "active", "description")
    select ${prefix} || ' ' || lpad(n::text, 5, '0'), n, n % 2 = 0, case when n % 3 = 0 then 'third' end from generate_series(1, ${count}::int) n`.execute(
    t.services.db,
  );
}

test('a page has its range and the total', async () => {
  await makeCategories('Page', 30);
  const query = { filter: { name_like: 'Page %' }, sort: ['name', 'DESC'] };
  const answer = await get('categories', { ...query, range: [5, 9] });
  expect(answer.headers['content-range']).toBe('categories 5-9/30');
  expect(answer.headers['access-control-expose-headers']).toBe('Content-Range, Total-Accuracy, Search-Corrected');
  expect(answer.json<Row[]>().map(({ order }) => order)).toEqual([25, 24, 23, 22, 21]);
  expect((await get('categories', { ...query, range: [25, 99] })).headers['content-range']).toBe('categories 25-29/30');
  expect((await get('categories', { ...query, range: [90, 99] })).headers['content-range']).toBe('categories */30');
});

test('where nothing has the words of a search, similar words are searched for on request', async () => {
  const event = await makeRow(t.services, 'events', { title: 'Letterpress evening' });
  await makeRow(t.services, 'instances', { eventId: Number(event['id']), status: 'draft' });
  const search = async (resource: string, q: string, more = {}) => {
    const answer = await get(resource, { filter: { q }, ...more });
    return [answer.json<Row[]>().length, answer.headers['search-corrected']];
  };
  const spelling = { spelling: 'correct' };
  expect(await search('events', 'leterpres')).toEqual([0, undefined]);
  expect(await search('events', 'leterpres', spelling)).toEqual([1, 'letterpress']);
  // By the words of what its rows refer to.
  expect(await search('instances', 'leterpress evning', spelling)).toEqual([1, 'letterpress%20evening']);
  expect(await search('events', 'letterp', spelling)).toEqual([1, undefined]);
  expect(await search('events', 'zzyzxq', spelling)).toEqual([0, undefined]);
});

test('every operator selects the matching rows', async () => {
  await makeCategories('Ops', 9);
  const orders = async (filter: object): Promise<unknown[]> =>
    (await get('categories', { filter: { name_like: 'Ops %', ...filter }, sort: ['order', 'ASC'], range: [0, 99] }))
      .json<Row[]>()
      .map(({ order }) => order);
  expect(await orders({ order: 3 })).toEqual([3]);
  expect(await orders({ order: [3, 5] })).toEqual([3, 5]);
  expect(await orders({ order_neq: 3, order_lte: 4 })).toEqual([1, 2, 4]);
  expect(await orders({ order_gt: 3, order_lt: 6 })).toEqual([4, 5]);
  expect(await orders({ order_gte: '8' })).toEqual([8, 9]);
  expect(await orders({ order_in: [1, 9], order_nin: [9] })).toEqual([1]);
  expect(await orders({ description_null: false })).toEqual([3, 6, 9]);
  expect(await orders({ description: null, active: true })).toEqual([2, 4, 8]);
  expect(await orders({ description_like: 'HIR' })).toEqual([3, 6, 9]);
  expect(await orders({ _or: [{ order: 1 }, { _and: [{ active: true }, { _not: { order_lt: 8 } }] }] })).toEqual([
    1, 8,
  ]);
  expect(await orders({ q: 'ops thi' })).toEqual([3, 6, 9]);
  expect(await orders({ q: '--- !!!' })).toHaveLength(9);
});

test('a filter by ids is never paged; a page has at most 1,000 rows', async () => {
  await makeCategories('Mass', 1200);
  const ids = (
    await sql<{ id: number }>`select "id" from "categories" where "name" like 'Mass %' order by "id"`.execute(
      t.services.db,
    )
  ).rows.map(({ id }) => id);
  const many = await get('categories', { filter: { id: ids.slice(0, 900) }, range: [0, 9] });
  expect(many.json<Row[]>()).toHaveLength(900);
  const all = await get('categories', { filter: { name_like: 'Mass %' }, range: [0, 1_000_000] });
  expect(all.json<Row[]>()).toHaveLength(1000);
  expect(all.headers['content-range']).toBe('categories 0-999/1200');
});

test('above 10,000 matching rows the total is estimated, and never below what was counted', async () => {
  await makeCategories('Estimated', 12_000);
  await sql`analyze "categories"`.execute(t.services.db);
  const { total } = await t.services.engine.list(SYSTEM, 'categories', { filter: { name_like: 'Estimated %' } });
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(20_000);
});

const deep = (levels: number): string => `${'{"_not":'.repeat(levels)}{}${'}'.repeat(levels)}`;
const HOSTILE: [what: string, query: Record<string, unknown>, names: string][] = [
  ['broken JSON', { filter: '{"name":' }, 'filter'],
  ['a list for a filter', { filter: [1] }, 'filter'],
  ['text for a filter', { filter: '"x"' }, 'filter'],
  ['an unknown field', { filter: { nothing: 1 } }, 'nothing'],
  ['an unknown operator', { filter: { name_regex: 'x' } }, 'name_regex'],
  ['SQL for a name', { filter: { 'name" or 1=1 --': 1 } }, 'name" or 1=1 --'],
  ['a qualified name', { filter: { 'users.roles': 1 } }, 'users.roles'],
  ['an alias', { filter: { 'name as id': 1 } }, 'name as id'],
  ['a prototype', { filter: '{"__proto__":1}' }, '__proto__'],
  ['constructor', { filter: { constructor: 1 } }, 'constructor'],
  ['text for a number', { filter: { order: 'ten' } }, 'order'],
  ['a huge number', { filter: { order: 1e300 } }, 'order'],
  ['an object for a value', { filter: { name: { a: 1 } } }, 'name'],
  ['a number for a boolean', { filter: { active: 1 } }, 'active'],
  ['an impossible instant', { filter: { createdAt_gt: '2026-13-01' } }, 'createdAt'],
  ['NUL', { filter: { name: 'a\0b' } }, 'name'],
  ['half a character', { filter: '{"name":"\\ud800"}' }, 'name'],
  ['a long text', { filter: { name: 'x'.repeat(5000) } }, 'name'],
  ['too many comparisons', { filter: { _and: Array.from({ length: 30 }, () => ({ order: 1 })) } }, 'filter'],
  ['too deep', { filter: deep(50) }, 'filter'],
  ['like on a number', { filter: { order_like: '1' } }, 'order'],
  ['order on a boolean', { filter: { active_gt: true } }, 'active'],
  ['null without truth', { filter: { name_null: 'yes' } }, 'name'],
  ['no list for _or', { filter: { _or: {} } }, '_or'],
  ['q within', { filter: { _or: [{ q: 'x' }] } }, 'q'],
  ['q that is no text', { filter: { q: {} } }, 'q'],
  ['a negative range', { range: [-1, 5] }, 'range'],
  ['a backward range', { range: [5, 1] }, 'range'],
  ['a broken range', { range: [0.5, 9] }, 'range'],
  ['a text range', { range: '0-9' }, 'range'],
  ['an unknown sort', { sort: ['nothing', 'ASC'] }, 'nothing'],
  ['a sort with SQL', { sort: ['name; drop table users', 'ASC'] }, 'name; drop table users'],
  ['a direction of its own', { sort: ['name', 'sideways'] }, 'sort'],
  ['a sort that is no list', { sort: { name: 1 } }, 'sort'],
  ['sort twice', { sort: '["name"]&sort=["id"]' }, 'sort'],
];

test.each(HOSTILE)('a list with %s is refused with 400 and the reason', async (_what, query, names) => {
  const answer = await get('categories', query);
  expect(answer.statusCode, answer.body).toBe(400);
  expect(Object.keys(expectProblem(answer).errors ?? {})).toEqual([names]);
  for (const call of ['categories/export', 'categories']) {
    const other = await t.app.inject({
      method: call === 'categories' ? 'DELETE' : 'GET',
      url: `/api/${call}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]))}`,
      headers: { cookie: admin },
    });
    if ('range' in query && call !== 'categories') continue;
    expect(other.statusCode, call).toBe(400);
  }
});

test.each([
  '0',
  '-1',
  '1.5',
  'abc',
  '99999999999999999999',
  '1 or 1=1',
  '%27',
  'null',
  '00000000-0000-0000-0000-000000000000',
])('the id %s is no one: 404', async (id) => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const answer = await t.app.inject({
      method,
      url: `/api/categories/${encodeURIComponent(id)}`,
      headers: { cookie: admin },
      ...(method === 'PUT' ? { payload: {} } : {}),
    });
    expect(answer.statusCode).toBe(404);
    expectProblem(answer);
  }
});

test('lists leave out long fields, one row has them', async () => {
  const center = await t.services.engine.create(
    SYSTEM,
    'centers',
    { name: 'Long told', description: '<p>Long</p>', active: true },
    { command: true },
  );
  const [listed] = (await get('centers', { filter: { name: 'Long told' } })).json<Row[]>();
  expect(listed).not.toHaveProperty('description');
  expect((await get(`centers/${center['id']}`)).json()).toHaveProperty('description', '<p>Long</p>');
});

test('an export has all matches, sorted, with the requested fields', async () => {
  await makeCategories('Export', 2500);
  const answer = await get('categories/export', {
    filter: { name_like: 'Export %', active: true },
    sort: ['order', 'DESC'],
    fields: 'name,order',
  });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="categories.csv"');
  const lines = answer.body.trimEnd().split('\r\n');
  expect([lines.length, lines[0], lines[1], lines.at(-1)]).toEqual([
    1251,
    'Name,Order',
    'Export 02500,2500',
    'Export 00002,2',
  ]);
});

test('an export with names has the names of references that the caller can see', async () => {
  const make = (resource: string, row: Row) => t.services.engine.create(SYSTEM, resource, row, { command: true });
  const event = await make('events', {
    title: 'Named event',
    categoryId: (await make('categories', { name: 'Named', active: true })).id!,
    defaultMinutes: 60,
    defaultCapacity: 5,
    active: true,
  });
  const instructors = await Promise.all(
    ['Ada', 'Grace'].map((displayName) =>
      make('users', { username: `named.${displayName.toLowerCase()}`, displayName, active: true }),
    ),
  );
  const instance = await make('instances', {
    eventId: event.id!,
    status: 'draft',
    startsAt: '2026-07-01T16:00:00Z',
    endsAt: '2026-07-01T17:00:00Z',
    capacity: 5,
    instructorIds: instructors.map((user) => user.id!),
  });
  const owner = await t.createUser({ roles: ['Student'] });
  const ticket = await make('tickets', {
    instanceId: instance.id!,
    userId: owner.id,
    status: 'confirmed',
    source: 'web',
  });
  const instances = await get('instances/export', {
    filter: { id: instance.id! },
    fields: 'eventId,instructorIds',
    names: 'true',
  });
  expect(instances.body).toBe('\uFEFFEvent,Instructors\r\nNamed event,"Ada; Grace"\r\n');
  const tickets = await get('tickets/export', { filter: { id: ticket.id! }, fields: 'instanceId', names: 'true' });
  expect(tickets.body).toBe('\uFEFFSession\r\n"Named event, Jul 1, 2026, 10 AM"\r\n');
  expect((await get('tickets/export', { filter: { id: ticket.id! }, fields: 'instanceId' })).body).toBe(
    `Session\r\n${instance.id}\r\n`,
  );
  await make('permissions', {
    role: 'ClassScheduler',
    resource: 'tickets',
    actions: ['read', 'export'],
    readFields: ['*'],
    writeFields: [],
    condition: null,
  });
  const scheduler = await t.createUser({ roles: ['ClassScheduler'] });
  const unseen = await t.app.inject({
    url: `/api/tickets/export?filter={"id":${ticket.id}}&fields=instanceId&names=true`,
    headers: { cookie: scheduler.cookie },
  });
  expect(unseen.body).toBe(`\uFEFFSession\r\n${instance.id}\r\n`);
});

test('cells that a spreadsheet would evaluate are neutralised, others are quoted where necessary', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '＝1',
    'a,b',
    'say "hi"',
    'two\nlines',
    'plain',
    "=cmd|' /C calc'!A0",
  ];
  for (const [index, text] of texts.entries()) {
    await t.services.engine.create(
      SYSTEM,
      'links',
      { title: `Cell ${index}`, url: '/', category: 'plain', active: true },
      { command: true },
    );
    // Written before fields of one line lost their line breaks.
    await t.services.db.updateTable('links').set({ category: text }).where('title', '=', `Cell ${index}`).execute();
  }
  const answer = await get('links/export', {
    filter: { title_like: 'Cell %' },
    sort: ['id', 'ASC'],
    fields: ['category', 'views'],
  });
  const expected = [
    '"\'=1+1",0',
    '"\'+1",0',
    '"\'-1",0',
    '"\'@SUM(A1)",0',
    '"\'\tx",0',
    '"\'\rx",0',
    '"\'＝1",0',
    '"a,b",0',
    '"say ""hi""",0',
    '"two\nlines",0',
    'plain,0',
    "\"'=cmd|' /C calc'!A0\",0",
  ];
  expect(answer.body).toBe(`Category,Views\r\n${expected.join('\r\n')}\r\n`);
});

test('an export writes hours of the day as times', async () => {
  const made = await t.services.engine.create(SYSTEM, 'hoursExceptions', {
    reason: 'Exported',
    startsOn: '2036-12-15',
    endsOn: '2036-12-15',
    closed: false,
    opensAt: 8.5,
    closesAt: 24,
  });
  const answer = await get('hoursExceptions/export', { filter: { id: made['id'] }, fields: 'reason,opensAt,closesAt' });
  expect(answer.body).toBe('Reason,Opens,Closes\r\nExported,8:30 AM,12 AM\r\n');
});

test('an export requires the right to export, and contains only what the caller can read', async () => {
  const rules = [['read', 'export'], ['read']].map((actions, index): Row => ({
    role: index === 0 ? 'TransactionReader' : 'ClassScheduler',
    resource: 'centers',
    actions,
    readFields: ['name'],
    writeFields: [],
    condition: null,
  }));
  for (const rule of rules) await t.services.engine.create(SYSTEM, 'permissions', rule, { command: true });
  await t.services.engine.create(
    SYSTEM,
    'centers',
    { name: 'Exported center', contactEmail: 'x@campus.example', active: true },
    { command: true },
  );
  const may = await t.createUser({ roles: ['TransactionReader'] });
  const mayNot = await t.createUser({ roles: ['ClassScheduler'] });
  const answer = await t.app.inject({ url: '/api/centers/export', headers: { cookie: may.cookie } });
  expect(answer.body).toContain('ID,Name,Version');
  expect(answer.body).not.toContain('x@campus.example');
  expect((await t.app.inject({ url: '/api/centers/export', headers: { cookie: mayNot.cookie } })).statusCode).toBe(403);
  expect((await t.app.inject({ url: '/api/centers/export' })).statusCode).toBe(401);
});

test('records are filtered by a field of the record that they refer to, with any number of those', async () => {
  const make = (resource: string, row: Row) => t.services.engine.create(SYSTEM, resource, row, { command: true });
  const [event, other] = await Promise.all(
    ['Sewing', 'Welding'].map((title) =>
      makeRow(t.services, 'events', { title: `${title} ${crypto.randomUUID()}`, active: true }),
    ),
  );
  const instanceOf = (eventId: unknown) =>
    makeRow(t.services, 'instances', {
      eventId: Number(eventId),
      status: 'draft',
      startsAt: '2026-07-01T16:00:00Z',
      endsAt: '2026-07-01T17:00:00Z',
      capacity: 5,
    });
  const [first, elsewhere] = [await instanceOf(event?.id), await instanceOf(other?.id)];
  await sql`insert into "instances" ("eventId", "status", "startsAt", "endsAt", "capacity")
    select "eventId", "status", "startsAt", "endsAt", "capacity" from "instances", generate_series(1, 1200)
    where "id" = ${Number(first.id)}`.execute(t.services.db);
  const { rows } = await sql<{ last: number }>`select max("id") as "last" from "instances"`.execute(t.services.db);
  const owner = await t.createUser({ roles: ['Student'] });
  const ticketOf = (instanceId: unknown) =>
    make('tickets', { instanceId: Number(instanceId), userId: owner.id, status: 'confirmed', source: 'web' });
  const early = await ticketOf(first.id);
  const late = await ticketOf(rows[0]?.last);
  const foreign = await ticketOf(elsewhere.id);
  const found = async (filter: object, cookie = admin) => {
    const answer = await t.app.inject({
      url: `/api/tickets?filter=${encodeURIComponent(JSON.stringify({ userId: owner.id, ...filter }))}&sort=["id","ASC"]`,
      headers: { cookie },
    });
    return answer.statusCode === 200 ? answer.json<Row[]>().map(({ id }) => id) : expectProblem(answer).detail;
  };
  expect(await found({ 'instanceId.eventId': Number(event?.id) })).toEqual([early.id, late.id]);
  expect(await found({ 'instanceId.eventId_neq': Number(event?.id) })).toEqual([foreign.id]);
  expect(await found({ _or: [{ 'instanceId.eventId_in': [Number(other?.id)] }, { id: Number(late.id) }] })).toEqual([
    late.id,
    foreign.id,
  ]);
  const exported = await get('tickets/export', {
    filter: { 'instanceId.eventId': Number(other?.id) },
    fields: 'id',
  });
  expect(exported.body.trim().split('\r\n').slice(1)).toEqual([String(foreign.id)]);
  for (const name of ['instanceId.nothing', 'status.eventId', 'instanceId.eventId.title', 'nothing.eventId'])
    expect(await found({ [name]: 1 }), name).toContain(name);
  // It is the records' own field that lists are sorted by.
  expect((await get('tickets', { sort: ['instanceId.eventId', 'ASC'] })).statusCode).toBe(400);
});

test('a filter through a reference reveals nothing about records or fields that the caller cannot read', async () => {
  const role = 'CalendarAdmin';
  const rule = (resource: string, readFields: string[], condition: Row | null = null) =>
    makeRow(t.services, 'permissions', { role, resource, actions: ['read'], readFields, writeFields: [], condition });
  await rule('tillSessions', ['*']);
  const location = await makeRow(t.services, 'locations', {});
  const till = await makeRow(t.services, 'tills', {
    name: `Secret ${crypto.randomUUID()}`,
    locationId: Number(location.id),
  });
  const user = await t.createUser({ roles: ['Student'] });
  await makeRow(t.services, 'tillSessions', { tillId: Number(till.id), cashierId: user.id });
  const reader = await t.createUser({ roles: [role] });
  const ask = (filter: object) =>
    t.app.inject({
      url: `/api/tillSessions?filter=${encodeURIComponent(JSON.stringify({ cashierId: user.id, ...filter }))}`,
      headers: { cookie: reader.cookie },
    });
  expect((await ask({})).json<Row[]>()).toHaveLength(1);
  expect((await ask({ 'tillId.name': till['name'] })).statusCode).toBe(400);
  await rule('tills', ['id', 'name'], { name: 'Another' });
  expect((await ask({ 'tillId.name': till['name'] })).json<Row[]>()).toEqual([]);
  expect((await ask({ 'tillId.locationId': Number(location.id) })).statusCode).toBe(400);
});
