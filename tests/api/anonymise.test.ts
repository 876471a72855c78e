import { randomInt, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { admit } from '../../server/features/identity/admit.ts';
import { mailLink } from '../../server/features/messages/links.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { EXEMPT } from '../../server/features/personal-data/replace-texts.ts';
import { transaction } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import type { RequestCaller } from './request-calls.ts';
import { caller, fileField, formOf, PDF, publishForm, startRequestsApp, textField } from './request-calls.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let other: RequestCaller;
let staff: RequestCaller;
let root: RequestCaller;
let form = '';

beforeAll(async () => {
  const started = await startRequestsApp();
  ({ app, other, staff } = started);
  root = await caller(app, 'Administrator');
  const fields = {
    note: textField(),
    phone: textField({ title: 'Phone' }),
    studentId: { 'x-field': 'Integer', type: 'integer', title: 'Your student ID' } as const,
    mail: { 'x-field': 'Email', type: 'string', format: 'email', title: 'Write to' } as const,
    file: fileField(),
  };
  form = (await publishForm(started.admin, formOf(fields))).name;
});
afterAll(() => app.close());

const make = async (resource: string, given: Row): Promise<number> =>
  Number((await makeRow(app.services, resource, given)).id);
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(1, 10)).join('');

interface Member {
  who: RequestCaller;
  id: number;
  name: string;
  request: number;
  /** What is to be found nowhere afterwards. */
  words: string[];
}

/** A person with a unique name and a request with contact details. */
async function member(given: { name?: string; username?: string } = {}): Promise<Member> {
  // With a digit: a username of letters alone could be a word, which stays in texts.
  const mark = `7${randomUUID().slice(0, 5)}`;
  const user = await app.createUser({ roles: ['Student'], username: given.username ?? `quirin.${mark}` });
  const who = await caller(app, 'Student');
  Object.assign(who.user, user);
  const name = given.name ?? `Quirin${mark} "Q" O'Häßlich & Söhne`;
  const email = `q.haesslich+${mark}@campus.example`;
  await root.call('PUT', `/api/users/${user.id}`, { displayName: name, email, notes: `${name} pays late` });
  const phone = `+1 555 ${digits(3)}-${digits(4)}`;
  const studentId = digits(9);
  const { version } = await who.open(form);
  const upload = await who.upload(version.id, 'file', `Poster of Quirin${mark}.pdf`, PDF);
  const data = { phone, studentId: Number(studentId), mail: email, file: [upload.json<{ id: string }>().id] };
  const { id: request } = await who.file(form, { note: `I am ${name}`, ...data });
  const words = [name, user.username, email, phone, studentId, `Quirin${mark}`];
  return { who, id: user.id, name, request, words };
}

/** The person's name, and how to reach them, wherever people or the server write them. */
async function leaveTraces({ who, id, request, words }: Member): Promise<void> {
  const { services } = app;
  const [name = '', username = '', email = '', phone = '', studentId = '', first = ''] = words;
  const all = `${name} (${email}, ${phone}, ${studentId}, ${username})`;
  await staff.call('POST', `/api/requests/submissions/${request}/notes`, {
    text: `${all} has not paid; ${first} again`,
  });
  await staff.call('POST', `/api/requests/submissions/${request}/messages`, {
    kind: 'Question',
    text: `Dear ${first}, ${all}?`,
  });
  const { id: ofOther } = await other.file(form, { note: `As ${name} has it` });
  await staff.call('POST', `/api/requests/submissions/${ofOther}/notes`, { text: `A friend of ${all}` });
  const about = { resource: 'submissions', id: request, title: `Of ${name}`, path: `/requests/${request}` };
  const values = { form: 'Poster', number: '1', status: 'Ready', request: { text: `Of ${all}`, path: about.path } };
  await transaction(services.db, (tx) =>
    notify(services, tx, {
      event: 'requestStatusChanged',
      audience: 'customer',
      recipients: [id, other.user.id],
      values,
      about,
    }),
  );
  await make('mails', { address: email, userId: id, subject: `For ${first}`, state: 'queued' });
  await make('mails', { address: email.toUpperCase(), userId: null, subject: 'A test', state: 'queued' });
  await make('mails', {
    address: 'desk@campus.example',
    userId: null,
    subject: `${name} has sent a request`,
    state: 'sent',
  });
  await make('suppressedAddresses', { address: email, reason: `No mailbox ${email}` });
  const kindId = await make('eventKinds', { message: `No access for ${email}`, lastAt: services.clock.instant() });
  // Reports are written without a history.
  await services.db
    .insertInto('eventLog')
    .values({
      level: 'error',
      kindId,
      message: `${username} failed`,
      exception: `at ${all}`,
      location: `/x?q=${encodeURIComponent(name)}`,
      userId: id,
      userAgent: 'Browser of hers',
      ip: '192.0.2.77',
    })
    .execute();
  await make('announcements', {
    subject: `Thanks to ${name}`,
    html: `<p>${phone}</p>`,
    filter: { q: name, email_in: [email] },
    senderId: id,
  });
  await make('announcementRecipients', { userId: id });
  for (const userId of [id, null])
    await make('identities', {
      userId,
      userName: username,
      displayName: name,
      email,
      issuer: 'ldap:campus',
      subject: `${studentId}-${String(userId)}`,
    });
  await make('centerUsers', { userId: id, notes: all });
  await make('tickets', { userId: id, note: `${first} was late`, reason: all });
  await make('instances', { notes: `Bring a chair for ${all}` });
  for (const table of ['preferences', 'drafts', 'calendarFeeds', 'idempotencyKeys', 'messageChoices', 'quietHours'])
    await make(table, { userId: id, ...(table === 'drafts' ? { data: { note: all } } : {}) });
  await services.jobs.enqueue(services.db, 'test-traces', { to: email, text: all });
  await sql`update pgboss.job set output = ${JSON.stringify({ message: `No such person: ${all}` })}::jsonb
    where name = 'test-traces'`.execute(services.db);
  await who.call(
    'POST',
    '/api/Login',
    {},
    { authorization: `Basic ${Buffer.from(`${username}:wrong`).toString('base64')}` },
  );
  await who.call('PUT', '/api/preferences/test', { value: { text: all } });
}

/** All tables of the database that contain a word. */
async function placesOf(word: string): Promise<string[]> {
  const { db } = app.services;
  const { rows } = await sql<{ schema: string; name: string }>`select table_schema as schema, table_name as name
    from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(
    db,
  );
  const inner = JSON.stringify(word).slice(1, -1);
  const sought = [word, inner, JSON.stringify(inner).slice(1, -1)].map((one) => one.toLowerCase());
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const { rows: hits } = await sql`select 1 from ${sql.id(schema, name)} as r
      where exists (select 1 from unnest(${sought}::text[]) w where strpos(lower(to_jsonb(r)::text), w) > 0) limit 1`.execute(
      db,
    );
    if (hits.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}

const anonymise = (by: RequestCaller, id: number, { name, ...inputs }: { name: string; words?: string[] }) =>
  by.call('POST', '/api/users/actions/anonymize', { ids: [id], typed: name, inputs });

test('of an anonymous account no table and no file’s name has the name, username, address, telephone or student number', async () => {
  const person = await member();
  await leaveTraces(person);
  const { id, name, request, words } = person;
  for (const word of words) expect((await placesOf(word)).length, word).toBeGreaterThan(3);
  expect((await anonymise(root, id, { name })).statusCode).toBe(200);
  for (const word of [...words, 'Browser of hers', '192.0.2.77']) expect(await placesOf(word), word).toEqual([]);
  const stored = await readdir(app.services.settings.uploadDir, { recursive: true });
  for (const path of stored) expect(path.toLowerCase()).not.toContain('quirin');
  const seen = await staff.see(request);
  expect(seen).toMatchObject({
    id: request,
    submittedBy: { name: 'Anonymized person' },
    files: [{ name: 'file.pdf' }],
  });
  expect(seen.data).toEqual({ note: 'I am Anonymized person', phone: 'Removed', file: seen.data['file'] });
  const { rows } = await sql<{
    text: string;
  }>`select "text" from "requestNotes" where "submissionId" = ${request}`.execute(app.services.db);
  expect(rows[0]?.text).toMatch(/^Anonymized person \(Anonymized person, .*\) has not paid; Anonymized person again$/);
});

test('nothing of it can be opened, revived or reverted: sessions, mails, feeds, identities, history', async () => {
  const person = await member();
  await leaveTraces(person);
  const { who, id, name } = person;
  const { services } = app;
  const link = await mailLink(services, { userId: id, category: null }, services.clock.instant());
  const linked = { url: `/api/messages/linked/choices?link=${link}` };
  expect((await app.app.inject(linked)).statusCode).toBe(200);
  await anonymise(root, id, { name });
  expect(expectProblem(await app.app.inject(linked)).code).toBe('messages.no-link');
  expect((await who.call('GET', '/api/myAccount/data')).statusCode).toBe(401);
  await expect(app.loginAs(who.user.username)).rejects.toThrow('could not log in');
  for (const table of [
    'sessions',
    'credentials',
    'calendarFeeds',
    'identities',
    'mails',
    'messageRecipients',
    'announcementRecipients',
  ]) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where "userId" = ${id}`.execute(services.db);
    expect(rows, table).toEqual([]);
  }
  const history = (await root.call('GET', `/api/users/${id}/history`)).json<{ id: number; actor: string }[]>();
  expect(history[0]).toMatchObject({ actor: root.user.username });
  for (const entry of history) {
    await root.call('POST', `/api/users/${id}/revert`, { entryId: entry.id });
    const account = (await root.call('GET', `/api/users/${id}`)).json<Row>();
    expect(account).toMatchObject({ displayName: 'Anonymized person', email: null, active: false, roles: [] });
  }
  for (const change of [{ displayName: name }, { active: true }, { roles: ['Administrator'] }])
    expect(expectProblem(await root.call('PUT', `/api/users/${id}`, change)).status).toBe(400);
  expect(expectProblem(await anonymise(root, id, { name: 'Anonymized person' })).status).toBe(409);
  // A login by a directory makes a new account, which knows nothing of the old one.
  const again = {
    issuer: 'ldap:campus',
    subject: 'again',
    userName: who.user.username,
    displayName: name,
    email: null,
    groups: [],
  };
  const { userId } = await admit(services, again, { provider: 'campus', makesAccounts: true });
  expect(userId).not.toBe(id);
  expect((await services.engine.get(SYSTEM, 'users', id)).displayName).toBe('Anonymized person');
});

test('a word that others are called as well goes from what is about the person alone; further words go everywhere', async () => {
  const name = `Max Student ${randomUUID().slice(0, 4).replaceAll(/\d/g, 'x')}`;
  const [person, twin] = [await member({ name }), await member({ name })];
  const { id: elsewhere } = await other.file(form, { note: `${name} and a student, locker 77-B, Max` });
  await staff.call('POST', `/api/requests/submissions/${person.request}/notes`, { text: `Max: ask max, ${name}` });
  expect((await anonymise(root, person.id, { name, words: ['locker 77-B'] })).statusCode).toBe(200);
  expect((await staff.see(elsewhere)).data['note']).toBe(`${name} and a student, Anonymized person, Max`);
  expect((await staff.see(twin.request)).submittedBy).toMatchObject({ name });
  expect((await staff.see(twin.request)).data).toMatchObject({ note: `I am ${name}`, phone: twin.words[3] as Json });
  const { rows } = await sql<{
    text: string;
  }>`select "text" from "requestNotes" where "submissionId" = ${person.request}`.execute(app.services.db);
  expect(rows[0]?.text).toBe('Anonymized person: ask max, Anonymized person');
});

test('what is asked first: how many requests there are, how many of them open, and why it cannot be done', async () => {
  const { id, name, request } = await member();
  await sql`update "submissions" set "done" = true where "id" = ${request}`.execute(app.services.db);
  await make('submissions', { submittedById: id, status: 'InProcess' });
  const plan = (of: number) => root.call('POST', '/api/users/actions/anonymize/plan', { ids: [of] });
  const { notes, typed } = (await plan(id)).json<ActionPlan>();
  expect(typed).toBe(name);
  expect(notes).toContainEqual(
    expect.objectContaining({ text: expect.stringMatching(/^A request .* still open/) as string, tone: 'warning' }),
  );
  expect(notes).toContain('The 2 requests are kept under “Anonymized person”, with their answers and files.');
  expect(expectProblem(await plan(root.user.id)).detail).toContain('logged in with');
});

test('who does it needs the permission; it is not done to oneself, to an administrator by others, or with a wrong name', async () => {
  const { who, id, name } = await member();
  const boss = await caller(app, 'Administrator');
  for (const by of [other, staff, who]) {
    expect(expectProblem(await anonymise(by, id, { name })).status).toBe(403);
  }
  expect(expectProblem(await anonymise(root, id, { name: 'Someone' })).status).toBe(400);
  expect(expectProblem(await anonymise(root, root.user.id, { name: root.user.username })).status).toBe(409);
  expect((await anonymise(root, 999_999, { name })).statusCode).toBe(404);
  const rule = { role: 'CalendarAdmin', condition: null, writeFields: [], readFields: ['*'] };
  await make('permissions', { ...rule, resource: 'users', actions: ['anonymize'] });
  const keeper = await caller(app, 'CalendarAdmin');
  // Accounts that the caller cannot see cannot be anonymized.
  expect((await anonymise(keeper, id, { name })).statusCode).toBeGreaterThanOrEqual(403);
  await make('permissions', { ...rule, resource: 'users', actions: ['read'] });
  expect(expectProblem(await anonymise(keeper, boss.user.id, { name: boss.user.username })).status).toBe(409);
  const done = await anonymise(keeper, id, { name });
  expect(done.statusCode, done.body).toBe(200);
});

test('what is not searched is declared', () => {
  const { resources } = app.services.model;
  for (const [name, { columns = [] }] of Object.entries(EXEMPT)) {
    const fields = resources.get(name)?.fields.map((field) => field.name) ?? [];
    expect(fields, name).toEqual(expect.arrayContaining(['id', ...columns]));
  }
});
