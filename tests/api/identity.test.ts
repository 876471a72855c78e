import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { admit, lacksGroups, refresh } from '../../server/features/identity/admit.ts';
import { mappedGroups } from '../../server/features/identity/memberships.ts';
import type { Directory, ProvidedPerson } from '../../server/features/identity/provider.ts';
import { synchronize } from '../../server/features/identity/synchronize.ts';
import { makeRow } from '../factories/any-row.ts';
import { PASSWORD, startTestApp, SYSTEM, type TestApp } from './support.ts';

const ISSUER = 'https://id.example.edu';
const POLICY = { provider: 'campus', makesAccounts: true };

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.loginAs('administrator');
});
afterAll(() => t.close());

function person(userName: string, more: Partial<ProvidedPerson> = {}): ProvidedPerson {
  return {
    issuer: ISSUER,
    subject: `id-of-${userName}`,
    userName,
    displayName: `Person ${userName}`,
    email: `${userName}@campus.example`,
    groups: [],
    ...more,
  };
}

const account = (id: number): Promise<Row> => t.services.engine.get(SYSTEM, 'users', id) as Promise<Row>;
const groupOf = async (name: string, roles: string[], directoryNames: string[]): Promise<number> => {
  const group = await t.services.engine.create(SYSTEM, 'groups', { name, roles, directoryNames, active: true });
  return group.id;
};
const post = (cookie: string, url: string, payload: object = {}) =>
  t.app.inject({ method: 'POST', url, headers: { cookie }, payload });
const link = (cookie: string, id: number, userId: number) =>
  post(cookie, '/api/identities/actions/link', { ids: [id], inputs: { userId } });
const identityOf = async (userName: string): Promise<number> => {
  const row = await t.services.db
    .selectFrom('identities')
    .select('id')
    .where('userName', '=', userName)
    .executeTakeFirstOrThrow();
  return row.id;
};

/** A directory whose people are those given. */
function directory(people: ProvidedPerson[], disabled: string[] = []): Directory {
  const of = (subjects: readonly string[]) => people.filter(({ subject }) => subjects.includes(subject));
  return {
    name: 'campus',
    issuer: ISSUER,
    identify: async () => null,
    hasPeople: async () => people.length > 0,
    accountStates: async (subjects) =>
      new Map(of(subjects).map(({ subject }) => [subject, disabled.includes(subject) ? 'disabled' : 'active'])),
    describe: async (subjects) => of(subjects).filter(({ subject }) => !disabled.includes(subject)),
  };
}

test('the first login makes the account, later ones find it by its permanent id and follow name and address', async () => {
  const { userId } = await admit(t.services, person('first'), POLICY);
  expect(await account(userId)).toMatchObject({
    username: 'first',
    displayName: 'Person first',
    email: 'first@campus.example',
    active: true,
  });
  const renamed = person('renamed', { subject: 'id-of-first', displayName: 'Married', email: 'not an address' });
  expect((await admit(t.services, renamed, POLICY)).userId).toBe(userId);
  expect(await account(userId)).toMatchObject({
    username: 'first',
    displayName: 'Married',
    email: 'first@campus.example',
  });
});

test('brings the student ID, by which the rosters that wait for the person find them, unless it is another’s', async () => {
  const classId = Number((await makeRow(t.services, 'classes', { instructorId: null, active: true }))['id']);
  const first = person('numbered', { studentId: ' 00445566 ' });
  const name = first.displayName;
  const entry = { classId, name, studentId: '445566', email: null, userId: null, status: 'enrolled' };
  const { id } = await makeRow(t.services, 'rosterEntries', entry);
  const linked = async () => (await t.services.engine.get(SYSTEM, 'rosterEntries', Number(id))).userId;
  const { userId } = await admit(t.services, first, POLICY);
  expect([(await account(userId)).studentId, await linked()]).toEqual(['00445566', userId]);

  const both = await Promise.all(
    ['alike', 'alike-too'].map((name) => admit(t.services, person(name, { studentId: '778899' }), POLICY)),
  );
  const ids = await Promise.all(both.map(async (one) => (await account(one.userId)).studentId));
  expect(ids.toSorted()).toEqual(['778899', null]);

  for (const [studentId, expected] of [
    ['00445566', '00445566'],
    ['778899', '00445566'],
    ['no/student id', '00445566'],
    ['112233', '112233'],
  ]) {
    await refresh(t.services, { ...first, studentId: studentId ?? null }, POLICY.provider);
    expect((await account(userId)).studentId, studentId).toBe(expected);
  }
});

test('two first logins at the same time make one account', async () => {
  const both = await Promise.all([1, 2].map(() => admit(t.services, person('twice'), POLICY)));
  expect(both[0]!.userId).toBe(both[1]!.userId);
});

test('names that no username can be become one', async () => {
  const names = ['Jörg Müller', '  ', '<script>', null, 'x'.repeat(300)];
  const made = await Promise.all(
    names.map(async (userName, index) => {
      const { userId } = await admit(t.services, person('odd', { subject: `odd-${index}`, userName }), POLICY);
      return (await account(userId)).username;
    }),
  );
  expect(made[0]).toBe('jorg-muller');
  expect(made[2]).toBe('script');
  for (const name of [made[1], made[3], made[4]]) expect(name).toMatch(/^person-[0-9a-f]{12}$/);
});

test('no one gets into an account that exists by a name or an address; an administrator links them', async () => {
  const owner = await t.createUser({ username: 'taken', roles: ['StoreAdmin'] });
  const stranger = person('TAKEN', { email: 'taken@campus.example' });
  const refused = { problem: { status: 403, code: 'identity.name-taken' } };
  await expect(admit(t.services, stranger, POLICY)).rejects.toMatchObject(refused);
  const id = await identityOf('TAKEN');
  expect((await link(owner.cookie, id, owner.id)).statusCode).toBe(403);
  expect((await link(admin, id, owner.id)).statusCode).toBe(200);
  expect((await admit(t.services, stranger, POLICY)).userId).toBe(owner.id);
  expect(await account(owner.id)).toMatchObject({ username: 'taken', displayName: 'taken', roles: ['StoreAdmin'] });

  const other = await t.createUser();
  expect((await link(admin, id, other.id)).statusCode).toBe(409);
  const history = await t.services.engine.history.list(SYSTEM, 'identities', id);
  expect(history.rows[0]).toMatchObject({ action: 'update' });

  expect((await post(admin, '/api/identities/actions/unlink', { ids: [id] })).statusCode).toBe(200);
  await expect(admit(t.services, stranger, POLICY)).rejects.toMatchObject(refused);
});

test('without accounts at first login, an administrator links each person to one', async () => {
  const policy = { ...POLICY, makesAccounts: false };
  const refused = { problem: { status: 403, code: 'identity.no-account' } };
  await expect(admit(t.services, person('guest'), policy)).rejects.toMatchObject(refused);
  const user = await t.createUser();
  await link(admin, await identityOf('guest'), user.id);
  expect((await admit(t.services, person('guest'), policy)).userId).toBe(user.id);
});

test('an account that an administrator has closed stays closed', async () => {
  const { userId } = await admit(t.services, person('closed'), POLICY);
  await t.services.engine.update(SYSTEM, 'users', userId, { active: false });
  await expect(admit(t.services, person('closed'), POLICY)).rejects.toMatchObject({
    problem: { status: 403, code: 'identity.account-closed' },
  });
  await synchronize(t.services, [directory([person('closed')])]).catch(() => undefined);
  expect(await account(userId)).toMatchObject({ active: false });
});

test('groups there give groups here, which follow at each login; those given by hand stay', async () => {
  const staff = await groupOf('Staff by directory', ['EventAdmin'], ['cn=staff,ou=groups,dc=campus']);
  const lab = await groupOf('Lab by directory', ['StoreAdmin'], ['campus:LAB']);
  const elsewhere = await groupOf('Of another provider', ['Administrator'], ['other:lab']);
  const byHand = await groupOf('By hand', ['ClassScheduler'], []);
  const groups = ['CN=Staff,OU=Groups,DC=campus', 'lab'];
  const { userId } = await admit(t.services, person('grouped', { groups }), POLICY);
  await t.services.engine.update(SYSTEM, 'users', userId, { groupIds: [byHand] });
  expect(await account(userId)).toMatchObject({ directoryGroupIds: [staff, lab], groupIds: [byHand] });
  expect((await account(userId)).directoryGroupIds).not.toContain(elsewhere);

  await admit(t.services, person('grouped', { groups: ['lab'] }), POLICY);
  expect(await account(userId)).toMatchObject({ directoryGroupIds: [lab], groupIds: [byHand] });

  await admit(t.services, person('grouped', { groups: null }), POLICY);
  expect(await account(userId)).toMatchObject({ directoryGroupIds: [lab] });
  expect(await lacksGroups(t.services.db, userId)).toBe(true);

  await refresh(t.services, person('grouped', { groups: [] }), 'campus');
  expect(await account(userId)).toMatchObject({ directoryGroupIds: [], groupIds: [byHand] });
  expect(await lacksGroups(t.services.db, userId)).toBe(false);
});

test('groups that cannot be read at the first login give nothing', async () => {
  const { userId } = await admit(t.services, person('unread', { groups: null }), POLICY);
  expect((await account(userId)).directoryGroupIds ?? []).toEqual([]);
  expect(await lacksGroups(t.services.db, userId)).toBe(true);
});

test('roles by the directory are held by the session and count as such for those who edit accounts', async () => {
  const boss = await groupOf('Bosses by directory', ['Administrator'], ['bosses']);
  const user = await t.createUser({ username: 'boss' });
  await admit(t.services, person('boss'), POLICY).catch(() => undefined);
  await link(admin, await identityOf('boss'), user.id);
  await admit(t.services, person('boss', { groups: ['bosses'] }), POLICY);
  const session = await t.app.inject({ url: '/api/UserCookieData', headers: { cookie: user.cookie } });
  expect(session.json().roles).toContain('Administrator');

  await t.services.engine.create(SYSTEM, 'permissions', {
    role: 'Staff',
    resource: 'users',
    actions: ['read', 'update'],
    readFields: ['*'],
    writeFields: ['*'],
  });
  const clerk = await t.createUser({ roles: ['Staff'] });
  const put = (payload: object) =>
    t.app.inject({ method: 'PUT', url: `/api/users/${user.id}`, headers: { cookie: clerk.cookie }, payload });
  expect((await put({ displayName: 'Taken over' })).statusCode).toBe(403);
  await t.services.engine.update(SYSTEM, 'groups', boss, { active: false });
  const after = await t.app.inject({ url: '/api/UserCookieData', headers: { cookie: user.cookie } });
  expect(after.json().roles).not.toContain('Administrator');
});

test('memberships by the directory cannot be written by hand', async () => {
  const user = await t.createUser();
  const group = await groupOf('Not by hand', ['StoreAdmin'], []);
  const answer = await t.app.inject({
    method: 'PUT',
    url: `/api/users/${user.id}`,
    headers: { cookie: admin },
    payload: { directoryGroupIds: [group] },
  });
  expect(answer.statusCode).toBe(400);
  expect((await account(user.id)).directoryGroupIds ?? []).toEqual([]);
});

describe('the groups of a provider', () => {
  const names = (ldap: string[], openid: string[]) => ({ ldap: new Set(ldap), openid: new Set(openid) });
  const providers = names(['campus', 'both'], ['library', 'both']);
  const matches = (directoryNames: string[], kind: 'ldap' | 'openid', provider: string, group: string) =>
    mappedGroups([{ id: 1, directoryNames }], [{ kind, provider, groups: [group, 'y'] }], providers).length === 1;

  test('are compared without regard to capitals', () => {
    expect(matches(['Staff'], 'ldap', 'campus', 'STAFF')).toBe(true);
    expect(matches(['x', 'Campus:staff '], 'ldap', 'campus', 'STAFF')).toBe(true);
    expect(mappedGroups([{ id: 1, directoryNames: ['staff'] }], [], providers)).toEqual([]);
  });

  test.each([
    ['campus:admins', 'openid', 'library', 'campus:admins', false],
    ['library:campus:admins', 'openid', 'library', 'campus:admins', true],
    ['campus:admins', 'openid', 'library', 'admins', false],
    ['campus:admins', 'ldap', 'campus', 'admins', true],
    ['campus:a:b', 'ldap', 'campus', 'a:b', true],
    ['a:b', 'ldap', 'campus', 'a:b', true],
    ['urn:mace:staff', 'openid', 'library', 'urn:mace:staff', true],
    ['ldap:campus:admins', 'ldap', 'campus', 'admins', true],
    ['ldap:campus:admins', 'openid', 'library', 'campus:admins', false],
    ['ldap:campus:admins', 'openid', 'library', 'ldap:campus:admins', false],
    ['both:admins', 'ldap', 'both', 'admins', false],
    ['both:admins', 'openid', 'both', 'admins', false],
    ['both:admins', 'openid', 'library', 'both:admins', false],
    ['ldap:both:admins', 'ldap', 'both', 'admins', true],
    ['ldap:both:admins', 'openid', 'both', 'admins', false],
    ['openid:both:admins', 'openid', 'both', 'admins', true],
    ['openid:both:admins', 'ldap', 'both', 'admins', false],
    ['admins', 'openid', 'both', 'admins', true],
  ] as const)('"%s" and the group of %s %s called "%s": %s', (written, kind, provider, group, isMatch) => {
    expect(matches([written], kind, provider, group)).toBe(isMatch);
  });

  test('give no role to a person whose other provider has a group named as if it were of that provider', async () => {
    await groupOf('Campus admins', ['EventAdmin'], ['campus:g-admins']);
    const own = await admit(t.services, person('member', { groups: ['g-admins'] }), POLICY);
    expect((await account(own.userId))['directoryGroupIds']).toHaveLength(1);
    const foreign = person('stranger', {
      issuer: 'https://library.example.edu',
      groups: ['campus:g-admins', 'g-admins'],
    });
    const stranger = await admit(t.services, foreign, { provider: 'library', makesAccounts: true });
    expect((await account(stranger.userId))['directoryGroupIds'] ?? []).toEqual([]);
  });
});

test('LOCAL_LOGIN=off leaves local passwords to administrators alone', async () => {
  const only = await startTestApp({ env: { LOCAL_LOGIN: 'off' } });
  try {
    const answer = await only.app.inject({
      method: 'POST',
      url: '/api/Login',
      payload: { username: 'student', password: PASSWORD },
    });
    expect(answer.statusCode).toBe(401);
    await only.loginAs('administrator');
  } finally {
    await only.close();
  }
});
