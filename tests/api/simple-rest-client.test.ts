import simpleRestProvider from 'ra-data-simple-rest';
import { fetchUtils, HttpError } from 'ra-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let provider: ReturnType<typeof simpleRestProvider>;

beforeAll(async () => {
  t = await startTestApp();
  const cookie = await t.loginAs('administrator');
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  provider = simpleRestProvider(`${address}/api`, (url, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set('Cookie', cookie);
    headers.set('Origin', address);
    return fetchUtils.fetchJson(url, { ...options, headers });
  });
});
afterAll(() => t.close());

async function makeGroups(prefix: string, count: number): Promise<{ id: number; name: string; version: number }[]> {
  const made = [];
  for (let index = 1; index <= count; index += 1) {
    made.push(
      (await provider.create('groups', { data: { name: `${prefix} ${index}`, description: 'made by a client' } })).data,
    );
  }
  return made;
}

const byName = (q: string) => ({
  filter: { name_like: `${q}%` },
  sort: { field: 'name', order: 'ASC' as const },
  pagination: { page: 1, perPage: 2 },
});

test('create answers the whole row with its id', async () => {
  const { data } = await provider.create('groups', { data: { name: 'Created', roles: ['Student'] } });
  expect(data).toMatchObject({ id: expect.any(Number), version: 1, name: 'Created', roles: ['Student'], active: true });
});

test('getList pages, sorts, filters and returns the total', async () => {
  await makeGroups('Paged', 5);
  const first = await provider.getList('groups', byName('Paged'));
  expect(first.data.map(({ name }) => name)).toEqual(['Paged 1', 'Paged 2']);
  expect(first.total).toBe(5);
  const last = await provider.getList('groups', { ...byName('Paged'), pagination: { page: 3, perPage: 2 } });
  expect(last.data.map(({ name }) => name)).toEqual(['Paged 5']);
  const none = await provider.getList('groups', byName('Nothing like it'));
  expect(none).toMatchObject({ data: [], total: 0 });
  const bare = await provider.getList('groups', {});
  expect(bare.total).toBeGreaterThanOrEqual(5);
});

test('getOne answers the row; one that is not there is an HttpError 404', async () => {
  const [group] = await makeGroups('Single', 1);
  expect((await provider.getOne('groups', { id: group?.id ?? 0 })).data).toEqual(group);
  await expect(provider.getOne('groups', { id: 999_999 })).rejects.toMatchObject({ status: 404 });
  await expect(provider.getOne('groups', { id: 'not an id' })).rejects.toBeInstanceOf(HttpError);
});

test('getMany answers every id, more than a page of them', async () => {
  const made = await makeGroups('Many', 60);
  const { data } = await provider.getMany('groups', { ids: made.map(({ id }) => id) });
  expect(data.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
});

test('getManyReference lists what refers to a row', async () => {
  const parent = (await provider.create('categories', { data: { name: 'Parent', active: true } })).data;
  for (const name of ['Child A', 'Child B'])
    await provider.create('categories', { data: { name, active: true, parentId: parent.id } });
  const { data, total } = await provider.getManyReference('categories', {
    target: 'parentId',
    id: parent.id,
    filter: {},
    sort: { field: 'name', order: 'DESC' },
    pagination: { page: 1, perPage: 10 },
  });
  expect([data.map(({ name }) => name), total]).toEqual([['Child B', 'Child A'], 2]);
});

test('update takes the whole record back, engine fields and all, and changes what differs', async () => {
  const [group] = await makeGroups('Whole', 1);
  if (!group) throw new Error('no group');
  const { data } = await provider.update('groups', {
    id: group.id,
    data: { ...group, name: 'Whole, renamed' },
    previousData: group,
  });
  expect(data).toMatchObject({ id: group.id, name: 'Whole, renamed', description: 'made by a client', version: 2 });
  const unchanged = await provider.update('groups', { id: group.id, data, previousData: data });
  expect(unchanged.data).toEqual(data);
});

test('updateMany sends partial bodies and erases nothing', async () => {
  const made = await makeGroups('Bulk', 3);
  const ids = made.map(({ id }) => id);
  expect((await provider.updateMany('groups', { ids, data: { active: false } })).data).toEqual(ids);
  const { data } = await provider.getMany('groups', { ids });
  for (const row of data) expect(row).toMatchObject({ active: false, description: 'made by a client' });
});

test('delete and deleteMany answer ids, and the rows are deleted', async () => {
  const made = await makeGroups('Gone', 3);
  const [first, ...rest] = made;
  if (!first) throw new Error('no group');
  expect((await provider.delete('groups', { id: first.id, previousData: first })).data).toMatchObject({ id: first.id });
  const ids = rest.map(({ id }) => id);
  expect((await provider.deleteMany('groups', { ids })).data).toEqual(ids);
  expect((await provider.getMany('groups', { ids: made.map(({ id }) => id) })).data).toEqual([]);
});

test('a refused write carries messages by field in its body', async () => {
  const refused = await provider.create('discounts', { data: { name: '', percent: 101 } }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: { name: 'This field is required', percent: 'Must be at most 100' } },
  });
});
