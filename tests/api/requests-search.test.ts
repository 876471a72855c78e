import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionDetail, SubmissionSummary } from '../../domain/calls/requests.ts';
import { makeRow } from '../factories/any-row.ts';
import { caller, formOf, publishForm, textField } from './request-calls.ts';
import type { RequestCaller } from './request-calls.ts';
import { startTestApp } from './support.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let other: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;
let form: { id: number; name: string };

beforeAll(async () => {
  app = await startTestApp();
  [student, other, staff, admin] = await Promise.all([
    caller(app, 'Student'),
    caller(app, 'Student'),
    caller(app, 'RequestsProcessor'),
    caller(app, 'RequestsAdmin', 'Administrator'),
  ]);
  form = await publishForm(admin, formOf({ note: textField({ 'x-multiline': true }) }, ['note']));
});
afterAll(() => app.close());

async function found(who: RequestCaller, q: string): Promise<number[]> {
  const filter = encodeURIComponent(JSON.stringify({ q, formId: form.id }));
  const answer = await who.call('GET', `/api/requests/submissions?filter=${filter}&sort=["id","ASC"]`);
  expect(answer.statusCode, answer.body).toBe(200);
  const rows = answer.json<SubmissionSummary[]>();
  expect(answer.headers['content-range']).toMatch(new RegExp(`/${rows.length}$`));
  return rows.map((row) => row.id);
}

/** An account that reads requests by a custom rule, and no account but its own. */
async function auditor(role: string, readFields: string[]): Promise<RequestCaller> {
  await makeRow(app.services, 'permissions', {
    role,
    resource: 'submissions',
    actions: ['read', 'export'],
    readFields,
    writeFields: [],
    condition: null,
  });
  return caller(app, role);
}

test('unreadable parts of a request are not in its history either', async () => {
  const { id } = await student.file(form.name, { note: 'a chair' });
  const reason = 'The drawing has no scale.';
  const moved = await staff.move(id, 'Submitted', 'CustomerActionNeeded', { reason });
  expect(moved.statusCode, moved.body).toBe(200);
  const limited = await auditor('TransactionReader', ['id', 'status', 'formId']);
  const answer = await limited.call('GET', `/api/requests/submissions/${id}`);
  const detail = answer.json<SubmissionDetail>();
  expect([detail.data, detail.revisions]).toEqual([{}, []]);
  expect(detail.timeline).toMatchObject([
    { who: 'Someone', to: 'Submitted' },
    { who: 'Someone', to: 'CustomerActionNeeded', text: 'Customer action needed', reason: null },
  ]);
  for (const hidden of [reason, 'a chair', student.user.username, staff.user.username])
    expect(answer.body).not.toContain(hidden);
  expect((await student.see(id)).timeline.at(-1)).toMatchObject({ who: staff.user.username, text: reason });
});

describe('requests', () => {
  test('are found by number, person, form and answers, among those that the reader can see', async () => {
    const { id } = await student.file(form.name, { note: 'walnut cupboard\nwith "brass" hinges' });
    const mine = await other.file(form.name, { note: 'walnut bench' });
    for (const words of [
      'walnut cup',
      'with brass',
      `#${id}`,
      String(id),
      student.user.username,
      `${form.name} cupboard`,
      `${student.user.username} walnut`,
    ])
      expect(await found(staff, words), words).toContain(id);
    expect(await found(staff, 'walnut')).toEqual([id, mine.id]);
    expect(await found(admin, 'walnut')).toEqual([id, mine.id]);
    expect(await found(other, 'walnut')).toEqual([mine.id]);
    expect(await found(staff, 'walnut mahogany')).toEqual([]);
    expect(await found(staff, 'note')).toEqual([]);
  });

  test('are found by the name that a person and a form have now', async () => {
    const { id } = await other.file(form.name, { note: 'renamed' });
    expect(await found(staff, 'Zebulon renamed')).toEqual([]);
    const users = `/api/users/${other.user.id}`;
    expect((await admin.call('PUT', users, { displayName: 'Zebulon Quill' })).statusCode).toBe(200);
    expect(await found(staff, 'Zebulon renamed')).toEqual([id]);
    expect((await admin.call('PUT', `/api/forms/${form.id}`, { title: 'Xylograph' })).statusCode).toBe(200);
    expect(await found(staff, 'xylo renamed')).toEqual([id]);
    expect((await admin.call('PUT', `/api/forms/${form.id}`, { title: form.name })).statusCode).toBe(200);
  });

  test('are not found by unreadable people and answers', async () => {
    const { id } = await student.file(form.name, { note: 'mulberry' });
    const all = await auditor('CalendarAdmin', ['*']);
    expect(await found(all, 'mulberry')).toEqual([id]);
    expect(await found(all, student.user.username)).toEqual([]);
    const facts = await auditor('ClassScheduler', ['formId', 'status', 'submittedById']);
    expect(await found(facts, String(id))).toEqual([id]);
    expect(await found(facts, 'mulberry')).toEqual([]);
  });

  test('show, filter, sort and export no text that was made to find them', async () => {
    const { id } = await student.file(form.name, { note: 'hazel' });
    for (const who of [student, staff, admin]) {
      const answer = await who.call('GET', `/api/submissions/${id}`);
      expect(Object.keys(answer.json<object>()).filter((name) => /search/i.test(name))).toEqual([]);
      for (const query of [
        'filter={"searchText_like":"%hazel%"}',
        'sort=["searchText","ASC"]',
        'filter={"search":"x"}',
      ])
        expect((await who.call('GET', `/api/submissions?${encodeURI(query)}`)).statusCode, query).toBe(400);
    }
    for (const name of ['searchText', 'search'])
      expect((await staff.call('GET', `/api/submissions/export?fields=${name}`)).statusCode).toBe(400);
  });
});
