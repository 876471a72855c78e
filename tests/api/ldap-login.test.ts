import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewSecondFactor } from '../../domain/calls/accounts.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { ldapDirectories } from '../../server/features/ldap/directory.ts';
import { synchronize } from '../../server/features/identity/synchronize.ts';
import { Authenticator } from '../factories/authenticator.ts';
import {
  AUTHORITY,
  BASE,
  GROUPS,
  passwordOf,
  PEOPLE,
  SERVICE,
  startSlapd,
  type Slapd,
} from '../factories/ldap/slapd.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let slapd: Slapd;
let folder: string;
let t: TestApp;
beforeAll(async () => {
  slapd = await startSlapd({ people: 1200, lines: ['sizelimit size.soft=50 size.hard=50 size.prtotal=unlimited'] });
  folder = await mkdtemp(join(tmpdir(), 'atrium-ldap-file-'));
  t = await startWith({ servers: [slapd.url], tls: 'starttls' });
});
afterAll(async () => {
  await t.close();
  await slapd.close();
  await rm(folder, { recursive: true, force: true });
});

async function startWith(directory: object, env: Record<string, string> = {}): Promise<TestApp> {
  const file = join(folder, 'ldap.json');
  const campus = {
    name: 'campus',
    label: 'Campus directory',
    caFile: AUTHORITY,
    bindDn: SERVICE.dn,
    people: { base: PEOPLE, filter: '(objectClass=inetOrgPerson)' },
    groups: { base: GROUPS },
    ...directory,
  };
  await writeFile(file, JSON.stringify({ directories: [campus] }));
  return startTestApp({ env: { LDAP_FILE: file, LDAP_SECRETS: JSON.stringify({ campus: SERVICE.password }), ...env } });
}

const login = (username: string, password: string, app = t) =>
  app.app.inject({ method: 'POST', url: '/api/Login', payload: { username, password } });

async function accountOf(username: string): Promise<Row> {
  const { rows } = await t.services.engine.list(SYSTEM, 'users', { filter: { username } });
  return rows[0] as Row;
}

const groupOf = (name: string, role: string, directoryNames: string[]) =>
  t.services.engine.create(SYSTEM, 'groups', { name, roles: [role], directoryNames, active: true });

test('a person of the directory logs in with their password, and has an account from then on', async () => {
  const answer = await login('U1', passwordOf('u1'));
  expect(answer.json()).toMatchObject({ username: 'u1', roles: ['Default'], wasNotAbleToFullyLoad: false });
  expect(await accountOf('u1')).toMatchObject({ displayName: 'Person u1', email: 'u1@campus.example', active: true });
  expect((await login('u1', passwordOf('u1'))).statusCode).toBe(200);
});

test('a password of the directory is changed only there; a local one is changed here', async () => {
  const entered = await login('u8', passwordOf('u8'));
  expect(entered.json()).toMatchObject({ hasPassword: false });
  const { id } = await accountOf('u8');
  const cookieOf = ({ cookies: [cookie] }: typeof entered) => `${cookie!.name}=${cookie!.value}`;
  const session = async (cookie: string): Promise<unknown> =>
    (await t.app.inject({ url: '/api/UserCookieData', headers: { cookie } })).json();
  const change = (cookie: string, currentPassword: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/account/password',
      headers: { cookie },
      payload: { currentPassword, newPassword: 'chosen by u8 alone' },
    });
  expect(await session(cookieOf(entered))).toMatchObject({ hasPassword: false });
  expect(expectProblem(await change(cookieOf(entered), passwordOf('u8')))).toMatchObject({
    status: 409,
    code: 'account.password-elsewhere',
    detail: 'You log in with Campus directory. Change your password there.',
  });

  const set = await t.app.inject({
    method: 'POST',
    url: '/api/users/actions/setPassword',
    headers: { cookie: await t.loginAs('administrator') },
    payload: { ids: [id], inputs: { password: 'given by the staff' } },
  });
  expect(set.statusCode, set.body).toBe(200);
  const again = await login('u8', passwordOf('u8'));
  expect(again.json()).toMatchObject({ hasPassword: true });
  expect((await change(cookieOf(again), passwordOf('u8'))).json()).toMatchObject({ code: 'account.wrong-password' });
  expect((await change(cookieOf(again), 'given by the staff')).json()).toMatchObject({ hasPassword: true });
  for (const password of [passwordOf('u8'), 'chosen by u8 alone'])
    expect((await login('u8', password)).json()).toMatchObject({ username: 'u8' });
});

test('a second factor follows the password that the directory keeps', async () => {
  const entered = await login('u9', passwordOf('u9'));
  const cookieOf = ({ cookies }: typeof entered) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const post = (url: string, cookie: string, payload: object) =>
    t.app.inject({ method: 'POST', url, headers: { cookie }, payload });
  const start = (currentPassword: string) =>
    post('/api/account/secondFactor/start', cookieOf(entered), { currentPassword });
  expect(expectProblem(await start('not it'))).toMatchObject({ code: 'account.wrong-password' });
  const { secret, enrollment } = (await start(passwordOf('u9'))).json<NewSecondFactor>();
  const app = new Authenticator(secret, t.services.clock);
  const on = await post('/api/account/secondFactor', cookieOf(entered), { enrollment, code: app.code() });
  expect(on.statusCode, on.body).toBe(200);
  const again = await login('u9', passwordOf('u9'));
  expect(expectProblem(again)).toMatchObject({ status: 401, code: 'account.code-needed' });
  const code = await post('/api/Login/code', cookieOf(again), { code: app.nextCode() });
  expect(code.json()).toMatchObject({ username: 'u9', hasPassword: false });
});

test('over ldaps as well as over STARTTLS', async () => {
  const other = await startWith({ servers: [slapd.secureUrl] });
  try {
    expect((await login('u2', passwordOf('u2'), other)).statusCode).toBe(200);
  } finally {
    await other.close();
  }
});

test('a wrong password, an unknown name, an empty password and a name of another kind are refused alike', async () => {
  const answers = [
    await login('u3', 'wrong'),
    await login('nobody-there', 'wrong'),
    await login('u3', ''),
    await login('portal', SERVICE.password),
  ];
  const problems = answers.map(expectProblem);
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['account.login-failed']));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

test('names written to be filters find no one', async () => {
  const pieces = [
    '*',
    ')(uid=*',
    '\\2a',
    '(|(uid=*',
    '\0',
    'u4)(objectClass=*',
    ' ',
    '&',
    '!(uid=x)',
    'ü',
    '\\',
    '=',
    '~=u4',
  ];
  const names = Array.from({ length: 200 }, (_, index) => {
    const at = (step: number): string =>
      pieces[(index * step + Math.floor(index / pieces.length)) % pieces.length] ?? '';
    return `${index % 3 === 0 ? 'u4' : ''}${at(1)}${at(5)}${index % 2 === 0 ? at(7) : ''}`;
  }).filter((name) => name.trim() !== '' && name.trim().toLowerCase() !== 'u4');
  expect(new Set(names).size).toBeGreaterThan(100);
  const [directory] = ldapDirectories(t.services);
  const found: string[] = [];
  for (const name of names) if (await directory!.identify(name, passwordOf('u4'))) found.push(name);
  expect(found).toEqual([]);
  expect(await directory!.identify('u4', passwordOf('u4'))).not.toBeNull();
});

test('two entries of one username are no one', async () => {
  await slapd.add(`ou=more,${PEOPLE}`, { objectClass: ['organizationalUnit'], ou: 'more' });
  for (const unit of ['', 'ou=more,'])
    await slapd.add(`uid=double,${unit}${PEOPLE}`, {
      objectClass: ['inetOrgPerson'],
      uid: 'double',
      cn: 'Double',
      sn: 'Double',
      userPassword: passwordOf('double'),
    });
  expect((await login('double', passwordOf('double'))).statusCode).toBe(401);
});

describe('groups', () => {
  test.each([
    ['walk', 'nested through a circle of three'],
    ['memberOf', 'as the entries themselves say'],
  ])('by %s, %s, give the roles of groups here', async (mode) => {
    const uid = `grouped-${mode.toLowerCase()}`;
    const person = await slapd.addPerson(uid);
    const inner = await slapd.addGroup(`inner-${mode}`, [person]);
    const middle = await slapd.addGroup(`middle-${mode}`, [inner]);
    const outer = await slapd.addGroup(`outer-${mode}`, [middle]);
    await slapd.replace(inner, 'member', [person, outer]);
    const app = await startWith({ servers: [slapd.url], tls: 'starttls', groups: { base: GROUPS, mode } });
    try {
      const create = (name: string, role: string, directoryNames: string[]) =>
        app.services.engine.create(SYSTEM, 'groups', { name, roles: [role], directoryNames, active: true });
      await create('By short name', 'StoreAdmin', [`OUTER-${mode}`]);
      await create('By whole name', 'EventAdmin', [middle.toUpperCase()]);
      await create('Of others', 'Administrator', ['others']);
      const { roles } = (await login(uid, passwordOf(uid), app)).json<{ roles: string[] }>();
      expect(roles.toSorted()).toEqual(['Default', 'EventAdmin', 'StoreAdmin']);
    } finally {
      await app.close();
    }
  });

  test.each(['walk', 'memberOf'])(
    'by %s are found below a base that is written with spaces, and with names that have commas and brackets',
    async (mode) => {
      const uid = `odd-${mode.toLowerCase()}`;
      const name = `Lovelace, Ada (${mode}*) é`;
      const person = `cn=${name.replace(',', '\\,')},${PEOPLE}`;
      await slapd.add(person, {
        objectClass: ['inetOrgPerson'],
        uid,
        cn: name,
        sn: 'Lovelace',
        userPassword: passwordOf(uid),
      });
      const inner = `cn=Lab\\, (${mode}),${GROUPS}`;
      await slapd.add(inner, { objectClass: ['groupOfNames'], cn: `Lab, (${mode})`, member: [person] });
      await slapd.addGroup(`all-${mode}`, [inner]);
      const spaced = GROUPS.replaceAll(',', ', ');
      const app = await startWith({ servers: [slapd.url], tls: 'starttls', groups: { base: spaced, mode } });
      try {
        expect((await login(uid, passwordOf(uid), app)).json()).toMatchObject({ wasNotAbleToFullyLoad: false });
        const { groups } = await app.services.db
          .selectFrom('identities')
          .select('groups')
          .where('userName', '=', uid)
          .executeTakeFirstOrThrow();
        expect(groups).toEqual(expect.arrayContaining([`Lab, (${mode})`, `all-${mode}`]));
      } finally {
        await app.close();
      }
    },
  );

  test('that cannot be read leave the roles last known, and the login says so', async () => {
    const person = await slapd.addPerson('unread');
    await slapd.addGroup('unread-group', [person]);
    await groupOf('Unread', 'StoreAdmin', ['unread-group']);
    expect((await login('unread', passwordOf('unread'))).json()).toMatchObject({ roles: ['StoreAdmin', 'Default'] });
    const [settings] = t.services.settings.ldapDirectories;
    const broken = { ...settings!, groups: { ...settings!.groups!, base: `ou=nowhere,${BASE}` } };
    const services = { ...t.services, settings: { ...t.services.settings, ldapDirectories: [broken] } };
    expect(await ldapDirectories(services)[0]!.identify('unread', passwordOf('unread'))).not.toBeNull();
    const account = await accountOf('unread');
    expect(account.directoryGroupIds).toHaveLength(1);
    const unread = await t.services.db
      .selectFrom('identities')
      .select('groupsUnreadSince')
      .where('userName', '=', 'unread')
      .executeTakeFirstOrThrow();
    expect(unread.groupsUnreadSince).not.toBeNull();
    expect((await login('unread', passwordOf('unread'))).json()).toMatchObject({ wasNotAbleToFullyLoad: false });
  });
});

test('1,200 people are found past the size limit of the server, and missing or disabled people lose access', async () => {
  const leaver = await slapd.addPerson('leaver');
  await login('leaver', passwordOf('leaver'));
  const [directory] = ldapDirectories(t.services);
  expect(await directory!.hasPeople()).toBe(true);
  const ids = await slapd.ids();
  expect(ids.length).toBeGreaterThan(1200);
  const states = await directory!.accountStates(ids);
  expect(ids.filter((id) => states.get(id) !== 'active')).toEqual([]);
  await slapd.remove(leaver);
  const [report] = await synchronize(t.services, ldapDirectories(t.services));
  expect(report).toMatchObject({ directory: 'campus', closed: 1 });
  expect(await accountOf('leaver')).toMatchObject({ active: false });
  expect(await accountOf('u1')).toMatchObject({ active: true });
});

test('a session continues during an outage of the directory, other logins report it, and local administrators log in', async () => {
  const answer = await login('u5', passwordOf('u5'));
  const cookie = `${answer.cookies[0]!.name}=${answer.cookies[0]!.value}`;
  await slapd.halt();
  try {
    const refused = expectProblem(await login('u5', passwordOf('u5')));
    expect(refused).toMatchObject({ status: 503, code: 'account.directory-down' });
    const logged = await t.services.db
      .selectFrom('eventLog')
      .select('message')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(logged).toEqual([{ message: expect.stringContaining('cannot be reached. ldap://') as string }]);
    expect((await t.app.inject({ url: '/api/UserCookieData', headers: { cookie } })).statusCode).toBe(200);
    await t.loginAs('administrator');
    await expect(synchronize(t.services, ldapDirectories(t.services))).rejects.toThrow('cannot be reached');
    expect(await accountOf('u5')).toMatchObject({ active: true });
  } finally {
    await slapd.resume();
  }
  expect((await login('u5', passwordOf('u5'))).statusCode).toBe(200);
});

test('the limits are those of local passwords', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await login('u6', `wrong ${attempt}`)).statusCode).toBe(401);
  expect((await login('u6', passwordOf('u6'))).statusCode).toBe(429);
});

test('a second server is asked when the first does not answer', async () => {
  const other = await startWith({ servers: ['ldap://127.0.0.1:9', slapd.url], tls: 'starttls' });
  try {
    expect((await login('u7', passwordOf('u7'), other)).statusCode).toBe(200);
  } finally {
    await other.close();
  }
});
