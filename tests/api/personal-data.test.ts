import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notify } from '../../server/features/messages/notify.ts';
import { transaction } from '../../server/platform/database.ts';
import { zipEntries } from '../factories/zip-entries.ts';
import { expectProblem } from './expect-problem.ts';
import type { RequestCaller } from './request-calls.ts';
import { caller, formOf, publishForm, startRequestsApp, textField } from './request-calls.ts';
import type { TestApp } from './support.ts';

const SECRET = 'Zyxwv has not paid before';
let app: TestApp;
let other: RequestCaller;
let staff: RequestCaller;
let root: RequestCaller;
let form = '';

beforeAll(async () => {
  const started = await startRequestsApp();
  ({ app, other, staff } = started);
  root = await caller(app, 'Administrator');
  form = (await publishForm(started.admin, formOf({ note: textField() }))).name;
});
afterAll(() => app.close());

/** Somebody with a name of their own, a request, an internal note about it, and a message. */
async function member(): Promise<{ who: RequestCaller; name: string; request: number }> {
  const who = await caller(app, 'Student');
  const name = `Quirin "Q" O'Häßlich & ${randomUUID().slice(0, 6)}`;
  await app.services.db
    .updateTable('users')
    .set({ displayName: name, notes: SECRET })
    .where('id', '=', who.user.id)
    .execute();
  const { id: request } = await who.file(form, { note: 'My answer' });
  await staff.call('POST', `/api/requests/submissions/${request}/notes`, { text: SECRET });
  await staff.call('POST', `/api/requests/submissions/${request}/messages`, {
    kind: 'Default',
    text: `Dear ${name}, hello`,
  });
  await transaction(app.services.db, (tx) =>
    notify(app.services, tx, {
      event: 'requestStatusChanged',
      audience: 'customer',
      recipients: [who.user.id],
      values: {
        form: 'Poster',
        number: '1',
        status: 'Ready',
        request: { text: `Of ${name}`, path: `/requests/${request}` },
      },
      about: { resource: 'submissions', id: request, title: `Of ${name}`, path: `/requests/${request}` },
    }),
  );
  return { who, name, request };
}

async function download(who: RequestCaller): Promise<Map<string, string>> {
  const answer = await who.call('GET', '/api/myAccount/data');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' });
  return new Map([...zipEntries(answer.rawPayload)].map(([name, bytes]) => [name, bytes.toString()]));
}

test('people take out what is theirs: account, requests with answers and history, messages, files, and a page that leads to them', async () => {
  const { who, name, request } = await member();
  const { storage, id } = await storedFile(who);
  const entries = await download(who);
  expect(JSON.parse(entries.get('data/users.json') ?? '')).toMatchObject([{ id: who.user.id, displayName: name }]);
  expect(JSON.parse(entries.get(`requests/${request}.json`) ?? '')).toMatchObject({
    id: request,
    data: { note: 'My answer' },
  });
  expect(entries.get('data/messages.csv')).toContain(name.replaceAll('"', '""'));
  expect(entries.get(`files/${id}-mine.txt`)).toBe(storage);
  expect(entries.get('index.html')).toContain(`requests/${request}.json`);
});

test('neither secrets, nor notes of staff, nor what is of others is part of it', async () => {
  const { who } = await member();
  const stranger = await member();
  const all = [...(await download(who))].map((entry) => entry.join('\n')).join('\n');
  for (const word of ['Zyxwv', '$argon2', 'passwordHash', 'tokenHash', stranger.name, stranger.who.user.username])
    expect(all).not.toContain(word);
});

async function storedFile(who: RequestCaller): Promise<{ id: string; storage: string }> {
  const content = 'What I uploaded';
  const version = (await who.open(form)).version.id;
  const { Readable } = await import('node:stream');
  const { Storage } = await import('../../server/features/files/storage.ts');
  const storage = new Storage(app.services.settings.uploadDir, app.services.clock);
  const arrived = await storage.receive(Readable.from([Buffer.from(content)]), 1_000);
  const { id } = await app.services.db
    .insertInto('files')
    .values({
      name: 'mine.txt',
      mime: 'text/plain',
      size: arrived.size,
      sha256: arrived.sha256,
      storageKey: await storage.keep(arrived),
      uploaderId: who.user.id,
      formVersionId: version,
      field: 'note',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: String(id), storage: content };
}

/** Where in the database a word stands. */
async function placesOf(word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.services.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const inner = JSON.stringify(word).slice(1, -1);
    const counted = await sql`select 1 from ${sql.table(name)} as r
      where strpos(to_jsonb(r)::text, ${inner}) > 0 or strpos(to_jsonb(r)::text, ${JSON.stringify(inner).slice(1, -1)}) > 0 limit 1`.execute(
      app.services.db,
    );
    if (counted.rows.length > 0) found.push(name);
  }
  return found;
}

test('an anonymous account is nobody’s: its name, user name and address stand nowhere, its requests stay, the history says by whom', async () => {
  const { who, name, request } = await member();
  const { id, username } = who.user;
  await root.call('PUT', `/api/users/${id}`, { email: `${username}@elsewhere.example` });
  const address = `/api/users/${id}/anonymise`;
  expect(expectProblem(await root.call('POST', address, { name: 'Somebody' })).status).toBe(400);
  expect((await root.call('POST', address, { name })).statusCode).toBe(204);
  for (const word of [name, username]) expect(await placesOf(word), word).toEqual([]);
  const seen = await staff.see(request);
  expect(seen).toMatchObject({ id: request, data: { note: 'My answer' }, submittedBy: { name: 'Former member' } });
  const { items = [] } = { items: (await root.call('GET', `/api/users/${id}/history`)).json<object[]>() };
  expect(items[0]).toMatchObject({ actor: root.user.username });
  expect((await who.call('GET', '/api/myAccount/data')).statusCode).toBe(401);
  await expect(app.loginAs(username)).rejects.toThrow('could not log in');
  // The user name is free again.
  expect((await app.createUser({ username })).id).not.toBe(id);
  expect(expectProblem(await root.call('POST', address, { name: 'Former member' })).status).toBe(409);
});

test('nobody but an administrator does it, nor to oneself, nor to the last administrator', async () => {
  const { who, name } = await member();
  const address = `/api/users/${who.user.id}/anonymise`;
  for (const caller of [other, staff, who])
    expect(expectProblem(await caller.call('POST', address, { name })).status).toBe(403);
  const own = await root.call('POST', `/api/users/${root.user.id}/anonymise`, { name: root.user.username });
  expect(expectProblem(own).status).toBe(409);
  expect((await root.call('POST', '/api/users/999999/anonymise', { name })).statusCode).toBe(404);
});
