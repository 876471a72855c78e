import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountAccess } from '../../domain/calls/access.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.createUser({ roles: ['Administrator'] });
  const rules = [
    { role: 'Kiosk', resource: 'links', actions: ['read'], condition: { active: true } },
    { role: 'Kiosk', resource: 'centers', actions: ['read', 'update'], condition: null },
    { role: 'StoreAdmin', resource: 'centers', actions: ['read', 'delete'], condition: null },
  ];
  for (const rule of rules) {
    const own = { ...rule, readFields: ['*'], writeFields: rule.resource === 'centers' ? ['description'] : [] };
    await makeRow(t.services, 'permissions', own);
  }
});
afterAll(() => t.close());

const read = ({ cookie }: TestUser, id: number) =>
  t.app.inject({ url: `/api/users/${id}/access`, headers: { cookie } });
const access = async (id: number): Promise<AccountAccess> => (await read(admin, id)).json();

test('names the roles with their sources, and what their rules grant', async () => {
  const group = await makeRow(t.services, 'groups', { name: 'Shop', roles: ['StoreAdmin'], active: true });
  const closed = await makeRow(t.services, 'groups', { name: 'Closed', roles: ['EventAdmin'], active: false });
  const person = await t.createUser({ roles: ['Kiosk'], groupIds: [Number(group['id']), Number(closed['id'])] });
  const { roles, resources, ...rest } = await access(person.id);
  expect(rest).toEqual({ isActive: true, isUnlimited: false });
  expect(roles.map(({ name, isOwn, isImplicit, groups }) => [name, isOwn, isImplicit, groups])).toEqual([
    ['Kiosk', true, false, []],
    ['StoreAdmin', false, false, [{ id: group['id'], name: 'Shop', isDirectory: false }]],
    ['Default', false, true, []],
    ['Public', false, true, []],
  ]);
  const found = (name: string) => resources.find(({ resource }) => resource === name);
  expect(found('links')?.actions).toContain('read');
  const centers = found('centers');
  expect(centers?.actions).toEqual(expect.arrayContaining(['read', 'update', 'delete']));
  expect(centers?.limited).toEqual(['update']);
  expect(centers?.roles).toEqual(expect.arrayContaining(['Kiosk', 'Store administrator']));
  expect(resources.map(({ label }) => label)).toEqual(
    resources.map(({ label }) => label).toSorted((a, b) => a.localeCompare(b)),
  );
});

test('says that an administrator can do everything, and that a closed account is inactive', async () => {
  expect(await access(admin.id)).toMatchObject({ isUnlimited: true, resources: [] });
  const person = await t.createUser({ roles: ['EventAdmin'] });
  await t.services.engine.update(SYSTEM, 'users', person.id, { active: false }, { command: true });
  const { isActive, roles } = await access(person.id);
  expect(isActive).toBe(false);
  expect(roles.find(({ name }) => name === 'EventAdmin')?.capabilities).toContain(
    'Decide when sessions take place and who can sign up',
  );
});

test('agrees with what the account is answered', async () => {
  for (const role of ['Student', 'EventAdmin', 'RequestsProcessor']) {
    const person = await t.createUser({ roles: [role] });
    const { resources } = await access(person.id);
    for (const { name, config } of t.services.model.resources.values()) {
      if (config.internal) continue;
      const answer = await t.app.inject({ url: `/api/${name}?range=[0,0]`, headers: { cookie: person.cookie } });
      const isListed = resources.some(({ resource, actions }) => resource === name && actions.includes('read'));
      expect([name, answer.statusCode === 403], role).toEqual([name, !isListed]);
    }
  }
});

test('is for those who see the account, its roles and the rules', async () => {
  const clerk = await t.createUser({ roles: ['TransactionReader'] });
  expect(expectProblem(await read(clerk, clerk.id)).status).toBeGreaterThanOrEqual(403);
  const rule = { role: 'TransactionReader', actions: ['read'], writeFields: [], condition: null };
  await makeRow(t.services, 'permissions', { ...rule, resource: 'users', readFields: ['username', 'displayName'] });
  await makeRow(t.services, 'permissions', { ...rule, resource: 'permissions', readFields: ['*'] });
  expect(expectProblem(await read(clerk, admin.id)).status).toBe(403);
  expect((await t.app.inject({ url: `/api/users/${admin.id}/access` })).statusCode).toBe(401);
  expect((await read(admin, 999_999)).statusCode).toBe(404);
});
