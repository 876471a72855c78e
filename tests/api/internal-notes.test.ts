import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InternalNote } from '../../domain/calls/conversations.ts';
import { caller, formOf, publishForm, startRequestsApp, textField } from './request-calls.ts';
import type { RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

const SECRET = 'Zyxwv has not paid before';
let app: TestApp;
let student: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;
let form = '';
let id = 0;

beforeAll(async () => {
  ({ app, student, staff, admin } = await startRequestsApp());
  form = (await publishForm(admin, formOf({ note: textField() }))).name;
  ({ id } = await student.file(form, { note: 'Please' }));
  const written = await staff.call('POST', notes(id), { text: SECRET });
  expect(written.statusCode).toBe(201);
});
afterAll(() => app.close());

const notes = (request: number) => `/api/requests/submissions/${request}/notes`;

test('an internal note is read by staff with access to the request, with a separate call', async () => {
  const found = (await admin.call('GET', notes(id))).json<InternalNote[]>();
  expect(found).toMatchObject([{ text: SECRET, who: staff.user.username }]);
  expect((await staff.see(id)).conversation.hasNotes).toBe(true);
  expect(JSON.stringify(await staff.see(id))).not.toContain('Zyxwv');
});

test('no way in shows it to the customer', async () => {
  const filter = encodeURIComponent(JSON.stringify({ q: 'Zyxwv' }));
  const ways = [
    `/api/requests/submissions/${id}`,
    `/api/requests/submissions/${id}?role=staff`,
    '/api/requests/submissions',
    '/api/requests/submissions/export',
    notes(id),
    '/api/requestNotes',
    '/api/requestNotes/1',
    '/api/requestNotes/export',
    '/api/requestNotes/1/history',
    '/api/requestNotes?filter=%7B%22submissionId%22%3A1%7D',
    `/api/submissions/${id}`,
    `/api/submissions/${id}/history`,
    `/api/submissions?filter=${filter}`,
    '/api/submissions/export',
    '/api/search?q=Zyxwv',
    '/api/auditEntries',
    '/api/undo',
    '/api/messages/threads?q=Zyxwv',
    `/api/messages/threads/submissions-${id}`,
    '/api/model',
    '/api/openapi.json',
  ];
  for (const way of ways) expect((await student.call('GET', way)).body, way).not.toContain('Zyxwv');
  expect((await student.call('GET', notes(id))).statusCode).toBe(404);
  expect((await student.call('GET', '/api/requestNotes')).statusCode).toBe(403);
});

test('it is in no message and no email, and no one is notified', async () => {
  for (const table of ['messages', 'requestMessages', 'mails', 'statusChanges'] as const) {
    const rows = await app.services.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows), table).not.toContain('Zyxwv');
  }
});

test('staff see none of their own requests, with any role', async () => {
  const { id: own } = await staff.file(form);
  expect((await admin.call('POST', notes(own), { text: 'Of a colleague' })).statusCode).toBe(201);
  expect((await staff.call('GET', notes(own))).statusCode).toBe(404);
  expect((await staff.call('POST', notes(own), { text: 'Me' })).statusCode).toBe(404);
});

test('the permission is one of its own: without it staff have no notes, and the generic calls are no one’s', async () => {
  expect((await admin.call('GET', '/api/requestNotes')).statusCode).toBe(403);
  const forged = { submissionId: id, text: 'x', authorName: 'y' };
  expect((await staff.call('POST', '/api/requestNotes', forged)).statusCode).toBeGreaterThanOrEqual(400);

  const root = await caller(app, 'Administrator');
  const filter = encodeURIComponent(JSON.stringify({ role: 'RequestsAdmin', resource: 'requestNotes' }));
  const [rule] = (await root.call('GET', `/api/permissions?filter=${filter}`)).json<Record<string, unknown>[]>();
  const { role, resource, actions, readFields, writeFields, condition } = rule ?? {};
  const last = await caller(app, 'RequestsAdmin');
  expect((await last.call('GET', notes(id))).statusCode).toBe(200);
  expect((await root.call('DELETE', `/api/permissions/${String(rule?.['id'])}`)).statusCode).toBe(200);
  expect((await last.call('GET', notes(id))).statusCode).toBe(404);
  expect((await last.see(id)).conversation.hasNotes).toBe(false);
  const again = { role, resource, actions, readFields, writeFields, condition };
  expect((await root.call('POST', '/api/permissions', again)).statusCode).toBe(201);
});
