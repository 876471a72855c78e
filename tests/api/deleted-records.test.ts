import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
/** May delete, and so restore, closed blocks alone. */
let keeper: TestUser;
let reader: TestUser;
const made: Record<'alive' | 'closed' | 'private', number> = { alive: 0, closed: 0, private: 0 };

beforeAll(async () => {
  t = await startTestApp();
  const rule = (role: string, actions: string[], condition: Row | null) =>
    makeRow(t.services, 'permissions', {
      role,
      resource: 'blocks',
      actions,
      readFields: ['*'],
      writeFields: [],
      condition,
    });
  await rule('StoreAdmin', ['read', 'history'], null);
  await rule('StoreAdmin', ['delete'], { kind: 'closed' });
  await rule('TransactionReader', ['read', 'history'], null);
  await t.services.permissions.refresh();
  const admin = await t.createUser({ roles: ['Administrator'] });
  keeper = await t.createUser({ roles: ['StoreAdmin'] });
  reader = await t.createUser({ roles: ['TransactionReader'] });
  for (const [name, kind] of Object.entries({ alive: 'closed', closed: 'closed', private: 'private' }))
    made[name as keyof typeof made] = Number((await makeRow(t.services, 'blocks', { title: name, kind })).id);
  for (const id of [made.closed, made.private])
    expect((await call(admin, 'DELETE', `blocks/${id}`)).statusCode).toBe(200);
});
afterAll(() => t.close());

const call = ({ cookie }: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  t.app.inject({ method, url: `/api/${path}`, headers: { cookie }, ...(payload ? { payload } : {}) });
const listed = async (as: TestUser, filter: object): Promise<unknown[]> => {
  const answer = await call(as, 'GET', `blocks?${new URLSearchParams({ filter: JSON.stringify(filter) })}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Row[]>().map(({ title }) => title);
};
const ours = { title_in: Object.keys(made) };

test('a list has no deleted records without a filter for them, by a person who can restore them', async () => {
  expect(await listed(keeper, ours)).toEqual(['alive']);
  expect(await listed(keeper, { ...ours, deletedAt_null: false })).toEqual(['closed']);
  expect(await listed(keeper, { ...ours, deletedAt_null: true })).toEqual(['alive']);
  expect(await listed(reader, { ...ours, deletedAt_null: false })).toEqual([]);
});

test('a deleted record and its history are read on request, by a person who can restore it', async () => {
  const statuses = async (as: TestUser, id: number, query: string) => [
    (await call(as, 'GET', `blocks/${id}${query}`)).statusCode,
    (await call(as, 'GET', `blocks/${id}/history${query}`)).statusCode,
  ];
  expect(await statuses(keeper, made.closed, '?deleted=true')).toEqual([200, 200]);
  expect(await statuses(keeper, made.closed, '')).toEqual([404, 404]);
  expect(await statuses(keeper, made.private, '?deleted=true')).toEqual([404, 404]);
  expect(await statuses(reader, made.closed, '?deleted=true')).toEqual([404, 404]);
  expect(await statuses(keeper, made.alive, '?deleted=true')).toEqual([200, 200]);
  const [last] = (await call(keeper, 'GET', `blocks/${made.closed}/history?deleted=true`)).json<Row[]>();
  expect(last).toMatchObject({ action: 'delete' });
});

test('a deleted record is restored with permission to delete it, and cannot be written before', async () => {
  expect((await call(keeper, 'PUT', `blocks/${made.closed}?deleted=true`, { title: 'x' })).statusCode).toBe(403);
  expect((await call(reader, 'POST', `blocks/${made.closed}/restore`)).statusCode).toBe(403);
  expect((await call(keeper, 'POST', `blocks/${made.private}/restore`)).statusCode).toBe(403);
  expect((await call(keeper, 'POST', `blocks/${made.closed}/restore`)).statusCode).toBe(200);
  expect(await listed(keeper, ours)).toEqual(expect.arrayContaining(['alive', 'closed']));
});
