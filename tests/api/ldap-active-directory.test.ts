import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ldapDirectories } from '../../server/features/ldap/directory.ts';
import { tryDirectory } from '../../server/features/ldap/try-directory.ts';
import { synchronize } from '../../server/features/identity/synchronize.ts';
import type { LdapSettings } from '../../server/features/ldap/settings.ts';
import {
  startScriptedDirectory,
  type ScriptedDirectory,
  type ScriptedEntry,
} from '../factories/ldap/scripted-directory.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const BASE = 'DC=campus,DC=example';
const SERVICE = `CN=portal,${BASE}`;
const NORMAL = '512';
const DISABLED = '514';
/** S-1-5-21-1-2-3 and a number of the domain. */
const sid = (number: number) => {
  const bytes = Buffer.from('010500000000000515000000010000000200000003000000ffffffff', 'hex');
  bytes.writeUInt32LE(number, 24);
  return bytes;
};

let t: TestApp;
let folder: string;
let directory: ScriptedDirectory;
beforeAll(async () => {
  directory = await startScriptedDirectory();
  folder = await mkdtemp(join(tmpdir(), 'atrium-ad-'));
  const file = join(folder, 'ldap.json');
  const campus = {
    name: 'ad',
    label: 'Active Directory',
    kind: 'activeDirectory',
    servers: [directory.url],
    bindDn: SERVICE,
    people: { base: BASE },
    groups: { base: BASE },
  };
  await writeFile(file, JSON.stringify({ directories: [campus] }));
  const secrets = JSON.stringify({ ad: `password of ${SERVICE}` });
  t = await startTestApp({ env: { LDAP_FILE: file, LDAP_SECRETS: secrets } });
});
afterAll(async () => {
  await t.close();
  directory.close();
  await rm(folder, { recursive: true, force: true });
});

let number = 0;
beforeEach(() => {
  number += 1;
  directory.entries = [];
  directory.mostValues = Infinity;
});

function addPerson(name: string, attributes: ScriptedEntry['attributes'] = {}): ScriptedEntry {
  const guid = Buffer.from('0123456789abcdef0123456789abcd00', 'hex');
  guid[15] = number;
  const entry: ScriptedEntry = {
    dn: `CN=${name},OU=Staff,${BASE}`,
    attributes: {
      objectClass: ['user'],
      objectCategory: ['person'],
      objectGUID: [guid],
      objectSid: [sid(1000 + number)],
      sAMAccountName: [name],
      userPrincipalName: [`${name}@campus.example`],
      displayName: [`Name of ${name}`],
      userAccountControl: [NORMAL],
      ...attributes,
    },
  };
  directory.entries.push(entry);
  return entry;
}

function addGroup(name: string, members: ScriptedEntry[], attributes: ScriptedEntry['attributes'] = {}): ScriptedEntry {
  const entry: ScriptedEntry = {
    dn: `CN=${name},OU=Groups,${BASE}`,
    attributes: { objectClass: ['group'], cn: [name], member: members.map(({ dn }) => dn), ...attributes },
  };
  for (const { attributes: own } of members) (own['memberOf'] ??= []).push(entry.dn);
  directory.entries.push(entry);
  return entry;
}

const login = (username: string, password: string) =>
  t.app.inject({ method: 'POST', url: '/api/Login', payload: { username, password } });
const passwordOf = ({ dn }: ScriptedEntry) => `password of ${dn}`;
const settings = (): LdapSettings => t.services.settings.ldapDirectories[0]!;
const identityOf = (userName: string) =>
  t.services.db.selectFrom('identities').selectAll().where('userName', '=', userName).executeTakeFirstOrThrow();

async function groupsBy(mode: 'walk' | 'memberOf' | 'inChain', person: ScriptedEntry): Promise<string[] | null> {
  const changed = { ...settings(), groups: { ...settings().groups!, mode } };
  const services = { ...t.services, settings: { ...t.services.settings, ldapDirectories: [changed] } };
  const [username] = person.attributes['sAMAccountName'] ?? [];
  await ldapDirectories(services)[0]!.identify(String(username), passwordOf(person));
  const { groups, groupsUnreadSince } = await identityOf(String(username));
  return groupsUnreadSince === null ? (groups ?? []).filter((name) => !name.startsWith('CN=')).toSorted() : null;
}

test('someone logs in by either name, and is known by the bytes of objectGUID', async () => {
  const ada = addPerson('Ada');
  const byName = await login('ada', passwordOf(ada));
  expect(byName.json()).toMatchObject({ username: 'ada', wasNotAbleToFullyLoad: false });
  const byPrincipal = await login('Ada@campus.example', passwordOf(ada));
  expect(byPrincipal.json()).toMatchObject({ username: 'ada' });
  expect((await identityOf('Ada')).subject).toBe(ada.attributes['objectGUID']![0]!.toString('hex'));
});

test('a name that is one person’s principal name and another’s account name is no one', async () => {
  const first = addPerson('brook', { userPrincipalName: ['shared'] });
  number += 1;
  const second = addPerson('shared');
  for (const person of [first, second]) expect((await login('shared', passwordOf(person))).statusCode).toBe(401);
});

test('an objectGUID that reads as a text is bytes all the same', async () => {
  const casey = addPerson('casey', { objectGUID: [Buffer.from('sixteen letters!')] });
  expect((await login('casey', passwordOf(casey))).statusCode).toBe(200);
  expect((await identityOf('casey')).subject).toBe(Buffer.from('sixteen letters!').toString('hex'));
});

test('the trial names the id as the tools of Active Directory write it', async () => {
  const guid = Buffer.from('33221100554477668899aabbccddeeff', 'hex');
  addPerson('drew', { objectGUID: [guid] });
  const { servers } = await tryDirectory(t.services, settings(), 'drew');
  const step = servers[0]!.steps.find(({ title }) => title === 'Person "drew"');
  expect(step?.says).toContain('id 00112233-4455-6677-8899-aabbccddeeff,');
});

test('a disabled person loses account and sessions within the hour, and regains access when enabled', async () => {
  const emery = addPerson('emery');
  const answer = await login('emery', passwordOf(emery));
  const cookie = `${answer.cookies[0]!.name}=${answer.cookies[0]!.value}`;
  const session = () => t.app.inject({ url: '/api/UserCookieData', headers: { cookie } });
  expect((await session()).statusCode).toBe(200);
  emery.attributes['userAccountControl'] = [DISABLED];
  await synchronize(t.services, ldapDirectories(t.services));
  expect((await session()).statusCode).toBe(204);
  expect(await identityOf('emery')).toMatchObject({ goneReason: 'disabled', closedAccount: true });
  expect((await login('emery', passwordOf(emery))).statusCode).toBe(401);
  emery.attributes['userAccountControl'] = [NORMAL];
  expect((await login('emery', passwordOf(emery))).statusCode).toBe(200);
});

test('anyone whose account has expired loses access within the hour, by either way to write that another never does', async () => {
  const { clock } = t.services;
  const fileTime = (instant: number) => String((BigInt(instant) - BigInt(Date.UTC(1601, 0))) * 10_000n);
  const frankie = addPerson('frankie', { accountExpires: [fileTime(clock.now() + 3_600_000)] });
  const others = ['0', '9223372036854775807'].map((never, at) => {
    number += 1;
    return addPerson(`never${at}`, { accountExpires: [never] });
  });
  const cookies: string[] = [];
  for (const person of [frankie, ...others]) {
    const answer = await login(String(person.attributes['sAMAccountName']), passwordOf(person));
    cookies.push(`${answer.cookies[0]!.name}=${answer.cookies[0]!.value}`);
  }
  const readAccount = async () => {
    await synchronize(t.services, ldapDirectories(t.services));
    const answers = cookies.map((cookie) => t.app.inject({ url: '/api/UserCookieData', headers: { cookie } }));
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  };
  expect(await readAccount()).toEqual([200, 200, 200]);
  frankie.attributes['accountExpires'] = [fileTime(clock.now() - 1)];
  expect(await readAccount()).toEqual([204, 200, 200]);
  expect((await login('frankie', passwordOf(frankie))).statusCode).toBe(401);
});

describe('groups', () => {
  const modes = ['walk', 'memberOf', 'inChain'] as const;

  test.each(modes)('are read by %s, nested ones and circles too', async (mode) => {
    const person = addPerson(`nested-${mode.toLowerCase()}`);
    const inner = addGroup('inner', [person]);
    const outer = addGroup('outer', [inner]);
    (inner.attributes['member'] ??= []).push(outer.dn);
    (outer.attributes['memberOf'] ??= []).push(inner.dn);
    addGroup('others', []);
    expect(await groupsBy(mode, person)).toEqual(['inner', 'outer']);
  });

  test.each(modes)(
    'by %s have the primary one, which no list of members names, and those that it is in',
    async (mode) => {
      const person = addPerson(`primary-${mode.toLowerCase()}`, { primaryGroupID: ['513'] });
      const primary = addGroup('Domain Users', [], { objectSid: [sid(513)] });
      addGroup('other primary', [], { objectSid: [sid(514)] });
      addGroup('around', [primary]);
      expect(await groupsBy(mode, person)).toEqual(['Domain Users', 'around']);
    },
  );

  test('by memberOf are read completely when the server first returns a few values', async () => {
    directory.mostValues = 10;
    const person = addPerson('ranged');
    const names = Array.from({ length: 35 }, (_, index) => `ranged ${String(index).padStart(2, '0')}`);
    for (const name of names) addGroup(name, [person]);
    expect(await groupsBy('memberOf', person)).toEqual(names);
  });

  test('that are too many count as not read, and the login says so', async () => {
    const person = addPerson('many');
    for (let index = 0; index < 3000; index += 1) addGroup(`many ${index}`, [person]);
    directory.searches.length = 0;
    const answer = await login('many', passwordOf(person));
    expect(answer.json()).toMatchObject({ username: 'many', wasNotAbleToFullyLoad: true });
    // Not to their end: 200 are a page.
    expect(directory.searches.length).toBeLessThan(14);
  });

  test('give the roles of groups here by the name of the primary group', async () => {
    const names = ['ad:Domain Users'];
    await t.services.engine.create(SYSTEM, 'groups', {
      name: 'Everyone there',
      roles: ['StoreAdmin'],
      directoryNames: names,
      active: true,
    });
    const person = addPerson('roles', { primaryGroupID: ['513'] });
    addGroup('Domain Users', [], { objectSid: [sid(513)] });
    expect((await login('roles', passwordOf(person))).json<{ roles: string[] }>().roles).toContain('StoreAdmin');
  });
});
