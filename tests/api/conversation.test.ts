import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlText } from '../../domain/html/html-text.ts';
import type { Thread, Threads } from '../../domain/calls/messages.ts';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import type { StoredFile } from '../../domain/calls/files.ts';
import { expectProblem } from './expect-problem.ts';
import { PDF, RequestCaller, caller, formOf, publishForm, startRequestsApp, textField } from './request-calls.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let other: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;
let form = '';

beforeAll(async () => {
  ({ app, student, other, staff, admin } = await startRequestsApp());
  form = (await publishForm(admin, formOf({ note: textField() }))).name;
});
afterAll(() => app.close());

const base = (id: number) => `/api/requests/submissions/${id}`;
const say = (
  who: RequestCaller,
  id: number,
  kind: string,
  text: string,
  more: object = {},
  key: string = randomUUID(),
) => who.call('POST', `${base(id)}/messages`, { kind, text, ...more }, { 'idempotency-key': key });
const answer = (who: RequestCaller, id: number, messageId: number, body: object, key: string = randomUUID()) =>
  who.call('POST', `${base(id)}/messages/${messageId}/answer`, body, { 'idempotency-key': key });

/** What was sent, as its sender sees the request then. */
async function send(...args: Parameters<typeof say>): Promise<{ detail: SubmissionDetail; id: number }> {
  const response = await say(...args);
  if (response.statusCode !== 201) throw new Error(`Not sent: ${response.statusCode} ${response.body}`);
  const detail = response.json<SubmissionDetail>();
  return { detail, id: detail.timeline.findLast(({ kind }) => kind === 'message')?.message?.id ?? 0 };
}

const talk = (detail: SubmissionDetail) =>
  detail.timeline.flatMap(({ text, to, message }) => (message ? [{ text, to, ...message }] : []));
const subjects = async (who: RequestCaller, id: number) => {
  const thread = await who.call('GET', `/api/messages/threads/submissions-${id}`);
  return thread.statusCode === 404 ? [] : thread.json<Thread>().messages.map(({ subject }) => subject);
};
const upload = (who: RequestCaller, query: string) =>
  app.app.inject({
    method: 'POST',
    url: `/api/files?${query}`,
    payload: PDF,
    headers: { cookie: who.user.cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'plan.pdf' },
  });

describe('staff ask the customer of a request', () => {
  test.each(['Question', 'Confirmation', 'Resubmit'])(
    '%s: the request waits for them, who are told in one message',
    async (kind) => {
      const { id } = await student.file(form, { note: 'Please' });
      await staff.moved(id, 'Submitted', 'UnderReview');
      const before = (await subjects(student, id)).length;
      const { detail } = await send(staff, id, kind, 'Is it blue?\nOr red?');
      expect(detail).toMatchObject({ status: 'CustomerActionNeeded', reason: 'Is it blue?\nOr red?' });
      expect(talk(detail)).toMatchObject([
        {
          kind,
          text: 'Is it blue?\nOr red?',
          to: 'CustomerActionNeeded',
          authorKind: 'Staff',
          isOwn: true,
          state: 'open',
        },
      ]);
      // One entry for both.
      expect(detail.timeline.filter(({ to }) => to === 'CustomerActionNeeded')).toHaveLength(1);
      const seen = await student.see(id);
      expect(seen.conversation).toEqual({
        as: 'customer',
        kinds: ['Default'],
        open: [talk(detail)[0]?.id],
        hasNotes: false,
      });
      expect(seen.canResubmit).toBe(true);
      expect(await subjects(student, id)).toHaveLength(before + 1);
    },
  );

  test('not over what someone else has written meanwhile, until they have seen it', async () => {
    const { id } = await student.file(form, { note: 'Please' });
    const first = await send(staff, id, 'Question', 'Is it blue?', { after: 0 });
    const before = await subjects(student, id);
    const refused = expectProblem(await say(admin, id, 'Default', 'It is ready.', { after: 0 }));
    expect(refused).toMatchObject({ status: 409, code: 'requests.written-meanwhile' });
    expect(await subjects(student, id)).toEqual(before);
    // Their own words are no news to anyone.
    await send(staff, id, 'Default', 'Or red?', { after: 0 });
    expect((await say(admin, id, 'Default', 'It is ready.', { after: first.id })).statusCode).toBe(409);
    expect((await say(admin, id, 'Default', 'It is ready.', { after: first.id + 1 })).statusCode).toBe(201);
  });

  test('only where the workflow lets the request wait', async () => {
    const { id } = await student.file(form, { note: 'Please' });
    await staff.moved(id, 'Submitted', 'InProcess');
    await staff.moved(id, 'InProcess', 'Completed');
    expect(expectProblem(await say(staff, id, 'Question', 'Why?'))).toMatchObject({
      status: 422,
      code: 'requests.no-such-step',
    });
    expect((await staff.see(id)).conversation.kinds).toEqual(['Default']);
    // What needs no answer can still be said.
    expect((await say(staff, id, 'Default', 'It lies at the desk.')).statusCode).toBe(201);
    expect(expectProblem(await say(student, id, 'Default', 'Thanks'))).toMatchObject({
      status: 409,
      code: 'requests.conversation-over',
    });
  });

  test('a change of status to customer action needed asks for changed answers', async () => {
    const { id } = await student.file(form, { note: 'Please' });
    const detail = await staff.moved(id, 'Submitted', 'CustomerActionNeeded', { reason: 'The note is empty' });
    expect(talk(detail)).toMatchObject([
      { kind: 'Resubmit', text: 'The note is empty', to: 'CustomerActionNeeded', state: 'open' },
    ]);
  });

  test('nothing empty, and nothing that is too long', async () => {
    const { id } = await student.file(form);
    for (const text of ['', ' \n\t ']) {
      expect(expectProblem(await say(staff, id, 'Question', text))).toMatchObject({
        status: 422,
        errors: { text: 'Write something first' },
      });
    }
    expect((await say(staff, id, 'Question', 'x'.repeat(5001))).statusCode).toBe(400);
    expect((await staff.see(id)).status).toBe('Submitted');
  });
});

describe('the customer answers', () => {
  test('a question: the request returns to its former status, and the author and the assignee are notified once', async () => {
    const { id } = await student.file(form, { note: 'Please' });
    await staff.moved(id, 'Submitted', 'InProcess');
    const openQuestion = await send(admin, id, 'Question', 'Which colour?');
    const response = await answer(student, id, openQuestion.id, { text: 'Blue' });
    expect(response.statusCode).toBe(201);
    const detail = response.json<SubmissionDetail>();
    expect(detail).toMatchObject({ status: 'InProcess', conversation: { open: [] } });
    expect(talk(detail)).toMatchObject([
      { text: 'Which colour?', state: 'answered', isOwn: false },
      { text: 'Blue', to: 'InProcess', answerTo: openQuestion.id, state: null, authorKind: 'Customer', isOwn: true },
    ]);
    for (const who of [staff, admin])
      expect((await subjects(who, id)).filter((subject) => /: Reply from /.test(subject))).toHaveLength(1);
  });

  test('a confirmation, by confirming or declining', async () => {
    for (const outcome of ['confirmed', 'declined']) {
      const { id } = await student.file(form);
      const openQuestion = await send(staff, id, 'Confirmation', 'It will be 20 mm wide.');
      expect(expectProblem(await answer(student, id, openQuestion.id, { text: 'Yes' })).errors).toEqual({
        outcome: 'Confirm or decline',
      });
      const detail = (await answer(student, id, openQuestion.id, { text: '', outcome })).json<SubmissionDetail>();
      expect(detail.status).toBe('Submitted');
      expect(talk(detail)[0]).toMatchObject({ kind: 'Confirmation', state: outcome });
    }
  });

  test('with a changed form: the author is notified, and the other questions are closed', async () => {
    const { id } = await student.file(form, { note: 'Please' });
    const change = await send(staff, id, 'Resubmit', 'Say more');
    const question = await send(staff, id, 'Question', 'And when?');
    expect(expectProblem(await answer(student, id, change.id, { text: 'More' })).code).toBe('requests.answer-by-form');
    const { version } = await student.open(form, id);
    const sent = await student.call('POST', `${base(id)}/resubmit`, {
      formVersionId: version.id,
      data: { note: 'More' },
      from: 'CustomerActionNeeded',
    });
    expect(talk(sent.json<SubmissionDetail>())).toMatchObject([{ state: 'answered' }, { state: 'closed' }]);
    expect(await subjects(staff, id)).toContainEqual(expect.stringContaining('Submitted, by '));
    expect(expectProblem(await answer(student, id, question.id, { text: 'Monday' }))).toMatchObject({
      status: 409,
      code: 'requests.not-asked',
      detail: expect.stringContaining('the request has moved on') as string,
    });
  });

  test('the last of several questions, before the request continues', async () => {
    const { id } = await student.file(form);
    const [first, second] = [await send(staff, id, 'Question', 'One?'), await send(staff, id, 'Question', 'Two?')];
    const half = (await answer(student, id, first.id, { text: '1' })).json<SubmissionDetail>();
    expect(half).toMatchObject({ status: 'CustomerActionNeeded', conversation: { open: [second.id] } });
    const whole = (await answer(student, id, second.id, { text: '2' })).json<SubmissionDetail>();
    expect(whole.status).toBe('Submitted');
  });

  test('one that was put aside as stale is taken up again by the answer', async () => {
    const { id } = await student.file(form);
    await staff.moved(id, 'Submitted', 'InProcess');
    const openQuestion = await send(staff, id, 'Question', 'Still there?');
    await staff.moved(id, 'CustomerActionNeeded', 'Stale');
    expect((await answer(student, id, openQuestion.id, { text: 'Yes' })).json<SubmissionDetail>().status).toBe(
      'InProcess',
    );
  });

  test('not what was withdrawn, nor what a change of status has closed', async () => {
    const { id } = await student.file(form);
    const first = await send(staff, id, 'Question', 'One?');
    const withdrawn = await staff.call('POST', `${base(id)}/messages/${first.id}/withdraw`);
    expect(withdrawn.json<SubmissionDetail>().status).toBe('Submitted');
    expect(expectProblem(await answer(student, id, first.id, { text: '1' }))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('was withdrawn') as string,
    });
    const second = await send(staff, id, 'Question', 'Two?');
    await staff.moved(id, 'CustomerActionNeeded', 'Submitted');
    expect(expectProblem(await answer(student, id, second.id, { text: '2' })).code).toBe('requests.not-asked');
    expect(talk(await student.see(id)).map(({ state }) => state)).toEqual(['withdrawn', 'closed']);
  });

  test('a withdrawn question no longer: the author is notified of the status of the request', async () => {
    const { id } = await student.file(form);
    const [first, second] = [await send(staff, id, 'Question', 'One?'), await send(staff, id, 'Question', 'Two?')];
    for (const { id: message } of [first, second]) await staff.call('POST', `${base(id)}/messages/${message}/withdraw`);
    const { messages } = (await student.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
    const notified = messages.filter(({ subject }) => subject.endsWith('No reply needed'));
    expect(notified.map(({ html }) => htmlText(html))).toEqual([
      expect.stringMatching(/It is now Customer action needed\.\s+Question: One\?/),
      expect.stringMatching(/It is now Submitted\.\s+Question: Two\?/),
    ]);
  });

  test('once: the later of two concurrent answers is refused, and a repeated call gets the same response', async () => {
    const { id } = await student.file(form);
    const openQuestion = await send(staff, id, 'Question', 'When?');
    const both = await Promise.all([
      answer(student, id, openQuestion.id, { text: 'Monday' }),
      answer(student, id, openQuestion.id, { text: 'Tuesday' }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const again = await send(staff, id, 'Question', 'Really?');
    const key = randomUUID();
    const twice = await Promise.all([
      answer(student, id, again.id, { text: 'Yes' }, key),
      answer(student, id, again.id, { text: 'Yes' }, key),
    ]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(talk(await student.see(id)).filter(({ text }) => text === 'Yes')).toHaveLength(1);
  });
});

describe('a message', () => {
  test('by a customer reaches the assignee, or everyone who processes requests', async () => {
    const { id } = await student.file(form);
    await send(student, id, 'Default', 'Anyone there?');
    for (const who of [staff, admin]) expect(await subjects(who, id)).toHaveLength(1);
    await staff.moved(id, 'Submitted', 'InProcess');
    await send(student, id, 'Default', 'Thank you');
    expect(await subjects(staff, id)).toHaveLength(2);
    expect(await subjects(admin, id)).toHaveLength(1);
    // Its author has it in the same thread, read.
    const thread = (await student.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
    const own = thread.messages.filter(({ isOwn }) => isOwn);
    expect(own).toMatchObject([
      { html: '<p>Anyone there?</p>', isRead: true },
      { html: '<p>Thank you</p>', isRead: true },
    ]);
  });

  test('by a customer reaches everyone who processes requests when the assignee and the author of the question no longer do', async () => {
    const former = await caller(app, 'RequestsProcessor');
    const { id } = await student.file(form);
    await former.moved(id, 'Submitted', 'InProcess');
    const openQuestion = await send(former, id, 'Question', 'Which colour?');
    await app.services.db.updateTable('users').set({ active: false }).where('id', '=', former.user.id).execute();
    await send(student, id, 'Default', 'Anyone there?');
    expect((await answer(student, id, openQuestion.id, { text: 'Blue' })).statusCode).toBe(201);
    expect(await subjects(staff, id)).toEqual([
      expect.stringContaining(': Message from '),
      expect.stringContaining(': Reply from '),
    ]);
  });

  test('is text: markup, scripts and placeholders in it stay what they are', async () => {
    const hostile = '<img src=x onerror=alert(1)> {recipientName} <a href="javascript:alert(1)">x</a>\u202e';
    const { id } = await student.file(form);
    const { detail } = await send(staff, id, 'Question', hostile);
    const text = talk(detail)[0]?.text ?? '';
    expect(text).toBe('<img src=x onerror=alert(1)> {recipientName} <a href="javascript:alert(1)">x</a>');
    const { messages } = (await student.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
    expect(messages.at(-1)?.html).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; {recipientName} &lt;a href="javascript:alert(1)"&gt;x&lt;/a&gt;</p>',
    );
    const { threads } = (await student.call('GET', '/api/messages/threads')).json<Threads>();
    expect(threads.find(({ key }) => key === `submissions-${id}`)?.excerpt).toContain('<img src=x');
  });

  test('leads from its mail to where it is answered', async () => {
    const { id } = await student.file(form);
    await send(staff, id, 'Question', 'Which?');
    const { html } = await app.services.db
      .selectFrom('messages')
      .select('html')
      .where('aboutId', '=', id)
      .where('event', '=', 'requestQuestion')
      .executeTakeFirstOrThrow();
    expect(html).toContain(`<a href="/requests/viewsubmission/${id}#conversation">`);
  });
});

test('a customer sends no more than thirty messages about a request in an hour; answers are not limited', async () => {
  const { id } = await student.file(form);
  for (let count = 1; count <= 30; count += 1)
    expect((await say(student, id, 'Default', `No. ${count}`)).statusCode).toBe(201);
  expect(expectProblem(await say(student, id, 'Default', 'No. 31'))).toMatchObject({
    status: 429,
    code: 'requests.too-many-messages',
  });
  const openQuestion = await send(staff, id, 'Question', 'Enough?');
  expect((await answer(student, id, openQuestion.id, { text: 'Yes' })).statusCode).toBe(201);
});

test('a canceled request and an overridden status have their own messages', async () => {
  const { id } = await student.file(form);
  expect((await admin.act('override', [id], { inputs: { to: 'Delayed', reason: 'Moved' } })).statusCode).toBe(200);
  await admin.moved(id, 'Delayed', 'Submitted');
  await admin.moved(id, 'Submitted', 'Canceled', { reason: 'Given up' });
  const { messages } = (await student.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
  expect(messages.map(({ kind }) => kind)).toEqual(['StatusUpdate', 'Override', 'StatusUpdate', 'Cancel']);
});

describe('who can take part', () => {
  test('the matrix', async () => {
    const { id } = await student.file(form);
    const openQuestion = await send(staff, id, 'Question', 'Which?');
    const visitor = new RequestCaller(app, { ...student.user, cookie: '' });
    const codes = async (who: RequestCaller) => [
      (await say(who, id, 'Question', 'Mine?')).statusCode,
      (await answer(who, id, openQuestion.id, { text: 'Mine' })).statusCode,
      (await who.call('POST', `${base(id)}/messages/${openQuestion.id}/withdraw`)).statusCode,
      (await who.call('GET', `${base(id)}/notes`)).statusCode,
      (await who.call('POST', `${base(id)}/notes`, { text: 'Mine' })).statusCode,
    ];
    expect(await codes(visitor)).toEqual([401, 401, 401, 401, 401]);
    expect(await codes(other)).toEqual([404, 404, 404, 404, 404]);
    expect(await codes(staff)).toEqual([201, 403, 200, 200, 201]);
    const again = await send(staff, id, 'Question', 'Which one?');
    expect((await say(student, id, 'Question', 'Mine?')).statusCode).toBe(403);
    expect((await student.call('POST', `${base(id)}/messages/${again.id}/withdraw`)).statusCode).toBe(403);
    // A message of another request.
    const { id: second } = await student.file(form);
    expect((await answer(student, second, again.id, { text: 'x' })).statusCode).toBe(404);
  });

  test('staff are customers of their own requests', async () => {
    const { id } = await staff.file(form);
    expect((await staff.see(id)).conversation).toMatchObject({ as: 'customer', kinds: ['Default'], hasNotes: false });
    expect((await say(staff, id, 'Question', 'Me?')).statusCode).toBe(403);
    const openQuestion = await send(admin, id, 'Question', 'You?');
    expect((await answer(staff, id, openQuestion.id, { text: 'Me' })).statusCode).toBe(201);
  });
});

describe('files of messages', () => {
  test('are for the customer and staff with access to the request, and for no one else', async () => {
    const { id } = await student.file(form);
    const file = (await upload(student, `submission=${id}`)).json<StoredFile>();
    expect((await staff.call('GET', file.url)).statusCode).toBe(404);
    const { detail } = await send(student, id, 'Default', 'See the plan', { files: [file.id] });
    expect(talk(detail)[0]?.files).toMatchObject([{ name: 'plan.pdf', url: file.url }]);
    const codes = async () =>
      Promise.all([student, staff, admin, other].map(async (who) => (await who.call('GET', file.url)).statusCode));
    expect(await codes()).toEqual([200, 200, 200, 404]);
    // People with email notices learn of the message.
    const thread = (await staff.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
    expect(thread.messages.at(-1)?.html).toBe('<p>See the plan<br><br>Attached: plan.pdf</p>');
    // Of staff who process requests no longer, not even what they have sent.
    const leaver = await caller(app, 'RequestsProcessor');
    const theirs = (await upload(leaver, `submission=${id}`)).json<StoredFile>();
    await send(leaver, id, 'Default', 'The offer', { files: [theirs.id] });
    await app.services.db
      .updateTable('users')
      .set({ roles: JSON.stringify(['Student']) })
      .where('id', '=', leaver.user.id)
      .execute();
    expect((await leaver.call('GET', theirs.url)).statusCode).toBe(404);
    expect((await student.call('GET', theirs.url)).statusCode).toBe(200);
  });

  test('are uploads of the sender for a request, in one message alone', async () => {
    const { id } = await student.file(form);
    expect((await upload(other, `submission=${id}`)).statusCode).toBe(404);
    expect((await upload(student, `submission=${id}&field=note`)).statusCode).toBe(400);
    const theirs = (await upload(staff, `submission=${id}`)).json<StoredFile>();
    expect(expectProblem(await say(student, id, 'Default', 'x', { files: [theirs.id] })).code).toBe(
      'requests.file-gone',
    );
    const own = (await upload(student, `submission=${id}`)).json<StoredFile>();
    const both = await Promise.all([1, 2].map((n) => say(student, id, 'Default', `No. ${n}`, { files: [own.id] })));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
    expect(talk(await student.see(id))).toHaveLength(1);
  });
});

test('canned replies are edited by administrators of requests, read by processors, and list their placeholders', async () => {
  const reply = { title: 'Colour', kind: 'Question', text: 'Hello {customer}, which colour?', order: 1, active: true };
  expect((await staff.call('POST', '/api/cannedReplies', reply)).statusCode).toBe(403);
  const refused = await admin.call('POST', '/api/cannedReplies', { ...reply, text: 'Hello {name}' });
  expect(expectProblem(refused).errors).toEqual({
    text: 'There is no placeholder {name}. Known: {customer}, {number}, {form}',
  });
  const made = await admin.call('POST', '/api/cannedReplies', reply);
  expect(made.statusCode).toBe(201);
  const { id } = made.json<{ id: number }>();
  expect((await staff.call('GET', `/api/cannedReplies/${id}`)).json()).toMatchObject({ text: reply.text });
  expect((await student.call('GET', '/api/cannedReplies')).statusCode).toBe(403);
});
