import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenForm } from '../../domain/calls/open-form.ts';
import type { SubmissionDetail, SubmissionSummary } from '../../domain/calls/requests.ts';
import { expectProblem } from './expect-problem.ts';
import {
  PDF,
  caller,
  countOf,
  fileField,
  formOf,
  publishDraft,
  publishForm,
  textField,
  startRequestsApp,
} from './request-calls.ts';
import type { RequestCaller } from './request-calls.ts';
import { SYSTEM, type TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let other: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;

beforeAll(async () => {
  ({ app, student, other, staff, admin } = await startRequestsApp());
});
afterAll(() => app.close());

const NOTE = formOf({ note: textField({ maxLength: 100 }) }, ['note']);

describe('answers', () => {
  test('are validated against the published version, with all faults together, and nothing is stored of invalid ones', async () => {
    const form = await publishForm(
      admin,
      formOf(
        {
          note: textField({ minLength: 5 }),
          mail: { 'x-field': 'Email', type: 'string', format: 'email', title: 'Mail' },
        },
        ['note'],
      ),
    );
    const before = await countOf(app, 'submissions');
    const answer = await student.trySubmit(form.name, { note: 'abc', mail: 'x', more: 1 });
    expect(answer.statusCode).toBe(422);
    expect(expectProblem(answer).errors).toEqual({
      note: 'Enter at least 5 characters',
      mail: 'Please enter a valid email',
      more: 'This form has no such field',
    });
    expect(expectProblem(await student.trySubmit(form.name, {})).errors).toEqual({ note: 'This field is required' });
    expect(await countOf(app, 'submissions')).toBe(before);
  });

  test('of hidden fields are left out', async () => {
    const choice = { 'x-field': 'Select', type: 'string', title: 'Kind', enum: ['a', 'b'] } as const;
    const form = await publishForm(
      admin,
      formOf(
        {
          kind: { ...choice, enum: [...choice.enum] },
          why: textField({ minLength: 50, 'x-show-if': { field: 'kind', is: 'equal', value: 'a' } }),
        },
        ['kind', 'why'],
      ),
    );
    expect((await student.file(form.name, { kind: 'b', why: 'stale' })).data).toEqual({ kind: 'b' });
    expect((await student.trySubmit(form.name, { kind: 'a', why: 'short' })).statusCode).toBe(422);
  });

  test('that are no object, too large, or hostile are answered with a plain 4xx', async () => {
    const form = await publishForm(admin, NOTE);
    const { version } = await student.open(form.name);
    const submit = (payload: object) => student.call('POST', '/api/requests/submissions', payload);
    for (const payload of [
      {},
      { formVersionId: version.id },
      { formVersionId: 'x', data: {} },
      { formVersionId: version.id, data: [] },
      { formVersionId: version.id, data: { note: 'x' }, status: 'Completed' },
      { formVersionId: version.id, data: { note: { a: 1 } } },
      { formVersionId: version.id, data: { note: 'x'.repeat(500_000) } },
      { formVersionId: 2 ** 60, data: {} },
      { formVersionId: 999_999, data: {} },
    ]) {
      const answer = await submit(payload);
      expect(answer.statusCode, JSON.stringify(payload).slice(0, 80)).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expectProblem(answer);
    }
  });
});

test('the fields that a form marks are the subject of its requests and the day by which they are needed', async () => {
  const form = await publishForm(
    admin,
    formOf(
      {
        note: textField({ 'x-subject': true }),
        by: { 'x-field': 'Date', type: 'string', format: 'date', title: 'By', 'x-needed-by': true },
      },
      ['note'],
    ),
  );
  const made = await student.file(form.name, { note: 'Bridge poster', by: '2031-03-01' });
  expect(made).toMatchObject({ subject: 'Bridge poster', neededOn: '2031-03-01', waitingFor: 'Staff' });
  await staff.moved(made.id, 'Submitted', 'CustomerActionNeeded', { reason: 'Which paper?' });
  const filter = encodeURIComponent(JSON.stringify({ waitingFor: 'Customer', formId: form.id }));
  const waiting = await student.call('GET', `/api/requests/submissions?filter=${filter}`);
  expect(waiting.json<SubmissionSummary[]>()).toMatchObject([{ id: made.id, subject: 'Bridge poster' }]);
  const { version } = await student.open(form.name, made.id);
  const again = { formVersionId: version.id, data: { note: 'Tower poster' }, from: 'CustomerActionNeeded' };
  const changed = await student.call('POST', `/api/requests/submissions/${made.id}/resubmit`, again);
  expect(changed.json<SubmissionDetail>()).toMatchObject({
    subject: 'Tower poster',
    neededOn: null,
    waitingFor: 'Staff',
  });
  const messages = await app.services.db
    .selectFrom('messages')
    .select('values')
    .where('aboutId', '=', made.id)
    .where('about', '=', 'submissions')
    .where('event', '=', 'requestSubmitted')
    .execute();
  expect(messages).toMatchObject([{ values: { request: { text: `Bridge poster (${form.name} #${made.id})` } } }]);
});

test('staff submit a request for a customer, who owns it, and see who that is', async () => {
  const form = await publishForm(admin, NOTE);
  const { version, canChooseCustomer } = await staff.open(form.name);
  expect([canChooseCustomer, (await student.open(form.name)).canChooseCustomer]).toEqual([true, false]);
  const submit = (who: RequestCaller, customer: string) =>
    who.call('POST', '/api/requests/submissions', { formVersionId: version.id, data: { note: 'By phone' }, customer });
  expect(expectProblem(await submit(other, student.user.username)).code).toBe('requests.not-for-others');
  expect(expectProblem(await submit(staff, 'nobody-here')).code).toBe('requests.no-customer');
  const made = (await submit(staff, ` ${student.user.username.toUpperCase()} `)).json<SubmissionDetail>();
  expect(made).toMatchObject({ submittedBy: { id: student.user.id }, viewedAs: 'staff' });
  expect(made.customer).toMatchObject({ noShows: 0 });
  expect(made.timeline[0]).toMatchObject({ who: staff.user.username });
  expect(made.timeline[0]?.text).toMatch(/^Request submitted for /);
  expect(await student.see(made.id)).toMatchObject({ viewedAs: 'customer', customer: null });
  const entry = await app.services.db
    .selectFrom('auditEntries')
    .select('actorId')
    .where('resource', '=', 'submissions')
    .where('recordId', '=', String(made.id))
    .where('action', '=', 'create')
    .executeTakeFirst();
  expect(entry?.actorId).toBe(staff.user.id);
});

test('staff learn whether there is such a customer before they submit', async () => {
  const closed = await app.createUser({ roles: ['Student'] });
  await app.services.engine.update(SYSTEM, 'users', closed.id, { active: false });
  const check = (who: RequestCaller, customer: string) =>
    who.call('GET', `/api/requests/customer?customer=${encodeURIComponent(customer)}`);
  const { username } = student.user;
  expect((await check(staff, ` ${username.toUpperCase()} `)).statusCode).toBe(204);
  for (const unknown of ['nobody-here', closed.username]) {
    const { status, code, detail } = expectProblem(await check(staff, unknown));
    expect([status, code, detail]).toEqual([
      422,
      'requests.no-customer',
      `No active account has the username or email address "${unknown}". Check the spelling, or leave the field empty if it is your own request.`,
    ]);
  }
  expect(expectProblem(await check(other, username)).code).toBe('requests.not-for-others');
});

describe('a key', () => {
  test('sent 100 times concurrently submits one request and returns it 100 times', async () => {
    const form = await publishForm(admin, NOTE);
    const { version } = await student.open(form.name);
    const before = await countOf(app, 'submissions');
    const send = () =>
      student.call(
        'POST',
        '/api/requests/submissions',
        { formVersionId: version.id, data: { note: 'once' } },
        { 'idempotency-key': 'one-and-only-key' },
      );
    const answers = await Promise.all(Array.from({ length: 100 }, send));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json<SubmissionDetail>().id)).size).toBe(1);
    expect(await countOf(app, 'submissions')).toBe(before + 1);
    const changed = await student.call(
      'POST',
      '/api/requests/submissions',
      { formVersionId: version.id, data: { note: 'other' } },
      { 'idempotency-key': 'one-and-only-key' },
    );
    expect(changed.statusCode).toBe(422);
    expect(expectProblem(changed).code).toBe('idempotency.key-reused');
  });

  test('of a refused request can be used again', async () => {
    const form = await publishForm(admin, NOTE);
    const key = { 'idempotency-key': randomUUID() };
    expect((await student.trySubmit(form.name, {}, key)).statusCode).toBe(422);
    expect((await student.trySubmit(form.name, { note: 'now' }, key)).statusCode).toBe(201);
  });

  test('belongs to one person', async () => {
    const form = await publishForm(admin, NOTE);
    const key = { 'idempotency-key': randomUUID() };
    const answers = [
      await student.trySubmit(form.name, { note: 'a' }, key),
      await other.trySubmit(form.name, { note: 'a' }, key),
    ];
    expect(new Set(answers.map((answer) => answer.json<SubmissionDetail>().id)).size).toBe(2);
  });
});

describe('drafts', () => {
  test('are returned as stored, one per person and form, and removed when the request is submitted', async () => {
    const form = await publishForm(admin, NOTE);
    const opened = await student.open(form.name);
    expect(opened.draft).toBeNull();
    const keep = (who: RequestCaller, data: object, base?: object) =>
      who.call('PUT', `/api/requests/drafts/${form.id}`, {
        formVersionId: opened.version.id,
        data,
        ...(base ? { base } : {}),
      });
    expect((await keep(student, { note: 'unfinis' })).statusCode).toBe(200);
    const base = { version: 1, data: { note: 'unfinis' } };
    expect((await keep(student, { note: 'unfinished' }, base)).statusCode).toBe(200);
    expect((await student.open(form.name)).draft).toMatchObject({ formId: form.id, data: { note: 'unfinished' } });
    expect((await other.open(form.name)).draft).toBeNull();
    expect((await other.call('GET', `/api/requests/drafts/${form.id}`)).statusCode).toBe(204);
    expect((await keep(student, { strange: 1 })).statusCode).toBe(422);
    expect((await keep(student, { note: 'x'.repeat(500_000) }, { version: 2, data: {} })).statusCode).toBe(413);
    await student.file(form.name, { note: 'finished' });
    expect((await student.open(form.name)).draft).toBeNull();
  });

  test('can be discarded', async () => {
    const form = await publishForm(admin, NOTE);
    const { version } = await student.open(form.name);
    await student.call('PUT', `/api/requests/drafts/${form.id}`, { formVersionId: version.id, data: { note: 'x' } });
    expect((await student.call('DELETE', `/api/requests/drafts/${form.id}`)).statusCode).toBe(204);
    expect((await student.open(form.name)).draft).toBeNull();
  });

  test('of changed answers are separate from those of a new request', async () => {
    const form = await publishForm(admin, NOTE);
    const { id, formVersion } = await student.file(form.name, { note: 'first' });
    await staff.moved(id, 'Submitted', 'CustomerActionNeeded', { reason: 'More, please' });
    const keep = (who: RequestCaller, data: object) =>
      who.call('PUT', `/api/requests/drafts/${form.id}?submission=${id}`, { formVersionId: formVersion.id, data });
    expect((await keep(other, { note: 'mine' })).statusCode).toBe(404);
    expect((await keep(student, { note: 'second' })).statusCode).toBe(200);
    expect((await student.open(form.name, id)).draft?.data).toEqual({ note: 'second' });
    expect((await student.open(form.name)).draft).toBeNull();
  });
});

describe('a version', () => {
  test('stays as it was for the requests made with it when the form is published again', async () => {
    const form = await publishForm(admin, formOf({ note: textField({ title: 'Old words' }) }));
    const before = await other.open(form.name);
    const { id } = await student.file(form.name, { note: 'made with one' });
    const saved = await admin.call('PUT', `/api/forms/${form.id}`, {
      draftSchema: formOf({ wish: textField({ title: 'New words' }) }, ['wish']),
    });
    const published = await publishDraft(admin, form.id, saved.json<{ version: number }>().version);
    expect(published.json()).toMatchObject({ result: [{ number: 2 }] });
    const seen = await student.see(id);
    expect(seen.formVersion.number).toBe(1);
    expect(seen.formVersion.schema.properties['note']?.title).toBe('Old words');
    const old = { formVersionId: before.version.id, data: { note: 'late' } };
    const late = await other.call('POST', '/api/requests/submissions', old);
    expect(late.statusCode).toBe(409);
    expect(expectProblem(late).code).toBe('requests.form-changed');
  });

  test('has a compiled validator that loads from its address', async () => {
    const form = await publishForm(admin, NOTE);
    const { version } = await student.open(form.name);
    const answer = await student.call('GET', version.validator);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.body).toContain('export default');
  });
});

describe('a form', () => {
  test('that is inactive, not yet open, closed or used up is refused, with the reason', async () => {
    const off = await publishForm(admin, NOTE);
    const { version } = await student.open(off.name);
    await admin.call('PUT', `/api/forms/${off.id}`, { active: false });
    expect((await student.call('GET', `/api/requests/form?form=${off.name}`)).statusCode).toBe(404);
    expect(
      (await student.call('POST', '/api/requests/submissions', { formVersionId: version.id, data: { note: 'x' } }))
        .statusCode,
    ).toBe(404);
    const cases: [object, RegExp][] = [
      [{ opensAt: '2099-03-03T09:00:00.000Z' }, /opens on March 3, 2099/],
      [{ closesAt: '2020-01-01T00:00:00.000Z' }, /closed on/],
    ];
    for (const [more, why] of cases) {
      const form = await publishForm(admin, NOTE, { ...more });
      expect((await student.open(form.name)).closed).toMatch(why);
      const refused = await student.trySubmit(form.name, { note: 'x' });
      expect(refused.statusCode).toBe(409);
      expect(expectProblem(refused).detail).toMatch(why);
    }
  });

  test('with a limit per person enforces it for concurrent submissions', async () => {
    const form = await publishForm(admin, NOTE, { perUserLimit: 2 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => student.trySubmit(form.name, { note: `n${index}` })),
    );
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(2);
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(6);
    expect((await student.open(form.name)).closed).toMatch(/2 open requests/);
    expect((await other.open(form.name)).closed).toBeNull();
  });

  test('is only found in its group', async () => {
    const group = await admin.call('POST', '/api/formGroups', {
      name: `group-${randomUUID().slice(0, 8)}`,
      title: 'Group',
      active: true,
    });
    const { id, name } = group.json<{ id: number; name: string }>();
    const form = await publishForm(admin, NOTE, { groupId: id });
    const open = (groupName: string) => student.call('GET', `/api/requests/form?form=${form.name}&group=${groupName}`);
    expect((await open(name)).json<OpenForm>().group).toEqual({ id, name, title: 'Group' });
    expect((await open('printing')).statusCode).toBe(404);
    expect((await student.file(form.name, { note: 'x' })).group).toEqual({ id, title: 'Group' });
  });
});

describe('other people’s requests', () => {
  test('are not found: every call answers 404 and changes nothing', async () => {
    const form = await publishForm(admin, formOf({ note: textField(), file: fileField() }));
    const { version } = await student.open(form.name);
    const file = (await student.upload(version.id, 'file', 'plan.pdf', PDF)).json<{ id: string; url: string }>();
    const { id } = await student.file(form.name, { note: 'private', file: [file.id] });
    for (const [method, url, payload] of [
      ['GET', `/api/requests/submissions/${id}`],
      ['GET', `/api/requests/submissions/${id}?role=Administrator`],
      ['GET', `/api/submissions/${id}`],
      ['GET', file.url],
      ['GET', `/api/requests/form?form=${form.name}&submission=${id}`],
      ['POST', '/api/submissions/actions/cancel/plan', { ids: [id] }],
      ['POST', '/api/submissions/actions/cancel', { ids: [id] }],
      ['POST', `/api/requests/submissions/${id}/resubmit`, { formVersionId: version.id, data: {}, from: 'Submitted' }],
    ] as const) {
      expect((await other.call(method, url, payload)).statusCode, `${method} ${url}`).toBe(404);
    }
    const stranger = await caller(app, 'Student');
    expect((await stranger.call('GET', '/api/requests/submissions')).json()).toEqual([]);
    expect((await student.see(id)).status).toBe('Submitted');
    expect((await other.trySubmit(form.name, { file: [file.id] })).statusCode).toBe(422);
    for (const bad of ['0', '-1', 'abc', '1e3', '99999999999999999999', '1;drop']) {
      const answer = await student.call('GET', `/api/requests/submissions/${encodeURIComponent(bad)}`);
      expect([400, 404], bad).toContain(answer.statusCode);
    }
  });

  test('are listed for staff with names, filtered, sorted and paged', async () => {
    const form = await publishForm(admin, NOTE);
    for (const note of ['one', 'two', 'three']) await student.file(form.name, { note });
    const query = (filter: object, more = '') =>
      `/api/requests/submissions?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;
    const answer = await staff.call(
      'GET',
      query({ formId: form.id, status: ['Submitted'] }, '&range=[0,1]&sort=["id","DESC"]'),
    );
    expect(answer.headers['content-range']).toBe('submissions 0-1/3');
    const rows = answer.json<SubmissionSummary[]>();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      form: { id: form.id, title: form.name },
      submittedBy: { id: student.user.id, username: student.user.username },
      assignedTo: null,
    });
    expect((await staff.call('GET', query({ nothing: 1 }))).statusCode).toBe(400);
  });
});
