import { randomUUID } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { notify } from '../../server/features/messages/notify.ts';
import { personalData } from '../../server/features/personal-data/export.ts';
import { ownReferences } from '../../server/features/personal-data/own-rows.ts';
import { transaction } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import { zipEntries } from '../factories/zip-entries.ts';
import type { RequestCaller } from './request-calls.ts';
import { caller, formOf, publishForm, startRequestsApp, textField } from './request-calls.ts';
import type { TestApp } from './support.ts';
import { storedResources } from '../../server/declarations/views.ts';

const SECRET = 'Zyxwv has not paid before';
let app: TestApp;
let staff: RequestCaller;
let form = '';

beforeAll(async () => {
  const started = await startRequestsApp();
  ({ app, staff } = started);
  form = (await publishForm(started.admin, formOf({ note: textField() }))).name;
});
afterAll(() => app.close());

/** Someone with a name of their own, a request, an internal note about it, and a message. */
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

/** References to people whose rows are not taken out with their data, and why. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  'announcements.senderId': 'Written for the campus; that it was sent is among the changes.',
  'anonymisations.userId': 'Only of accounts that no one can log in to.',
  'balanceApprovals.decidedById': 'A duty of staff.',
  'balanceApprovals.requestedById': 'A duty of staff.',
  'bookClosings.closedById': 'The books say who closed a month.',
  'bookClosings.reopenedById': 'The books say who reopened a month.',
  'classes.instructorId': 'Published in the timetable.',
  'devices.pairedById': 'A duty of staff.',
  'departmentCharges.contactId': 'A duty of the contact.',
  'departmentCharges.decidedById': 'A duty of the contact.',
  'eventLog.userId': 'Taken out by name.',
  'formVersions.publishedById': 'A form is of the campus; that it was published is among the changes.',
  'forms.assigneeId': 'A duty of staff.',
  'ledgerJournals.actorId': 'The books say who booked what.',
  'ledgerJournals.userId': 'Its charge, payment or refund is taken out.',
  'messageTemplates.savedById': 'A template is of the campus; that it was saved is among the changes.',
  'messages.authorId': 'Part of each conversation, which is taken out with its request.',
  'orders.soldById': 'An order is of its customer; the till entries say who took the payment.',
  'pageDrafts.scheduledById': 'A page is of the campus.',
  'pageVersions.publishedById': 'A page is of the campus.',
  'payments.byId': 'The books say who took a payment.',
  'payouts.matchedById': 'A duty of staff.',
  'refunds.byId': 'The books say who refunded it.',
  'requestMessages.authorId': 'Taken out with the request that it is about.',
  'requestNotes.authorId': 'What staff note among themselves.',
  'statusChanges.actorId': 'Taken out with the request that it is about.',
  'stockMovements.byId': 'A duty of staff.',
  'tillEntries.byId': 'A duty of staff.',
  'tillSessions.cashierId': 'A duty of staff.',
  'tillSessions.closedById': 'A duty of staff.',
  'submissions.assignedToId': 'Of the person who filed the request.',
};

test('every reference to people is of what they take out, or declared here with the reason', () => {
  const { model } = app.services;
  const own = new Set(ownReferences(model).map(({ resource, column }) => `${resource.name}.${column}`));
  const references = storedResources(model).flatMap(({ name, fields }) =>
    fields
      .filter(({ engine, reference, kind }) => !engine && reference === 'users' && kind === 'reference')
      .map((field) => `${name}.${field.name}`),
  );
  expect(references.filter((reference) => !own.has(reference)).toSorted()).toEqual(Object.keys(OF_OTHERS).toSorted());
});

test('sessions, devices, tickets, identities and what the person changed are part of it', async () => {
  const { who } = await member();
  const { id } = who.user;
  await makeRow(app.services, 'tickets', { userId: id, note: SECRET });
  await makeRow(app.services, 'identities', { userId: id, subject: randomUUID() });
  await makeRow(app.services, 'mails', { userId: id });
  await who.call('PUT', '/api/preferences/test', { value: { dense: true } });
  const entries = await download(who);
  for (const name of ['sessions', 'credentials', 'tickets', 'identities', 'mails', 'auditEntries', 'messages'])
    expect(JSON.parse(entries.get(`data/${name}.json`) ?? '[]'), name).not.toEqual([]);
  expect(entries.get('data/auditEntries.csv')).not.toMatch(/before|after/);
  expect([...entries.values()].join()).not.toContain(SECRET);
});

test('more rows than one query reads are all part of it, in two downloads at the same time', async () => {
  const { who } = await member();
  const userId = who.user.id;
  const values = Array.from({ length: 1_203 }, (_, n) => ({ userId, key: `many-${n}`, value: JSON.stringify({ n }) }));
  await app.services.db.insertInto('preferences').values(values).execute();
  for (const entries of await Promise.all([download(who), download(who)])) {
    const rows = JSON.parse(entries.get('data/preferences.json') ?? '') as { key: string }[];
    expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(values.map(({ key }) => key)));
    expect(entries.get('index.html')).toContain(`${rows.length} (`);
  }
});

test('a reader who goes away ends the reading; a file that cannot be read ends the download, and nothing else', async () => {
  const { who } = await member();
  await storedFile(who);
  const { Storage } = await import('../../server/features/files/storage.ts');
  const person = {
    id: who.user.id,
    username: who.user.username,
    roles: ['Student', 'Default'],
    capabilities: [],
    groupIds: [],
    isKiosk: false,
    ip: '',
  };
  const endless = new Readable({ read: () => undefined });
  const opened = vi.spyOn(Storage.prototype, 'open').mockImplementation(() => Promise.resolve(endless as ReadStream));
  onTestFinished(() => opened.mockRestore());
  const left = await personalData(app.services, person);
  left.resume();
  await expect.poll(() => opened.mock.calls.length).toBe(1);
  left.destroy();
  await expect.poll(() => endless.destroyed).toBe(true);
  const broken = Readable.from([Buffer.from('begin'), new Error('The disk is gone')].values()).map((part: unknown) => {
    if (part instanceof Error) throw part;
    return part;
  });
  opened.mockImplementation(() => Promise.resolve(broken as ReadStream));
  await expect(buffer(await personalData(app.services, person))).rejects.toThrow('The disk is gone');
});

test('ten downloads an hour are enough for a person, regardless of others at the same address', async () => {
  const [{ who }, { who: another }] = [await member(), await member()];
  for (let count = 0; count < 10; count += 1) await download(who);
  const refused = await who.call('GET', '/api/myAccount/data');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBeDefined();
  await download(another);
});
