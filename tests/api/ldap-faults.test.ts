import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DirectoryDown } from '../../server/features/identity/provider.ts';
import { equals } from '../../server/features/ldap/groups.ts';
import { onSomeServer } from '../../server/features/ldap/servers.ts';
import type { LdapServer, LdapSettings } from '../../server/features/ldap/settings.ts';
import { ldapDirectories } from '../../server/features/ldap/directory.ts';
import { tryDirectory } from '../../server/features/ldap/try-directory.ts';
import { AUTHORITY, GROUPS, passwordOf, PEOPLE, SERVICE, startSlapd, type Slapd } from '../factories/ldap/slapd.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const OTHER_AUTHORITY = new URL('../factories/ldap/other-authority.crt', import.meta.url);

let slapd: Slapd;
let t: TestApp;
const servers: Server[] = [];
beforeAll(async () => {
  slapd = await startSlapd({ people: 2 });
  t = await startTestApp();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await t.close();
  await slapd.close();
});

const ca = readFileSync(AUTHORITY, 'utf8');

function at(url: string, security: LdapServer['security'] = 'none', authority: string | null = ca): LdapServer {
  return { url, host: '127.0.0.1', security, ca: authority };
}

function campus(...given: LdapServer[]): LdapSettings {
  return {
    name: 'faulty',
    label: 'Faulty',
    servers: given,
    bindDn: SERVICE.dn,
    bindPassword: SERVICE.password,
    people: {
      base: PEOPLE,
      filter: '(objectClass=inetOrgPerson)',
      id: 'entryUUID',
      userName: 'uid',
      loginNames: [],
      displayName: 'cn',
      email: 'mail',
    },
    groups: { base: GROUPS, filter: '(objectClass=groupOfNames)', name: 'cn', member: 'member', mode: 'walk' },
    provisioning: true,
  };
}

/** A server that does with each connection as the test says. */
async function fake(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The answer to the first message, a bind: success. */
const BOUND = Buffer.from('300c02010161070a010004000400', 'hex');

const identify = (settings: LdapSettings) => {
  const services = { ...t.services, settings: { ...t.services.settings, ldapDirectories: [settings] } };
  return ldapDirectories(services)[0]!.identify('u1', passwordOf('u1'));
};

describe('a directory that cannot be asked says why', () => {
  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['that is silent', () => undefined, /took too long|does not answer/],
    ['that cuts the connection', (socket) => socket.destroy(), /closed the connection/],
    ['that cuts it after the login', (socket) => socket.once('data', () => socket.end(BOUND)), /cut|closed/],
    ['that speaks something else', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), /\./],
  ])('%s', async (_, behave, words) => {
    const failure = identify(campus(at(await fake(behave))));
    await expect(failure).rejects.toThrow(DirectoryDown);
    await expect(failure).rejects.toThrow(words);
  });

  test('whose certificate is of another authority', async () => {
    const other = readFileSync(OTHER_AUTHORITY, 'utf8');
    const failure = identify(campus(at(slapd.secureUrl, 'ldaps', other)));
    await expect(failure).rejects.toThrow(/authority|self-signed/);
    await expect(identify(campus(at(slapd.url, 'starttls', other)))).rejects.toThrow(/authority|self-signed/);
  });

  test('whose certificate is for a different host', async () => {
    const elsewhere = { ...at(slapd.url, 'starttls'), host: 'ldap.campus.example' };
    await expect(identify(campus(elsewhere))).rejects.toThrow('The certificate of the server is for a different host');
  });

  test('that does not take the service account', async () => {
    const wrong = { ...campus(at(slapd.url)), bindPassword: 'wrong' };
    await expect(identify(wrong)).rejects.toThrow('does not accept the name and the password');
  });
});

test('a connection that was cut is not opened again without the login', async () => {
  const work = onSomeServer(campus(at(slapd.url)), async (connection) => {
    await slapd.halt();
    await slapd.resume();
    return connection.search(PEOPLE, {
      filter: equals('uid', 'u1'),
      attributes: ['uid'],
    });
  });
  await expect(work).rejects.toThrow(DirectoryDown);
});

test('a referral is not followed', async () => {
  let called = 0;
  const elsewhere = await fake(() => (called += 1));
  await slapd.add(`cn=elsewhere,${PEOPLE}`, {
    objectClass: ['referral', 'extensibleObject'],
    cn: 'elsewhere',
    ref: `${elsewhere}/ou=people,dc=other`,
  });
  expect(await identify(campus(at(slapd.url)))).not.toBeNull();
  expect(called).toBe(0);
});

test('a server that takes an empty password for an anonymous login lets no one in with one', async () => {
  const yes = await fake((socket) => socket.on('data', () => socket.write(BOUND)));
  const services = { ...t.services, settings: { ...t.services.settings, ldapDirectories: [campus(at(yes))] } };
  expect(await ldapDirectories(services)[0]!.identify('u1', '')).toBeNull();
});

describe('the trial', () => {
  const trial = async (settings: LdapSettings, username: string | null = 'u1') =>
    (await tryDirectory(t.services, settings, username)).servers[0]!.steps;

  test('takes all steps, and lists the groups and their roles', async () => {
    await slapd.addGroup('tried', [`uid=u1,${PEOPLE}`]);
    const group = { name: 'Tried', roles: ['StoreAdmin'], directoryNames: ['faulty:tried'], active: true };
    await t.services.engine.create(SYSTEM, 'groups', group);
    const steps = await trial(campus(at(slapd.url, 'starttls')));
    expect(steps.map(({ title, outcome }) => [title, outcome])).toEqual([
      ['Connect and log in', 'passed'],
      ['People', 'passed'],
      ['Groups', 'passed'],
      ['Person "u1"', 'passed'],
      ['Groups of the person', 'passed'],
    ]);
    expect(steps.at(-1)?.says).toBe('Groups in the directory: tried. Portal groups: Tried, with the roles StoreAdmin.');
  });

  test('says what is wrong in a sentence, and stops there', async () => {
    const wrongBase = campus(at(slapd.url));
    wrongBase.people.base = 'ou=nowhere,dc=campus,dc=example';
    expect((await trial(wrongBase)).at(-1)).toMatchObject({
      title: 'People',
      outcome: 'failed',
      says: 'This entry does not exist, or this account cannot see it: check the base.',
    });
    expect(await trial(campus(at('ldap://127.0.0.1:9')))).toMatchObject([
      { outcome: 'failed', says: 'Nothing is listening at this address.' },
    ]);
    expect((await trial(campus(at(slapd.url)), 'nobody')).at(-1)).toMatchObject({ outcome: 'failed' });
    const inChain = campus(at(slapd.url));
    inChain.groups!.mode = 'inChain';
    expect((await trial(inChain)).find(({ title }) => title === 'Groups')?.says).toContain('Use "walk"');
    expect((await trial(campus(at(slapd.url))))[0]).toMatchObject({ outcome: 'attention' });
  });

  test('finds a wrong base of the groups without a username to look for', async () => {
    const groupsWith = (changes: object) => {
      const settings = campus(at(slapd.url, 'starttls'));
      return { ...settings, groups: { ...settings.groups!, ...changes } };
    };
    expect((await trial(groupsWith({ base: 'ou=nowhere,dc=campus,dc=example' }), null)).at(-1)).toMatchObject({
      title: 'Groups',
      outcome: 'failed',
      says: 'This entry does not exist, or this account cannot see it: check the base.',
    });
    expect((await trial(groupsWith({ filter: '(objectClass=posixGroup)' }), null)).at(-1)).toMatchObject({
      title: 'Groups',
      outcome: 'attention',
      says: expect.stringContaining('No group below'),
    });
  });

  test('is for administrators alone', async () => {
    const { cookie } = await t.createUser({ roles: ['Staff'] });
    const get = (headers: Record<string, string>) => t.app.inject({ url: '/api/ldap/directories', headers });
    expect((await get({ cookie })).statusCode).toBe(403);
    const admin = await t.loginAs('administrator');
    expect((await get({ cookie: admin })).json()).toEqual([]);
  });
});
