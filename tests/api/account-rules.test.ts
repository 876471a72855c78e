import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeRow } from '../factories/any-row.ts';
import { PASSWORD, startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let admin: string;
beforeAll(start);
afterAll(() => t.close());

async function start(): Promise<void> {
  t = await startTestApp();
  admin = await t.loginAs('administrator');
}

const put = (cookie: string, url: string, payload: object) =>
  t.app.inject({ method: 'PUT', url, headers: { cookie }, payload });

async function idOf(username: string): Promise<number> {
  const { rows } = await t.services.engine.list(SYSTEM, 'users', { filter: { username } });
  return Number(rows[0]!.id);
}

async function rolesOf(cookie: string): Promise<string[]> {
  return (await t.app.inject({ method: 'GET', url: '/api/UserCookieData', headers: { cookie } })).json().roles;
}

test('granted and revoked roles take effect with the next request of an open session', async () => {
  const user = await t.createUser();
  expect(await rolesOf(user.cookie)).toEqual(['Default']);
  await put(admin, `/api/users/${user.id}`, { roles: ['StoreAdmin'] });
  expect(await rolesOf(user.cookie)).toEqual(['StoreAdmin', 'Default']);
  await put(admin, `/api/users/${user.id}`, { roles: [] });
  expect(await rolesOf(user.cookie)).toEqual(['Default']);
});

test('roles of groups are held by their members, while the group is active', async () => {
  const group = await makeRow(t.services, 'groups', { roles: ['EventAdmin'], active: true });
  const user = await t.createUser({ groupIds: [Number(group.id)] });
  expect(await rolesOf(user.cookie)).toEqual(['EventAdmin', 'Default']);
  await put(admin, `/api/groups/${group.id}`, { roles: ['EventProcessor'] });
  expect(await rolesOf(user.cookie)).toEqual(['EventProcessor', 'Default']);
  await put(admin, `/api/groups/${group.id}`, { active: false });
  expect(await rolesOf(user.cookie)).toEqual(['Default']);
});

test('a login reports roles of the account that no longer exist; they grant nothing', async () => {
  const user = await t.createUser();
  await sql`update users set roles = '["Alchemist", "StoreAdmin"]' where id = ${user.id}`.execute(t.services.db);
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/Login',
    payload: { username: user.username, password: PASSWORD },
  });
  expect(answer.json()).toMatchObject({ wasNotAbleToFullyLoad: true, roles: ['StoreAdmin', 'Default'] });
});

test.each([{ roles: [] }, { roles: ['Student'] }, { active: false }])(
  'the last administrator cannot be given %j',
  async (change) => {
    const id = await idOf('administrator');
    const answer = await put(admin, `/api/users/${id}`, change);
    expect(answer.statusCode).toBe(400);
    expect(Object.values(answer.json().errors)[0]).toContain('last active administrator');
    expect(await rolesOf(admin)).toContain('Administrator');
  },
);

test('the last administrator cannot be deleted, alone or in bulk', async () => {
  const id = await idOf('administrator');
  const one = await t.app.inject({ method: 'DELETE', url: `/api/users/${id}`, headers: { cookie: admin } });
  expect(one.statusCode).toBe(400);
  const bulk = await t.app.inject({
    method: 'DELETE',
    url: `/api/users?filter=${JSON.stringify({ id: [id] })}`,
    headers: { cookie: admin },
  });
  expect(bulk.statusCode).toBe(400);
  expect(await rolesOf(admin)).toContain('Administrator');
});

test('the right to edit accounts and groups does not lead to more roles than one holds', async () => {
  for (const resource of ['users', 'groups']) {
    await makeRow(t.services, 'permissions', {
      role: 'RequestsAdmin',
      resource,
      actions: ['read', 'create', 'update'],
      readFields: ['*'],
      writeFields: ['*'],
    });
  }
  const powerful = await makeRow(t.services, 'groups', { roles: ['Administrator'], active: true });
  const clerk = await t.createUser({ roles: ['RequestsAdmin'] });
  const user = await t.createUser();
  const url = `/api/users/${user.id}`;

  expect((await put(clerk.cookie, url, { displayName: 'Renamed' })).statusCode).toBe(200);
  expect((await put(clerk.cookie, url, { roles: ['RequestsAdmin'] })).statusCode).toBe(200);
  for (const [target, change] of [
    [url, { roles: ['Administrator'] }],
    [`/api/users/${clerk.id}`, { roles: ['RequestsAdmin', 'StoreAdmin'] }],
    [`/api/users/${clerk.id}`, { groupIds: [Number(powerful.id)] }],
    [url, { groupIds: [Number(powerful.id)] }],
  ] as const) {
    const answer = await put(clerk.cookie, target, change);
    expect(answer.statusCode, JSON.stringify(change)).toBe(400);
    expect(Object.values(answer.json().errors)[0]).toContain('roles that you hold yourself');
  }
  const created = await t.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { cookie: clerk.cookie },
    payload: { username: 'planted', displayName: 'Planted', active: true, roles: ['Administrator'] },
  });
  expect(created.statusCode).toBe(400);
  const group = await t.app.inject({
    method: 'POST',
    url: '/api/groups',
    headers: { cookie: clerk.cookie },
    payload: { name: 'planted', active: true, roles: ['Administrator'] },
  });
  expect(group.statusCode).toBe(400);
  expect(await rolesOf(clerk.cookie)).toEqual(['RequestsAdmin', 'Default']);
});

test('no one edits their own account without a rule that allows it', async () => {
  const user = await t.createUser({ roles: ['Student'] });
  for (const change of [{ roles: ['Administrator'] }, { groupIds: [1] }, { active: true, displayName: 'Me' }]) {
    expect([403, 404]).toContain((await put(user.cookie, `/api/users/${user.id}`, change)).statusCode);
  }
  expect(await rolesOf(user.cookie)).toEqual(['Student', 'Default']);
});

test('a created or deleted permission rule takes effect with the next request', async () => {
  const user = await t.createUser({ roles: ['Student'] });
  const see = () => t.app.inject({ method: 'GET', url: '/api/stores', headers: { cookie: user.cookie } });
  expect((await see()).statusCode).toBe(403);
  const made = await t.app.inject({
    method: 'POST',
    url: '/api/permissions',
    headers: { cookie: admin },
    payload: { role: 'Student', resource: 'stores', actions: ['read'], readFields: ['name'], writeFields: [] },
  });
  expect(made.statusCode).toBeLessThan(300);
  expect((await see()).statusCode).toBe(200);
  await t.app.inject({ method: 'DELETE', url: `/api/permissions/${made.json().id}`, headers: { cookie: admin } });
  expect((await see()).statusCode).toBe(403);
});

describe('where there are further administrators, or other ones', () => {
  beforeEach(async () => {
    await t.close();
    await start();
  });

  test('two administrators cannot be demoted in one bulk edit, one after the other', async () => {
    const other = await t.createUser({ roles: ['Administrator'] });
    const ids = [await idOf('administrator'), other.id];
    const answer = await t.app.inject({
      method: 'PATCH',
      url: '/api/users',
      headers: { cookie: admin },
      payload: { ids, data: { roles: [] } },
    });
    expect(answer.statusCode).toBe(400);
    expect(await rolesOf(other.cookie)).toContain('Administrator');
    expect(await rolesOf(admin)).toContain('Administrator');
  });

  test('two administrators who demote each other at the same moment leave one', async () => {
    const other = await t.createUser({ roles: ['Administrator'] });
    const answers = await Promise.all([
      put(admin, `/api/users/${other.id}`, { roles: [] }),
      put(other.cookie, `/api/users/${await idOf('administrator')}`, { roles: [] }),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1);
  });

  test('an administrator by group keeps the group: it cannot lose the role, become inactive or lose its last member', async () => {
    const group = await makeRow(t.services, 'groups', { roles: ['Administrator'], active: true });
    const user = await t.createUser({ groupIds: [Number(group.id)] });
    expect((await put(user.cookie, `/api/users/${await idOf('administrator')}`, { roles: [] })).statusCode).toBe(200);
    expect((await put(user.cookie, `/api/groups/${group.id}`, { roles: [] })).statusCode).toBe(400);
    expect((await put(user.cookie, `/api/groups/${group.id}`, { active: false })).statusCode).toBe(400);
    expect((await put(user.cookie, `/api/users/${user.id}`, { groupIds: [] })).statusCode).toBe(400);
    const removed = await t.app.inject({
      method: 'DELETE',
      url: `/api/groups/${group.id}`,
      headers: { cookie: user.cookie },
    });
    expect([400, 409]).toContain(removed.statusCode);
    expect(await rolesOf(user.cookie)).toContain('Administrator');
  });
});
