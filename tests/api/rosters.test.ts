import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ImportedRoster, RosterFile, RosterPlan } from '../../domain/calls/classes.ts';
import { partsOfPerson } from '../../server/features/personal-data/export-parts.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let scheduler: TestUser;
let classId: number;
let serial = 0;
beforeAll(async () => {
  t = await startTestApp();
  // An administrator may read the student IDs of accounts.
  scheduler = await t.createUser({ roles: ['ClassScheduler', 'Administrator'] });
});
afterAll(() => t.close());
beforeEach(async () => {
  serial += 1;
  const row = await makeRow(t.services, 'classes', { instructorId: null, number: `${serial}`, active: true });
  classId = Number(row['id']);
});

const call = (way: 'plan' | 'import', payload: object, { as = scheduler, id = classId } = {}) =>
  t.app.inject({
    method: 'POST',
    url: `/api/rosters/${id}/${way}`,
    headers: { cookie: as.cookie, 'sec-fetch-site': 'same-origin' },
    payload,
  });
const plan = async (file: RosterFile): Promise<RosterPlan> => (await call('plan', file)).json();
async function take(file: RosterFile): Promise<ImportedRoster> {
  const { basis } = await plan(file);
  const answer = await call('import', { ...file, basis });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const entries = () =>
  t.services.db.selectFrom('rosterEntries').selectAll().where('classId', '=', classId).orderBy('id').execute();
const account = (given: object) =>
  makeRow(t.services, 'users', { roles: [], groupIds: [], email: null, studentId: null, active: true, ...given });

const FIRST = 'Student ID,Name,Email\n{n}1,Ada Byron,ada{n}@campus.example\n{n}2,Ben Okafor,ben{n}@campus.example\n';
const text = (given: string): RosterFile => ({ text: given.replaceAll('{n}', String(7000 + serial)) });

describe('an import', () => {
  test('is looked at first, and then adds, changes, drops and brings back', async () => {
    const ada = await account({ displayName: 'Ada of the portal', email: `ADA${7000 + serial}@campus.example` });
    const first = await plan(text(FIRST));
    expect(first).toMatchObject({
      fault: null,
      columns: ['studentId', 'name', 'email'],
      added: [
        { line: 2, name: 'Ada Byron', account: 'Ada of the portal' },
        { line: 3, name: 'Ben Okafor', account: null },
      ],
      counts: { added: 2, changed: 0, dropped: 0, waiting: 1, faults: 0 },
    });
    expect(await entries()).toEqual([]);
    const { changes } = await take(text(FIRST));
    expect(changes).toHaveLength(2);
    expect(await entries()).toMatchObject([
      { name: 'Ada Byron', userId: ada['id'], status: 'enrolled' },
      { name: 'Ben Okafor', userId: null },
    ]);

    const second = text('Student ID,Name\n{n}1,Ada Lovelace\n{n}3,Cleo Marsh\n');
    expect(await plan(second)).toMatchObject({
      added: [{ name: 'Cleo Marsh' }],
      changed: [{ changes: [{ field: 'name', from: 'Ada Byron', to: 'Ada Lovelace' }] }],
      dropped: [{ name: 'Ben Okafor', line: null }],
    });
    await take(second);
    const [, ben] = await entries();
    expect(ben).toMatchObject({ status: 'dropped', droppedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string });

    expect(await plan(text(FIRST))).toMatchObject({
      returned: [{ name: 'Ben Okafor' }],
      dropped: [{ name: 'Cleo Marsh' }],
    });
    await take(text(FIRST));
    expect((await entries()).map(({ name, status, droppedOn }) => [name, status, droppedOn === null])).toEqual([
      ['Ada Byron', 'enrolled', true],
      ['Ben Okafor', 'enrolled', true],
      ['Cleo Marsh', 'dropped', false],
    ]);
    expect((await plan(text(FIRST))).counts).toMatchObject({ unchanged: 2, added: 0, changed: 0, dropped: 0 });
  });

  test('is undone as a whole', async () => {
    await take(text(FIRST));
    const { changes } = await take(text('Student ID,Name\n{n}1,Ada Lovelace\n{n}3,Cleo Marsh\n'));
    const undone = await t.app.inject({
      method: 'POST',
      url: '/api/undo',
      headers: { cookie: scheduler.cookie, 'sec-fetch-site': 'same-origin' },
      payload: { changes },
    });
    expect(undone.statusCode, undone.body).toBe(200);
    expect((await entries()).map(({ name, status, droppedOn }) => [name, status, droppedOn])).toEqual([
      ['Ada Byron', 'enrolled', null],
      ['Ben Okafor', 'enrolled', null],
    ]);
  });

  test('does not reveal the owner of an ID to an importer who cannot read student IDs', async () => {
    const n = 7000 + serial;
    const plain = await t.createUser({ roles: ['ClassScheduler'] });
    await account({ displayName: 'Owner', studentId: `00${n}5` });
    await account({ displayName: 'Other', studentId: `${n}6`, email: `other${n}@campus.example` });
    const planOf = async (ids: string): Promise<RosterPlan> =>
      (await call('plan', text(`ID,Name,Email\n${ids}`), { as: plain })).json();
    const [owned, unknown] = [await planOf('{n}5,Ada,\n'), await planOf('{n}9,Ada,\n')];
    const hidden = ({ added, counts, faults }: RosterPlan) => [
      added.map(({ account: linked, studentId }) => [linked, studentId?.replace(`${n}5`, `${n}9`)]),
      counts,
      faults,
    ];
    expect(hidden(owned)).toEqual(hidden(unknown));
    const [right, wrong] = [
      await planOf('{n}6,Ada,other{n}@campus.example\n'),
      await planOf('{n}7,Ada,other{n}@campus.example\n'),
    ];
    expect(wrong.added.map((one) => one.account)).toEqual(['Other']);
    expect(right.added.map((one) => one.account)).toEqual(['Other']);
    expect([wrong.faults, wrong.counts]).toEqual([right.faults, right.counts]);
  });

  test('says by line what is wrong, imports the rest and drops no one meanwhile', async () => {
    const n = 7000 + serial;
    await take(text(FIRST));
    await account({ displayName: 'One', studentId: `${n}5` });
    await account({ displayName: 'Two', email: `two${n}@campus.example` });
    await account({ displayName: 'Three', email: `both${n}@campus.example` });
    await account({ displayName: 'Four', email: `both${n}@campus.example` });
    await account({ displayName: 'Five', email: `five${n}@campus.example`, studentId: `${n}9` });
    const file = text(
      [
        'Student ID,Name,Email',
        '{n}5,Mix,two{n}@campus.example',
        ',Several,both{n}@campus.example',
        '{n}8,Other number,five{n}@campus.example',
        '{n}1,Two at once,ben{n}@campus.example',
        '{n}6,Bad,not an address',
        '{n}3,Cleo Marsh,',
      ].join('\n'),
    );
    expect(await plan(file)).toMatchObject({
      keepsMissing: 'faults',
      dropped: [],
      added: [{ name: 'Cleo Marsh' }],
      faults: [
        { line: 2, words: 'Line 2: two accounts match: One by student ID, Two by address.' },
        { line: 3, words: `Line 3: two accounts have the address both${n}@campus.example.` },
        { line: 4, words: 'Line 4: the account with this address, Five, has a different student ID.' },
        {
          line: 5,
          words: 'Line 5: the student ID and the email address belong to two different people on this roster.',
        },
        { line: 6, words: 'Line 6 has an invalid email address: “not an address”.' },
      ],
    });
    await take(file);
    expect((await entries()).map(({ status }) => status)).toEqual(['enrolled', 'enrolled', 'enrolled']);
  });

  test('knows people whose IDs have lost their zeros to a spreadsheet, and keeps the zeros', async () => {
    const n = 7000 + serial;
    const ada = await account({ displayName: 'Ada of the portal', studentId: `00${n}1` });
    await take(text(FIRST.replaceAll('{n}', '00{n}').replaceAll('@campus', '@zeros')));
    const short = text('ID,Name\n{n}1,Ada Byron\n{n}2,Ben Okafor\n');
    expect((await plan(short)).counts).toMatchObject({ unchanged: 2, added: 0, changed: 0, dropped: 0, faults: 0 });

    const late = { displayName: 'Cleo Marsh', studentId: `000${n}3` };
    await take(text('ID,Name\n{n}1,Ada Byron\n{n}2,Ben Okafor\n{n}3,Cleo Marsh\n'));
    const cleo = await account(late);
    expect((await entries()).map(({ studentId, userId }) => [studentId, userId])).toEqual([
      [`00${n}1`, ada['id']],
      [`00${n}2`, null],
      [`${n}3`, cleo['id']],
    ]);
    expect(await plan(text('ID\n000{n}3\n'))).toMatchObject({
      changed: [{ changes: [{ field: 'studentId', from: `${n}3`, to: `000${n}3` }] }],
    });
    await account({ displayName: 'Another', studentId: `0000${n}3` });
    expect((await plan(text('ID\n{n}3\n'))).faults).toEqual([
      { line: 2, words: `Line 2: several accounts have the student ID ${n}3, apart from leading zeros.` },
    ]);
  });

  test('finds people in the file by a new address before their account has it, and then drops no one', async () => {
    const n = 7000 + serial;
    const ada = await account({ displayName: 'Ada', email: `maiden${n}@campus.example` });
    await take(text('Email,Name\nmaiden{n}@campus.example,Ada Byron\n'));
    const married = text('Email,Name\nmarried{n}@campus.example,Ada King\n');
    const { changes } = await take(married);
    const readStatuses = async () => (await entries()).map(({ name, status, userId }) => [name, status, userId]);
    expect(await readStatuses()).toEqual([
      ['Ada Byron', 'dropped', ada['id']],
      ['Ada King', 'enrolled', null],
    ]);
    expect(changes).toHaveLength(2);
    await t.services.engine.update(SYSTEM, 'users', Number(ada['id']), { email: `married${n}@campus.example` });
    expect(await readStatuses()).toEqual([
      ['Ada Byron', 'dropped', null],
      ['Ada King', 'enrolled', ada['id']],
    ]);
    expect((await plan(married)).counts).toMatchObject({ unchanged: 1, dropped: 0, faults: 0 });
  });

  test('restores a person whose earlier entry has the account', async () => {
    const n = 7000 + serial;
    const ada = await account({ displayName: 'Ada', studentId: `${n}1`, email: `ada${n}@campus.example` });
    await makeRow(t.services, 'rosterEntries', {
      ...{ classId, name: 'Ada', studentId: `${n}1`, email: null, status: 'dropped', userId: ada['id'] ?? null },
    });
    await makeRow(t.services, 'rosterEntries', {
      ...{
        classId,
        name: 'Ada King',
        studentId: null,
        email: `ada${n}@campus.example`,
        status: 'enrolled',
        userId: null,
      },
    });
    const { counts, changes } = await take(text('Email,Name\nada{n}@campus.example,Ada King\n'));
    expect(counts).toMatchObject({ unchanged: 1, faults: 0 });
    expect(changes).toEqual([]);
  });

  test('does what was looked at and nothing else', async () => {
    const { basis } = await plan(text(FIRST));
    await take(text('Student ID,Name\n{n}1,Ada Byron\n'));
    const late = await call('import', { ...text(FIRST), basis });
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'rosters.not-imported']);
    expect(await entries()).toHaveLength(1);
  });

  test('is for people who can write rosters, of an existing class', async () => {
    const student = await t.createUser({ roles: ['Student'] });
    const processor = await t.createUser({ roles: ['EventProcessor'] });
    for (const as of [student, processor])
      expect((await call('plan', text(FIRST), { as })).statusCode, as.username).toBe(403);
    expect((await call('plan', text(FIRST), { id: 999_999_999 })).statusCode).toBe(404);
    await take(text(FIRST));
    const list = (as: TestUser) =>
      t.app.inject({ url: '/api/rosterEntries?range=[0,9]', headers: { cookie: as.cookie } });
    expect((await list(student)).statusCode).toBe(403);
    expect((await list(processor)).statusCode).toBe(200);
  });
});

describe('a person without an account', () => {
  test('is linked when it is made or changed, by student ID or address, once in a class', async () => {
    const n = 7000 + serial;
    await take(text(`${FIRST}{n}3,"Byron, Ada K.",\n`));
    const ada = await account({ displayName: 'Ada Byron', email: `Ada${n}@Campus.example`, studentId: `${n}3` });
    // The entry with the student ID comes first; that with the address has another one.
    expect((await entries()).map(({ userId }) => userId)).toEqual([null, null, ada['id']]);
    const ben = await account({});
    await t.services.engine.update(SYSTEM, 'users', Number(ben['id']), { email: `ben${n}@campus.example` });
    expect((await entries()).map(({ userId }) => userId)).toEqual([null, ben['id'], ada['id']]);
  });

  test('is found by student ID only for a writer who can read student IDs, or if the line contains the name', async () => {
    const n = 7000 + serial;
    const plain = await t.createUser({ roles: ['ClassScheduler'] });
    const people = [];
    for (const [at, displayName] of ['Ada Byron', 'Zoë Çelik-Marsh', 'Ben Okafor', 'Cleo'].entries())
      people.push((await account({ displayName, studentId: `${n}${at}` }))['id']);
    const [ada, zoe] = people;
    const guesses = ['Ada Byron Zoe Celik Marsh Ben Okafor', '"CELIK, Zoe"', 'Ben Someone', 'Cleo and others'];
    const file = { text: `Student ID,Name\n${guesses.map((name, at) => `${n}${at},${name}`).join('\n')}\n` };
    const { basis } = (await call('plan', file, { as: plain })).json<RosterPlan>();
    expect((await call('import', { ...file, basis }, { as: plain })).statusCode).toBe(200);
    expect((await entries()).map(({ userId }) => userId)).toEqual([null, zoe, null, null]);
    // A later change of the account does not show it either.
    await t.services.engine.update(SYSTEM, 'users', Number(ada), { email: `new${n}@campus.example` });
    expect((await entries()).map(({ userId }) => userId)).toEqual([null, zoe, null, null]);
    await take(file);
    expect((await entries()).map(({ userId }) => userId)).toEqual(people);
  });

  test('is found when the entry is made by hand', async () => {
    const n = 7000 + serial;
    const ada = await account({ email: `ada${n}@campus.example` });
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/rosterEntries',
      headers: { cookie: scheduler.cookie, 'sec-fetch-site': 'same-origin' },
      payload: { classId, name: 'Ada', email: `ADA${n}@campus.example`, status: 'enrolled' },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await entries()).toMatchObject([{ userId: ada['id'], email: `ada${n}@campus.example` }]);
  });

  test('is not the person with the same address and another student ID', async () => {
    const n = 7000 + serial;
    await account({ email: `ada${n}@campus.example`, studentId: `${n}5` });
    const values = { classId, name: 'Ada', studentId: `${n}1`, email: `ada${n}@campus.example`, status: 'enrolled' };
    await t.services.engine.create(SYSTEM, 'rosterEntries', values as never);
    expect((await entries()).map(({ userId }) => userId)).toEqual([null]);
  });
});

test('an entry is among what people download of themselves, and goes with an account that is made anonymous', async () => {
  const n = 7000 + serial;
  const ada = await t.createUser({ username: `ada${n}` });
  await t.services.engine.update(SYSTEM, 'users', ada.id, { displayName: 'Ada Rosterly', studentId: `${n}1` });
  await take(text('Student ID,Name,Section\n{n}1,Ada Rosterly,B7\n{n}2,Ben Okafor,B7\n'));
  const requirementId = await makeRow(t.services, 'classRequirements', { classId });
  const [entry] = await entries();
  await makeRow(t.services, 'classExemptions', {
    entryId: Number(entry?.id),
    requirementId: Number(requirementId['id']),
  });
  const parts = await partsOfPerson(t.services, ada.id);
  expect(parts.find(({ name }) => name === 'rosterEntries')?.count).toBe(1);
  const administrator = await t.createUser({ roles: ['Administrator'] });
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/users/actions/anonymize',
    headers: { cookie: administrator.cookie, 'sec-fetch-site': 'same-origin' },
    payload: { ids: [ada.id], typed: 'Ada Rosterly' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await entries()).map(({ name }) => name)).toEqual(['Ben Okafor']);
  const { rows } = await sql<{ found: number }>`select count(*)::int as "found" from "auditEntries"
    where "resource" = 'rosterEntries' and ("after"::text like ${`%${n}1"%`} or "after"::text like '%Rosterly%')`.execute(
    t.services.db,
  );
  expect(rows[0]?.found).toBe(0);
});

test('many people are imported, dropped and restored by few statements', async () => {
  const ada = await account({ displayName: 'Ada', studentId: 'P2999' });
  const lines = Array.from({ length: 3_000 }, (_, at) => `P${at},Person ${at},A`);
  const file = { text: `Student ID,Name,Section\n${lines.join('\n')}` };
  const half = { text: `Student ID,Name,Section\n${lines.slice(0, 1_500).join('\n')}` };
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => spy.mockRestore());
  expect((await take(file)).counts).toMatchObject({ added: 3_000, waiting: 2_999, faults: 0 });
  expect((await take(half)).counts).toMatchObject({ dropped: 1_500, unchanged: 1_500 });
  expect((await take(file)).counts).toMatchObject({ returned: 1_500, unchanged: 1_500 });
  expect(spy.mock.calls.length).toBeLessThan(600);
  const [first, ...others] = await entries();
  expect([first?.name, others.length, others.at(-1)?.userId]).toEqual(['Person 0', 2_999, ada['id']]);
  expect(new Set(others.map(({ status, droppedOn, version }) => [status, droppedOn, version].join()))).toEqual(
    new Set(['enrolled,,1', 'enrolled,,3']),
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from "auditEntries"
    where "resource" = 'rosterEntries' and "actorId" = ${scheduler.id}`.execute(t.services.db);
  expect(rows[0]?.n).toBeGreaterThanOrEqual(6_000);
});

test('20,000 people are looked at', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `Q${at},Person ${at}`);
  const { counts } = await plan({ text: `Student ID,Name\n${lines.join('\n')}` });
  expect(counts).toMatchObject({ added: 20_000, waiting: 20_000 });
});

test('a body above the limit is refused', async () => {
  const tooLong = await call('plan', { text: 'x'.repeat(11 * 1024 * 1024) });
  expect(tooLong.statusCode).toBe(413);
  expect((await call('plan', { text: 'x'.repeat(6 * 1024 * 1024) })).statusCode).toBe(400);
});
