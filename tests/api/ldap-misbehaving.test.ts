import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryDown } from '../../server/features/identity/provider.ts';
import { synchronize } from '../../server/features/identity/synchronize.ts';
import { LdapConnection } from '../../server/features/ldap/connection.ts';
import { ldapDirectories } from '../../server/features/ldap/directory.ts';
import type { LdapServer, LdapSettings } from '../../server/features/ldap/settings.ts';
import { ldapts } from '../../server/platform/lazy-packages.ts';
import {
  done,
  entry,
  OPERATIONS,
  reference,
  result,
  startScriptedDirectory,
  type ScriptedDirectory,
  type ScriptedEntry,
  type ScriptedRequest,
} from '../factories/ldap/scripted-directory.ts';
import { startTestApp, type TestApp } from './support.ts';

const BASE = 'dc=campus,dc=example';
const SERVICE = `cn=portal,${BASE}`;

let t: TestApp;
let directory: ScriptedDirectory;
let ada: ScriptedEntry;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  directory = await startScriptedDirectory();
  ada = personOf('ada');
  directory.entries = [ada];
  return () => directory.close();
});

function personOf(uid: string): ScriptedEntry {
  const attributes = { objectClass: ['person'], uid: [uid], cn: [`Name of ${uid}`], entryUUID: [`id-of-${uid}`] };
  return { dn: `uid=${uid},${BASE}`, attributes };
}

function campus(security: LdapServer['security'] = 'none'): LdapSettings {
  const people = {
    base: BASE,
    filter: '(objectClass=person)',
    id: 'entryUUID',
    userName: 'uid',
    loginNames: [],
    displayName: 'cn',
    email: 'mail',
  };
  return {
    name: 'scripted',
    label: 'Scripted',
    servers: [{ url: directory.url, host: '127.0.0.1', security, ca: null }],
    bindDn: SERVICE,
    bindPassword: `password of ${SERVICE}`,
    people,
    groups: { base: BASE, filter: '(objectClass=group)', name: 'cn', member: 'member', mode: 'walk' },
    provisioning: true,
  };
}

function directoryOf(settings = campus()) {
  const services = { ...t.services, settings: { ...t.services.settings, ldapDirectories: [settings] } };
  return ldapDirectories(services)[0]!;
}

const identify = (settings = campus()) => directoryOf(settings).identify('ada', `password of ${ada.dn}`);

/** Answers the searches from the `first` on. */
function answerSearches(answer: (request: ScriptedRequest) => void, first = 1): void {
  directory.instead = (request) => {
    if (request.operation !== OPERATIONS.search || directory.searches.length < first) return false;
    answer(request);
    return true;
  };
}

test('without faults someone logs in', async () => {
  expect(await identify()).not.toBeNull();
});

describe('a server that refuses STARTTLS', () => {
  test.each([1, 2, 52])('with code %d never gets a password', async (code) => {
    directory.instead = ({ operation, send }) => {
      if (operation !== OPERATIONS.extended) return false;
      send(result(OPERATIONS.extended, code));
      return true;
    };
    await expect(identify(campus('starttls'))).rejects.toThrow(DirectoryDown);
    expect(directory.binds).toEqual([]);
  });
});

describe('an answer that breaks off', () => {
  const whole = () => entry(ada);
  test.each<[string, (request: ScriptedRequest) => void]>([
    ['after an entry', ({ send, socket }) => (send(whole()), socket.end())],
    ['within an entry', ({ socket }) => socket.end(Buffer.concat([Buffer.from('30820100', 'hex'), whole()]))],
    ['before it has begun', ({ socket }) => socket.destroy()],
  ])('%s is none', async (_where, answer) => {
    answerSearches(answer);
    await expect(identify()).rejects.toThrow(DirectoryDown);
    await expect(directoryOf().accountStates(['id-of-ada'])).rejects.toThrow(DirectoryDown);
  });
});

test.each([
  [3, 'time limit'],
  [4, 'size limit'],
  [10, 'refers to another one'],
  [11, 'a limit set by its administrator'],
  [51, 'busy'],
])('people with code %d are incomplete, so no one counts as missing', async (code, words) => {
  answerSearches(({ send }) => send(entry(ada), done(code)));
  const states = directoryOf().accountStates(['id-of-ada', 'id-of-another']);
  await expect(states).rejects.toThrow(DirectoryDown);
  await expect(states).rejects.toThrow(words);
});

test('referrals among the entries are not followed', async () => {
  const other = await startScriptedDirectory();
  try {
    answerSearches(({ page, send }) => {
      send(reference(`${other.url}/${BASE}`));
      page([ada], '');
    });
    expect(await identify()).not.toBeNull();
    expect(other.binds).toEqual([]);
    expect(other.searches).toEqual([]);
  } finally {
    other.close();
  }
});

test('a person who comes twice is no one', async () => {
  directory.entries = [ada, ada];
  expect(await identify()).toBeNull();
});

test('an empty page in between marks no one as missing', async () => {
  await identify();
  const brook = personOf('brook');
  directory.entries.push(brook);
  await directoryOf().identify('brook', `password of ${brook.dn}`);
  directory.searches.length = 0;
  directory.instead = ({ operation, page }) => {
    if (operation !== OPERATIONS.search || directory.searches.length > 1) return false;
    page([], 'more');
    return true;
  };
  const [report] = await synchronize(t.services, [directoryOf()]);
  expect(report).toMatchObject({ checked: 2, closed: 0 });
});

test('endless entries are aborted before they fill the memory', async () => {
  let bytes = 0;
  const much = entry({ dn: ada.dn, attributes: { ...ada.attributes, cn: ['x'.repeat(60_000)] } });
  answerSearches(({ send, socket }) => {
    const more = (): void => {
      if (socket.destroyed) return;
      bytes += much.length;
      send(much);
      // What is written faster than it is read would fill the memory of the directory.
      if (socket.writableNeedDrain) socket.once('drain', more);
      else setImmediate(more);
    };
    more();
  });
  const [server] = campus().servers;
  const filter = new (ldapts().PresenceFilter)({ attribute: 'uid' });
  // Small, so that a busy machine reads it long before the time is over.
  const connection = new LdapConnection(server as LdapServer, 2 * 1024 * 1024);
  await connection.bind(SERVICE, `password of ${SERVICE}`);
  await expect(connection.search(BASE, { filter, attributes: ['cn'] })).rejects.toThrow('more than 2 MB');
  expect(bytes).toBeLessThan(100_000_000);
});

test('groups that are waited for in vain leave the login, which says so', async () => {
  answerSearches(() => undefined, 2);
  expect(await identify()).not.toBeNull();
  const { groupsUnreadSince } = await t.services.db
    .selectFrom('identities')
    .select('groupsUnreadSince')
    .where('subject', '=', 'id-of-ada')
    .executeTakeFirstOrThrow();
  expect(groupsUnreadSince).not.toBeNull();
});

test.each([
  ['a NUL', 'id\0of'],
  ['more than 255 characters', 'x'.repeat(256)],
])('a permanent id with %s is none', async (_what, id) => {
  ada.attributes['entryUUID'] = [id];
  expect(await identify()).toBeNull();
});

test('names of groups that cannot be stored are left out', async () => {
  const group = (cn: string): ScriptedEntry => ({
    dn: `cn=x${cn.length},${BASE}`,
    attributes: { objectClass: ['group'], cn: [cn], member: [ada.dn] },
  });
  directory.entries.push(group('a\0b'), group('kept'));
  expect(await identify()).not.toBeNull();
  const { groups } = await t.services.db
    .selectFrom('identities')
    .select('groups')
    .where('subject', '=', 'id-of-ada')
    .executeTakeFirstOrThrow();
  expect(groups).toContain('kept');
  expect(groups).not.toContain('a\0b');
});
