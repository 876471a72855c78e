import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../domain/values/json.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { makeRow } from '../factories/any-row.ts';
import { copiedDeclarations } from '../factories/declarations.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
/** May edit users, groups and rules without restriction, and holds nothing else. */
let clerk: TestUser;

const TABLES = ['users', 'groups', 'permissions', 'credentials', 'identities'];
const CLERK = 'RequestsAdmin';
const EVERYTHING = ['read', 'create', 'update', 'delete', 'export', 'history'];
const ACTIONS = {
  users: ['setPassword', 'invite', 'linkLogin', 'activate', 'deactivate', 'anonymize'],
  identities: ['read', 'link', 'unlink'],
};

async function start(root?: string): Promise<void> {
  t = await startTestApp(root === undefined ? {} : { root });
  if (root !== undefined) await syncSchema(t.services.db, t.services.model, { allowLoss: false });
  for (const resource of ['users', 'groups', 'permissions'])
    await makeRow(t.services, 'permissions', rule(CLERK, resource));
  for (const [resource, actions] of Object.entries(ACTIONS))
    await makeRow(t.services, 'permissions', { ...rule(CLERK, resource), actions });
  clerk = await t.createUser({ roles: [CLERK] });
}

const rule = (role: string, resource: string): Row => ({
  role,
  resource,
  actions: EVERYTHING,
  readFields: ['*'],
  writeFields: ['*'],
});

const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  t.app.inject({ method, url, headers: { cookie: clerk.cookie }, ...(payload ? { payload } : {}) });

const account = (given: Row = {}): Promise<Row> =>
  makeRow(t.services, 'users', { username: `account-${(made += 1)}`, displayName: 'Account', active: true, ...given });
const group = (given: Row = {}): Promise<Row> =>
  makeRow(t.services, 'groups', { name: `group-${(made += 1)}`, ...given });
let made = 0;

const write = (resource: string, row: Row, data: Row): Promise<Row> =>
  t.services.engine.update(SYSTEM, resource, Number(row.id), data, { command: true });

/** The history entry that changed the row last. */
async function lastEntry(resource: string, row: Row): Promise<number> {
  const { rows } = await t.services.engine.history.list(SYSTEM, resource, Number(row.id));
  return rows[0]!.id;
}

async function rights(): Promise<Json> {
  const tables = TABLES.map(
    (name) => sql`(select jsonb_agg(to_jsonb(r) - 'lastLoginAt' order by id) from ${sql.table(name)} r)`,
  );
  const { rows } = await sql<{ all: Json }>`select jsonb_build_array(${sql.join(tables)}) as all`.execute(
    t.services.db,
  );
  return rows[0]!.all;
}

type Attack = () => Promise<() => ReturnType<typeof send>>;
const powerful = { roles: ['Administrator'] };
const dormant = { ...powerful, active: false };
const bulk = (url: string, rows: Row[]): string =>
  `${url}?filter=${JSON.stringify({ id: rows.map(({ id = null }) => id) })}`;

/** Each is prepared by an administrator and returns what the clerk then attempts. */
const ATTACKS: Record<string, Attack> = {
  'joins an inactive group of administrators': async () => {
    const { id = null } = await group(dormant);
    return () => send('PUT', `/api/users/${clerk.id}`, { groupIds: [id] });
  },
  'puts an accomplice into an inactive group of administrators': async () => {
    const [{ id }, { id: groupId = null }] = [await account(), await group(dormant)];
    return () => send('PUT', `/api/users/${id}`, { groupIds: [groupId] });
  },
  'puts an account that is closed into a group of administrators': async () => {
    const [{ id }, { id: groupId = null }] = [await account({ active: false }), await group(powerful)];
    return () => send('PUT', `/api/users/${id}`, { groupIds: [groupId] });
  },
  'makes an account in an inactive group of administrators': async () => {
    const { id = null } = await group(dormant);
    return () => send('POST', '/api/users', { username: 'planted', displayName: 'P', active: true, groupIds: [id] });
  },
  'makes a closed account that is an administrator': async () => () =>
    send('POST', '/api/users', { username: 'planted-closed', displayName: 'P', active: false, ...powerful }),
  'makes a closed account an administrator': async () => {
    const { id } = await account({ active: false });
    return () => send('PUT', `/api/users/${id}`, powerful);
  },
  'makes an inactive group of administrators': async () => () =>
    send('POST', '/api/groups', { name: 'planted-group', ...dormant }),
  'gives an inactive group the role': async () => {
    const { id } = await group({ active: false });
    return () => send('PUT', `/api/groups/${id}`, powerful);
  },
  'activates a group of administrators that an accomplice is in': async () => {
    const { id = null } = await group(dormant);
    await account({ groupIds: [id] });
    return () => send('PUT', `/api/groups/${id}`, { active: true });
  },
  'activates a group of administrators that no one is in yet': async () => {
    const { id } = await group(dormant);
    return () => send('PUT', `/api/groups/${id}`, { active: true });
  },
  'activates groups in bulk': async () => {
    const ids = [await group({ active: false }), await group(dormant)].map(({ id }) => id);
    return () => send('PATCH', '/api/groups', { ids, data: { active: true } });
  },
  'opens the account of a former administrator': async () => {
    const { id } = await account(dormant);
    return () => send('PUT', `/api/users/${id}`, { active: true });
  },
  'opens an account that is an administrator by its group': async () => {
    const { id = null } = await group(powerful);
    const closed = await account({ active: false, groupIds: [id] });
    return () => send('PUT', `/api/users/${closed.id}`, { active: true });
  },
  'opens accounts in bulk': async () => {
    const ids = [await account({ active: false }), await account(dormant)].map(({ id }) => id);
    return () => send('PATCH', '/api/users', { ids, data: { active: true } });
  },
  'gives himself the role that a dormant group of his will give him': async () => {
    const { id = null } = await group(dormant);
    await write('users', { id: clerk.id }, { groupIds: [id] });
    return () => send('PUT', `/api/users/${clerk.id}`, powerful);
  },
  'joins another group of administrators than the dormant one that he is in': async () => {
    const [{ id = null }, { id: live = null }] = [await group(dormant), await group(powerful)];
    await write('users', { id: clerk.id }, { groupIds: [id] });
    return () => send('PUT', `/api/users/${clerk.id}`, { groupIds: [id, live] });
  },
  'renames an administrator': async () => {
    const { id } = await account(powerful);
    return () => send('PUT', `/api/users/${id}`, { username: 'renamed' });
  },
  'gives an administrator an address of its own': async () => {
    const { id } = await account(powerful);
    return () => send('PUT', `/api/users/${id}`, { email: 'clerk@campus.example' });
  },
  'renames someone who will be an administrator once the group is active': async () => {
    const { id = null } = await group(dormant);
    const later = await account({ groupIds: [id] });
    return () => send('PUT', `/api/users/${later.id}`, { username: 'renamed' });
  },
  'closes the account of an administrator': async () => {
    const { id } = await account(powerful);
    return () => send('PUT', `/api/users/${id}`, { active: false });
  },
  'takes the role from an administrator': async () => {
    const { id } = await account(powerful);
    return () => send('PUT', `/api/users/${id}`, { roles: [] });
  },
  'deletes an administrator': async () => {
    const { id } = await account(powerful);
    return () => send('DELETE', `/api/users/${id}`);
  },
  'deletes accounts in bulk': async () => {
    const rows = [await account(), await account(powerful)];
    return () => send('DELETE', bulk('/api/users', rows));
  },
  'sets the password of an administrator': async () => {
    const { id } = await account(powerful);
    return () =>
      send('POST', '/api/users/actions/setPassword', { ids: [id], inputs: { password: 'wanted by the clerk' } });
  },
  'invites an administrator': async () => {
    const { id } = await account(powerful);
    return () => send('POST', '/api/users/actions/invite', { ids: [id] });
  },
  'links a login to an administrator': async () => {
    const [{ id }, { id: userId = null }] = [
      await makeRow(t.services, 'identities', { userId: null }),
      await account(powerful),
    ];
    return () => send('POST', '/api/identities/actions/link', { ids: [id], inputs: { userId } });
  },
  'links an administrator to a login': async () => {
    const [{ id: identityId = null }, { id }] = [
      await makeRow(t.services, 'identities', { userId: null }),
      await account(powerful),
    ];
    return () => send('POST', '/api/users/actions/linkLogin', { ids: [id], inputs: { identityId } });
  },
  'unlinks a login of an administrator': async () => {
    const { id: userId = null } = await account(powerful);
    const { id } = await makeRow(t.services, 'identities', { userId });
    return () => send('POST', '/api/identities/actions/unlink', { ids: [id] });
  },
  'anonymizes an administrator': async () => {
    const { id } = await account(powerful);
    return () => send('POST', '/api/users/actions/anonymize', { ids: [id], typed: 'Account' });
  },
  'deactivates an administrator': async () => {
    const { id } = await account(powerful);
    return () => send('POST', '/api/users/actions/deactivate', { ids: [id] });
  },
  'gives a group of administrators the name of another group of the directory': async () => {
    const { id } = await group(powerful);
    return () => send('PUT', `/api/groups/${id}`, { name: 'students' });
  },
  'makes a group of administrators inactive': async () => {
    const { id } = await group(powerful);
    return () => send('PUT', `/api/groups/${id}`, { active: false });
  },
  'deletes a group of administrators': async () => {
    const { id } = await group(dormant);
    return () => send('DELETE', `/api/groups/${id}`);
  },
  'goes back to when an account was an administrator': async () => {
    const row = await account(powerful);
    await write('users', row, { roles: [] });
    const entryId = await lastEntry('users', row);
    return () => send('POST', `/api/users/${row.id}/revert`, { entryId });
  },
  'goes back to when a closed account was in a group of administrators': async () => {
    const { id = null } = await group(dormant);
    const row = await account({ groupIds: [id], active: false });
    await write('users', row, { groupIds: [] });
    const entryId = await lastEntry('users', row);
    return () => send('POST', `/api/users/${row.id}/revert`, { entryId });
  },
  'goes back to when a group was one of administrators': async () => {
    const row = await group(dormant);
    await write('groups', row, { roles: [] });
    const entryId = await lastEntry('groups', row);
    return () => send('POST', `/api/groups/${row.id}/revert`, { entryId });
  },
  'goes back to when a group of administrators was active': async () => {
    const row = await group(powerful);
    await write('groups', row, { active: false });
    const entryId = await lastEntry('groups', row);
    return () => send('POST', `/api/groups/${row.id}/revert`, { entryId });
  },
  'writes a rule that grants everything': async () => () => send('POST', '/api/permissions', rule(CLERK, '*')),
  'writes a rule that grants what he does not hold, to a role that no one holds': async () => () =>
    send('POST', '/api/permissions', rule('StoreAdmin', 'systemSettings')),
  'takes the condition from a rule of his': async () => {
    const own = await makeRow(t.services, 'permissions', {
      ...rule(CLERK, 'balances'),
      condition: { userId: '$user.id' },
    });
    return () => send('PUT', `/api/permissions/${own.id}`, { condition: null });
  },
  'adds a field to a rule of his': async () => {
    const own = await makeRow(t.services, 'permissions', {
      ...rule(CLERK, 'stores'),
      readFields: ['name'],
      writeFields: [],
    });
    return () => send('PUT', `/api/permissions/${own.id}`, { writeFields: ['name'] });
  },
  'adds an action to a rule of his': async () => {
    const own = await makeRow(t.services, 'permissions', { ...rule(CLERK, 'centers'), actions: ['read'] });
    return () => send('PUT', `/api/permissions/${own.id}`, { actions: ['read', 'delete'] });
  },
  'gives himself a rule of others': async () => {
    const others = await makeRow(t.services, 'permissions', rule('TransactionReader', 'balances'));
    return () => send('PUT', `/api/permissions/${others.id}`, { role: CLERK });
  },
  'deletes a rule that grants others more than he holds': async () => {
    const { id } = await makeRow(t.services, 'permissions', rule('TransactionReader', 'balances'));
    return () => send('DELETE', `/api/permissions/${id}`);
  },
};

describe('people who can edit users, groups and rules', () => {
  beforeAll(() => start());
  afterAll(() => t.close());

  test.each(Object.keys(ATTACKS))('is refused when he %s', async (title) => {
    const attack = await ATTACKS[title]!();
    const before = await rights();
    const answer = await attack();
    expect([400, 403, 409], answer.body).toContain(answer.statusCode);
    expect(await rights()).toEqual(before);
  });

  const OWN: Record<string, Attack> = {
    'gives a role that he holds': async () => {
      const { id } = await account();
      return () => send('PUT', `/api/users/${id}`, { roles: [CLERK] });
    },
    'puts an account into an inactive group of his own role, and activates it': async () => {
      const [{ id }, { id: groupId = null }] = [await account(), await group({ roles: [CLERK], active: false })];
      await send('PUT', `/api/users/${id}`, { groupIds: [groupId] });
      return () => send('PUT', `/api/groups/${groupId}`, { active: true });
    },
    'closes and renames an account that holds no more than he does': async () => {
      const { id } = await account({ roles: [CLERK] });
      return () => send('PUT', `/api/users/${id}`, { active: false, username: 'former-clerk' });
    },
    'sets a password of an account that holds no more than he does': async () => {
      const { id } = await account({ roles: [CLERK] });
      return () => send('POST', '/api/users/actions/setPassword', { ids: [id] });
    },
    'links a login to such an account, and unlinks it': async () => {
      const { id: userId = null } = await account();
      const { id } = await makeRow(t.services, 'identities', { userId: null });
      await send('POST', '/api/identities/actions/link', { ids: [id], inputs: { userId } });
      return () => send('POST', '/api/identities/actions/unlink', { ids: [id] });
    },
    'renames himself, whatever his account may hold one day': async () => {
      const { id = null } = await group(dormant);
      await write('users', { id: clerk.id }, { groupIds: [id] });
      return () => send('PUT', `/api/users/${clerk.id}`, { displayName: 'Renamed' });
    },
    'writes a rule within his own for another role': async () => () =>
      send('POST', '/api/permissions', {
        ...rule('StoreAdmin', 'users'),
        actions: ['read'],
        readFields: ['displayName'],
        writeFields: [],
        condition: { active: true },
      }),
    'deletes a rule of his own': async () => {
      const { id } = await makeRow(t.services, 'permissions', rule(CLERK, 'users'));
      return () => send('DELETE', `/api/permissions/${id}`);
    },
  };
  test.each(Object.keys(OWN))('is let when he %s', async (title) => {
    const answer = await (await OWN[title]!())();
    expect([200, 201], answer.body).toContain(answer.statusCode);
  });
});

describe('with soft-deleted accounts and groups', () => {
  const declarations = copiedDeclarations();
  beforeEach(async () => {
    for (const name of ['users', 'groups']) declarations.change(`config/resources/${name}.json`, { softDelete: true });
    await start(declarations.root);
  });
  afterEach(() => t.close());
  afterAll(() => declarations.remove());

  test('no one restores an account or group that holds more than they do', async () => {
    const user = await account(powerful);
    const ofGroup = await group(dormant);
    const plain = await account();
    for (const [resource, row] of [
      ['users', user],
      ['groups', ofGroup],
      ['users', plain],
    ] as const)
      await t.services.engine.remove(SYSTEM, resource, Number(row.id), { command: true });
    const before = await rights();
    for (const url of [`/api/users/${user.id}/restore`, `/api/groups/${ofGroup.id}/restore`])
      expect([400, 403]).toContain((await send('POST', url)).statusCode);
    expect(await rights()).toEqual(before);
    expect((await send('POST', `/api/users/${plain.id}/restore`)).statusCode).toBe(200);
  });
});
