import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { admit, lacksGroups } from '../../server/features/identity/admit.ts';
import type { Directory, ProvidedPerson } from '../../server/features/identity/provider.ts';
import { DirectoryDown } from '../../server/features/identity/provider.ts';
import { synchronize } from '../../server/features/identity/synchronize.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

function person(name: string, directoryName: string, groups: string[] | null = []): ProvidedPerson {
  const [issuer, userName] = [`ldap:${directoryName}`, `${directoryName}-${name}`];
  return { issuer, subject: `id-${name}`, userName, displayName: name, email: null, groups };
}

async function admitted(name: string, directoryName: string): Promise<number> {
  const policy = { provider: directoryName, makesAccounts: true };
  return (await admit(t.services, person(name, directoryName), policy)).userId;
}

/** A directory whose people are those given. */
function directory(name: string, people: ProvidedPerson[], disabled: string[] = []): Directory {
  const of = (subjects: readonly string[]) => people.filter(({ subject }) => subjects.includes(subject));
  return {
    name,
    issuer: `ldap:${name}`,
    identify: async () => null,
    hasPeople: async () => people.length > 0,
    accountStates: async (subjects) =>
      new Map(of(subjects).map(({ subject }) => [subject, disabled.includes(subject) ? 'disabled' : 'active'])),
    describe: async (subjects) => of(subjects).filter(({ subject }) => !disabled.includes(subject)),
  };
}

const account = (id: number): Promise<Row> => t.services.engine.get(SYSTEM, 'users', id) as Promise<Row>;

async function identity(userId: number) {
  return t.services.db
    .selectFrom('identities')
    .select(['goneReason', 'goneSince', 'closedAccount'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
}

test('missing or disabled people lose access and sessions, and regain access when they return', async () => {
  const [missing, disabled, stays] = [
    await admitted('gone', 'a'),
    await admitted('disabled', 'a'),
    await admitted('stays', 'a'),
  ];
  const inAnHour = new Date(t.services.clock.now() + 3_600_000).toISOString();
  const session = { tokenHash: 'of the one who leaves', userId: missing, expiresAt: inAnHour };
  await t.services.db.insertInto('sessions').values(session).execute();
  const people = [person('disabled', 'a'), person('stays', 'a')];
  expect(await synchronize(t.services, [directory('a', people, ['id-disabled'])])).toEqual([
    { directory: 'a', checked: 3, closed: 2 },
  ]);
  expect(await account(missing)).toMatchObject({ active: false });
  expect(await identity(missing)).toMatchObject({ goneReason: 'missing', closedAccount: true });
  expect(await identity(disabled)).toMatchObject({ goneReason: 'disabled', closedAccount: true });
  expect(await account(stays)).toMatchObject({ active: true });
  expect(await t.services.db.selectFrom('sessions').select('id').where('userId', '=', missing).execute()).toEqual([]);

  await synchronize(t.services, [directory('a', [...people, person('gone', 'a')])]);
  expect(await account(missing)).toMatchObject({ active: true });
  expect(await account(disabled)).toMatchObject({ active: true });
  expect(await identity(missing)).toEqual({ goneReason: null, goneSince: null, closedAccount: false });
});

test('an account that was opened by hand is not closed again for the same absence', async () => {
  const id = await admitted('kept', 'b');
  const other = person('other', 'b');
  await synchronize(t.services, [directory('b', [other])]);
  await t.services.engine.update(SYSTEM, 'users', id, { active: true });
  await synchronize(t.services, [directory('b', [other])]);
  expect(await account(id)).toMatchObject({ active: true });
});

test('an empty directory, or one that has lost many at the same time, closes no one and says so', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
  const ids: number[] = [];
  for (const name of names) ids.push(await admitted(name, 'c'));
  const people = names.map((name) => person(name, 'c'));
  await expect(synchronize(t.services, [directory('c', [])])).rejects.toThrow('returned no people');
  await expect(synchronize(t.services, [directory('c', people.slice(6))])).rejects.toThrow('6 of 20 people');
  for (const id of ids) expect(await account(id)).toMatchObject({ active: true });
  expect(await synchronize(t.services, [directory('c', people.slice(4))])).toMatchObject([{ closed: 4 }]);
});

test('many are closed at the same time where the directory has disabled them, or an administrator has closed them first', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
  const ids: number[] = [];
  for (const name of names) ids.push(await admitted(name, 'm'));
  const people = names.map((name) => person(name, 'm'));
  const disabled = names.slice(0, 8).map((name) => `id-${name}`);
  expect(await synchronize(t.services, [directory('m', people, disabled)])).toMatchObject([{ closed: 8 }]);
  const rest = people.slice(14);
  await expect(synchronize(t.services, [directory('m', rest)])).rejects.toThrow('close their accounts in Users');
  for (const id of ids.slice(8, 10)) await t.services.engine.update(SYSTEM, 'users', id, { active: false });
  expect(await synchronize(t.services, [directory('m', rest)])).toMatchObject([{ closed: 4 }]);
});

test('a directory that is down changes nothing and does not keep others from being asked', async () => {
  const [one, two] = [await admitted('one', 'd'), await admitted('two', 'e')];
  const down: Directory = {
    ...directory('d', []),
    accountStates: () => Promise.reject(new DirectoryDown('The directory "d" does not answer.')),
  };
  const up = directory('e', [person('else', 'e')]);
  await expect(synchronize(t.services, [down, up])).rejects.toThrow('The directory "d" does not answer.');
  expect(await account(one)).toMatchObject({ active: true });
  expect(await account(two)).toMatchObject({ active: false });
});

test('the groups of everyone are updated, and a person in two directories stays while one of them has the person', async () => {
  const group = await t.services.engine.create(SYSTEM, 'groups', {
    name: 'Hourly',
    roles: ['StoreAdmin'],
    directoryNames: ['hourly'],
    active: true,
  });
  const id = await admitted('both', 'f');
  await admit(t.services, person('both', 'g'), { provider: 'g', makesAccounts: false }).catch(() => undefined);
  await t.services.db.updateTable('identities').set({ userId: id }).where('issuer', '=', 'ldap:g').execute();
  const f = directory('f', [person('both', 'f', ['hourly'])]);
  const g = directory('g', [person('both', 'g')]);
  await synchronize(t.services, [f, g]);
  expect(await account(id)).toMatchObject({ directoryGroupIds: [group.id] });
  await synchronize(t.services, [directory('f', [person('x', 'f')]), g]);
  expect(await account(id)).toMatchObject({ directoryGroupIds: [], active: true });
  await synchronize(t.services, [directory('f', [person('x', 'f')]), directory('g', [person('x', 'g')])]);
  expect(await account(id)).toMatchObject({ active: false });
});

test('unreadable groups of a directory without the person are no longer reported', async () => {
  const id = await admitted('moved', 'h');
  const unread = person('moved', 'i', null);
  await admit(t.services, unread, { provider: 'i', makesAccounts: false }).catch(() => undefined);
  await t.services.db.updateTable('identities').set({ userId: id }).where('issuer', '=', 'ldap:i').execute();
  expect(await lacksGroups(t.services.db, id)).toBe(true);
  await synchronize(t.services, [directory('h', [person('moved', 'h')]), directory('i', [person('x', 'i')])]);
  expect(await account(id)).toMatchObject({ active: true });
  expect(await lacksGroups(t.services.db, id)).toBe(false);
});
