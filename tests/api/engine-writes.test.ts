import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';
import { storedResources } from '../../server/declarations/views.ts';

let t: TestApp;
let admin: string;

beforeAll(async () => {
  t = await startTestApp();
  admin = await t.loginAs('administrator');
});
afterAll(() => t.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function call(
  method: Method,
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return t.app.inject({
    method,
    url: `/api/${path}`,
    headers: { cookie: admin, ...headers },
    ...(payload ? { payload } : {}),
  });
}

async function made(resource: string, data: Row): Promise<Row> {
  const answer = await call('POST', resource, data);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Row>();
}

const group = (name: string, more: Row = {}): Promise<Row> => made('groups', { name, ...more });

async function dump(table: string): Promise<unknown> {
  return (await sql`select to_jsonb(t) as "row" from ${sql.table(table)} t order by "id"`.execute(t.services.db)).rows;
}

test('a write records its author and instant, and an audit entry with author, origin, and values before and after', async () => {
  const row = await group('Audited');
  await call('PUT', `groups/${row['id']}`, { description: 'Now with one' });
  const { rows } =
    await sql<Row>`select * from "auditEntries" where "resource" = 'groups' and "recordId" = ${String(row['id'])} order by "id"`.execute(
      t.services.db,
    );
  expect(rows).toMatchObject([
    {
      actorName: 'administrator',
      ip: '127.0.0.1',
      action: 'create',
      before: null,
      after: { name: 'Audited' },
      rowVersion: 1,
    },
    {
      actorName: 'administrator',
      action: 'update',
      before: { description: null },
      after: { description: 'Now with one' },
      rowVersion: 2,
    },
  ]);
  const now = (await call('GET', `groups/${row['id']}`)).json<Row>();
  expect(now).toMatchObject({
    version: 2,
    createdById: now['updatedById'],
    createdAt: expect.stringMatching(/\.\d{3}Z$/),
  });
});

test('a required text of spaces counts as missing, an optional one is stored', async () => {
  for (const blank of [' ', '\t\n', '\u00a0\u2003']) {
    const refused = await call('POST', 'links', { title: blank, url: '/docs', category: blank, active: true });
    expect(refused.statusCode).toBe(400);
    expect(expectProblem(refused).errors).toEqual({
      title: 'This field is required',
      category: 'This field is required',
    });
  }
  const row = await group('Not blank', { description: ' ' });
  expect(row['description']).toBe(' ');
  expect(expectProblem(await call('PUT', `groups/${row['id']}`, { name: '  ' })).errors).toEqual({
    name: 'This field is required',
  });
});

test('If-Match with the current version writes; with another it answers 412 and the current row', async () => {
  const row = await group('Matched');
  const first = await call('PUT', `groups/${row['id']}`, { description: 'mine' }, { 'if-match': '"1"' });
  expect([first.statusCode, first.headers.etag]).toEqual([200, '"2"']);
  const second = await call('PUT', `groups/${row['id']}`, { description: 'yours' }, { 'if-match': '"1"' });
  expect(second.statusCode).toBe(412);
  expect(expectProblem(second).current).toMatchObject({ id: row['id'], version: 2, description: 'mine' });
  const whole = await call('PUT', `groups/${row['id']}`, { ...row, description: 'stale copy' });
  expect(whole.statusCode).toBe(412);
  const removed = await call('DELETE', `groups/${row['id']}`, undefined, { 'if-match': '"1"' });
  expect(removed.statusCode).toBe(412);
  expect((await call('PUT', `groups/${row['id']}`, {}, { 'if-match': 'yesterday' })).statusCode).toBe(400);
  expect((await call('GET', `groups/${row['id']}`)).json()).toMatchObject({ description: 'mine', version: 2 });
});

test('of two writers with the same version, one is refused, a hundred times', async () => {
  const row = await group('Raced');
  for (let version = 1; version <= 100; version += 1) {
    const both = await Promise.all(
      ['a', 'b'].map((text) =>
        call('PUT', `groups/${row['id']}`, { description: `${text}${version}` }, { 'if-match': `"${version}"` }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412]);
  }
  expect((await call('GET', `groups/${row['id']}`)).json()).toMatchObject({ version: 101 });
});

test('every fault is reported by field in plain words, and nothing is written', async () => {
  const before = await dump('discounts');
  const answer = await call('POST', 'discounts', {
    name: 'x'.repeat(121),
    groupId: 999_999,
    percent: 'much',
    scope: 'sometimes',
    startsOn: '2026-02-30',
    active: 1,
  });
  expect(answer.statusCode).toBe(400);
  expect(expectProblem(answer).errors).toEqual({
    name: 'Must have at most 120 characters',
    percent: 'Must be a number',
    scope: 'Must be one of: everything, requests, store, events',
    startsOn: 'Please enter a valid date',
    active: 'Must be true or false',
  });
  const missing = await call('POST', 'discounts', {});
  expect(expectProblem(missing).errors).toMatchObject({ name: 'This field is required' });
  const dangling = await call('POST', 'discounts', { name: 'Dangling', groupId: 999_999, percent: 5 });
  expect(expectProblem(dangling).errors).toEqual({ groupId: 'Does not exist' });
  expect(await dump('discounts')).toEqual(before);
});

test('a second row with a unique value is a conflict on its field', async () => {
  await group('Only one');
  const again = await call('POST', 'groups', { name: 'Only one' });
  expect([again.statusCode, expectProblem(again).errors]).toEqual([409, { name: 'This value is already used' }]);
});

test('unknown, engine and read-only fields are refused by name and change nothing, in every resource', async () => {
  let refused = 0;
  for (const resource of storedResources(t.services.model)) {
    if (resource.config.internal) continue;
    const row = (await t.services.engine.list(SYSTEM, resource.name, { range: [0, 0] })).rows[0];
    if (!row) continue;
    const before = await dump(resource.name);
    for (const field of [
      ...resource.fields.filter(({ readOnly }) => readOnly).map(({ name }) => name),
      'noSuchField',
      '__proto_',
      'search',
    ]) {
      if (field === 'version') continue;
      const answer = await call('PUT', `${resource.name}/${row['id']}`, { [field]: 'forged' });
      expect([400, 403], `${resource.name}.${field}: ${answer.body}`).toContain(answer.statusCode);
      if (answer.statusCode === 400) expect(expectProblem(answer).errors).toHaveProperty([field]);
      refused += 1;
    }
    expect(await dump(resource.name)).toEqual(before);
  }
  expect(refused).toBeGreaterThan(100);
});

test('a role writes only the fields its rules grant, in the rows they grant, before and after', async () => {
  await made('permissions', {
    role: 'TransactionReader',
    resource: 'categories',
    actions: ['read', 'update', 'create', 'delete'],
    readFields: ['*'],
    writeFields: ['description', 'active', 'name'],
    condition: { active: true },
  });
  const { cookie } = await t.createUser({ roles: ['TransactionReader'] });
  const as = (method: Method, path: string, payload?: object) => call(method, path, payload, { cookie });
  const open = await made('categories', { name: 'Open one', active: true });
  const closed = await made('categories', { name: 'Closed one', active: false });
  const before = await dump('categories');
  expect((await as('PUT', `categories/${closed['id']}`, { description: 'x' })).statusCode).toBe(404);
  expect((await as('DELETE', `categories/${closed['id']}`)).statusCode).toBe(404);
  expect((await as('PUT', `categories/${open['id']}`, { color: '#ff0000' })).json()).toMatchObject({
    status: 403,
    errors: { color: expect.any(String) },
  });
  expect((await as('PUT', `categories/${open['id']}`, { active: false })).statusCode).toBe(403);
  expect((await as('POST', 'categories', { name: 'Born closed', active: false })).statusCode).toBe(403);
  expect(
    (await as('PATCH', 'categories', { ids: [open['id'], closed['id']], data: { description: 'both' } })).statusCode,
  ).toBe(404);
  expect((await as('POST', 'groups', { name: 'Not mine to make' })).statusCode).toBe(403);
  expect(await dump('categories')).toEqual(before);
  expect((await as('PUT', `categories/${open['id']}`, { description: 'fine', color: null })).json()).toMatchObject({
    description: 'fine',
  });
});

test('bulk changes and deletes are all or none', async () => {
  const rows = [await group('Bulk A'), await group('Bulk B'), await group('Bulk C')];
  const ids = rows.map(({ id }) => id);
  const before = await dump('groups');
  expect((await call('PATCH', 'groups', { ids: [...ids, 999_999], data: { active: false } })).statusCode).toBe(404);
  expect((await call('PATCH', 'groups', { ids, data: { name: 'Same for all' } })).statusCode).toBe(409);
  expect((await call('PATCH', 'groups', { ids, data: { active: 'no' } })).statusCode).toBe(400);
  expect(
    (await call('DELETE', `groups?filter=${encodeURIComponent(JSON.stringify({ id: [...ids, 999_999] }))}`)).statusCode,
  ).toBe(404);
  expect((await call('DELETE', 'groups')).statusCode).toBe(400);
  expect((await call('DELETE', 'groups?filter={}')).statusCode).toBe(400);
  expect(await dump('groups')).toEqual(before);
  expect((await call('PATCH', 'groups', { ids, data: { active: false } })).json()).toMatchObject({ ids });
  const deletion = await call('DELETE', `groups?filter=${encodeURIComponent(JSON.stringify({ name_like: 'Bulk %' }))}`);
  expect(deletion.json<{ ids: number[] }>().ids.toSorted()).toEqual(ids.toSorted());
});

test('a referenced row is not deleted, and the refusal names the references', async () => {
  const used = await group('In use');
  await made('discounts', { name: 'Uses it', groupId: used['id'] ?? null, percent: 5 });
  const answer = await call('DELETE', `groups/${used['id']}`);
  expect(answer.statusCode).toBe(409);
  expect(expectProblem(answer).detail).toContain('Discounts: 1');
});

test('deleting a row clears references to it where the schema says so, as a separate write', async () => {
  const parent = await made('categories', { name: 'Parent to go', active: true });
  const child = await made('categories', { name: 'Child that stays', active: true, parentId: parent['id'] ?? null });
  expect((await call('DELETE', `categories/${parent['id']}`)).statusCode).toBe(200);
  expect((await call('GET', `categories/${child['id']}`)).json()).toMatchObject({ parentId: null, version: 2 });
});

test('a history lists every change newest first, and a field is reverted as a new version', async () => {
  const row = await group('Reverted', { description: 'one' });
  await call('PUT', `groups/${row['id']}`, { description: 'two', roles: ['Student'] });
  const history = await call('GET', `groups/${row['id']}/history?range=[0,0]`);
  expect(history.headers['content-range']).toBe('history 0-0/2');
  const [entry] = history.json<{ id: number; actor: string; action: string; changes: unknown[] }[]>();
  expect(entry).toMatchObject({
    actor: 'Administrator',
    action: 'update',
    changes: [
      { field: 'description', before: 'one', after: 'two' },
      { field: 'roles', before: null, after: ['Student'] },
    ],
  });
  const stale = await call(
    'POST',
    `groups/${row['id']}/revert`,
    { entryId: entry?.id, fields: ['description'] },
    { 'if-match': '"1"' },
  );
  expect(stale.statusCode).toBe(412);
  const reverted = await call(
    'POST',
    `groups/${row['id']}/revert`,
    { entryId: entry?.id, fields: ['description'] },
    { 'if-match': '"2"' },
  );
  expect(reverted.json()).toMatchObject({ version: 3, description: 'one', roles: ['Student'] });
  const foreign = await call('POST', `groups/${row['id']}/revert`, { entryId: entry?.id, fields: ['name'] });
  expect(foreign.statusCode).toBe(400);
  expect(
    (await call('GET', `groups/${row['id']}/history`)).json<{ action: string }[]>().map(({ action }) => action),
  ).toEqual(['revert', 'update', 'create']);
});

test('a history of large values is paged by size', async () => {
  const page = await made('pages', { name: 'large-history', title: 'Large', type: 'Standard', published: false });
  const text = (index: number) => `<p>${String(index).repeat(190_000)}</p>`;
  for (let index = 1; index <= 5; index += 1) await call('PUT', `pages/${page['id']}`, { data: text(index) });
  const entries = async (start: number) => {
    const answer = await call('GET', `pages/${page['id']}/history?range=[${start},${start + 999}]`);
    expect(answer.rawPayload.length).toBeLessThan(1.1 * 1024 * 1024);
    return answer;
  };
  const first = await entries(0);
  expect(first.headers['content-range']).toBe('history 0-1/6');
  expect((await entries(2)).headers['content-range']).toBe('history 2-5/6');
  expect(first.json<{ changes: unknown[] }[]>()[0]?.changes).toEqual([
    { field: 'data', before: text(4), after: text(5) },
  ]);
});

test('HTML is sanitized by an allowlist', async () => {
  const row = await made('centers', {
    name: 'Sanitized',
    active: true,
    description: '<p onclick="x()">Hi <script>alert(1)</script><a href="javascript:x">a</a><img src=x onerror=y></p>',
  });
  expect(row['description']).toBe('<p>Hi <a>a</a></p>');
  const again = await call('PUT', `centers/${row['id']}`, { description: row['description'] });
  expect(again.json()).toMatchObject({ version: 1 });
});

test('a rule about a resource, field or condition that does not exist is refused on its field; a good one holds from the next request', async () => {
  const rule = { role: 'TransactionReader', resource: 'links', actions: ['read'], readFields: ['*'], writeFields: [] };
  const faulty: [object, string][] = [
    [{ ...rule, resource: 'nothing' }, 'resource'],
    [{ ...rule, resource: 'sessions' }, 'resource'],
    [{ ...rule, readFields: ['nothing'] }, 'readFields'],
    [{ ...rule, condition: { nothing: 1 } }, 'condition'],
    [{ ...rule, condition: { title: '$user.id' } }, 'condition'],
    [{ ...rule, condition: { title_lt: 'b' } }, 'condition'],
  ];
  for (const [data, field] of faulty) {
    const answer = await call('POST', 'permissions', data);
    expect([answer.statusCode, Object.keys(expectProblem(answer).errors ?? {})], JSON.stringify(data)).toEqual([
      400,
      [field],
    ]);
  }
  const { cookie } = await t.createUser({ roles: ['TransactionReader'] });
  expect((await call('GET', 'storeItems', undefined, { cookie })).statusCode).toBe(403);
  const stored = await made('permissions', { ...rule, resource: 'storeItems' });
  expect((await call('GET', 'storeItems', undefined, { cookie })).statusCode).toBe(200);
  await call('DELETE', `permissions/${stored['id']}`);
  expect((await call('GET', 'storeItems', undefined, { cookie })).statusCode).toBe(403);
});

test('a bulk deletion with a filter that matches everything is refused', async () => {
  await group('Kept');
  const before = await dump('groups');
  for (const filter of [
    '',
    '{}',
    '{"q":""}',
    '{"q":"  "}',
    '{"_and":[]}',
    '{"_and":[{}]}',
    '{"_not":{"_or":[]}}',
    '[]',
    '"all"',
  ]) {
    const answer = await call('DELETE', `groups?filter=${encodeURIComponent(filter)}`);
    expect(answer.statusCode, filter).toBe(400);
  }
  expect(await dump('groups')).toEqual(before);
});
