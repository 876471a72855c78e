import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Marked, Choices, Thread, Threads } from '../../domain/calls/messages.ts';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import { transaction } from '../../server/platform/database.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { expectProblem } from './expect-problem.ts';
import { RequestCaller, formOf, publishForm, textField } from './request-calls.ts';
import { startTestApp, type TestApp } from './support.ts';

let started: TestApp;
let staff: RequestCaller;

beforeAll(async () => {
  started = await startTestApp();
  staff = new RequestCaller(started, await started.createUser({ roles: ['RequestsProcessor'] }));
});
afterAll(() => started.close());

async function person(): Promise<RequestCaller> {
  return new RequestCaller(started, await started.createUser({ roles: ['Student'] }));
}

/** Sends a notice about a record, or about none. */
function sendNotice(to: RequestCaller, about?: number, status = 'Ready'): Promise<number | null> {
  const title = `Poster #${about ?? 0}`;
  return transaction(started.services.db, (tx) =>
    notify(started.services, tx, {
      event: 'requestStatusChanged',
      audience: 'customer',
      recipients: [to.user.id],
      values: { form: 'Poster', number: '1', status, request: { text: title, path: `/requests/${about}` } },
      ...(about === undefined
        ? {}
        : { about: { resource: 'submissions', id: about, title, path: `/requests/${about}` } }),
    }),
  );
}

const unread = async (who: RequestCaller): Promise<number> =>
  (await who.call('GET', '/api/UserMessage/GetNumberUnreadMessages')).json<number>();
const threads = async (who: RequestCaller, query = ''): Promise<Threads> =>
  (await who.call('GET', `/api/messages/threads${query}`)).json<Threads>();
const mark = (who: RequestCaller, keys: string[], to: string, messages?: number[]) =>
  who.call('POST', '/api/messages/marks', { keys, mark: to, ...(messages ? { messages } : {}) });

describe('my messages', () => {
  test('are threads by what they are about, the newest first, and in general', async () => {
    const ada = await person();
    await sendNotice(ada, 12, 'First');
    await sendNotice(ada, 13, 'Second');
    await sendNotice(ada);
    await sendNotice(ada, 12, 'Third');
    const { threads: found, next } = await threads(ada);
    expect(found).toMatchObject([
      {
        key: 'submissions-12',
        title: 'Poster #12',
        path: '/requests/12',
        count: 2,
        unread: 2,
        subject: 'Poster #12: Third',
      },
      { key: 'general', path: null, count: 1 },
      { key: 'submissions-13', count: 1 },
    ]);
    expect(next).toBeNull();
    expect(found[0]?.excerpt).toMatch(/^Hello .*, Your request Poster #12 is now Third\.$/);
    const thread = (await ada.call('GET', '/api/messages/threads/submissions-12')).json<Thread>();
    expect(thread.messages.map(({ subject }) => subject)).toEqual(['Poster #12: First', 'Poster #12: Third']);
    expect(thread.messages[0]?.html).toContain('<a href="/requests/12">Poster #12</a>');
  });

  test('are counted until they are read or archived, and each mark can be undone', async () => {
    const ada = await person();
    await sendNotice(ada, 1);
    await sendNotice(ada, 1);
    await sendNotice(ada, 2);
    expect(await unread(ada)).toBe(3);
    const { messages } = (await mark(ada, ['submissions-1'], 'read')).json<Marked>();
    expect(await unread(ada)).toBe(1);
    await mark(ada, ['submissions-1'], 'unread');
    expect(await unread(ada)).toBe(2);
    expect((await mark(ada, ['submissions-1'], 'unread', messages)).json()).toEqual({
      messages: [Math.min(...messages)],
    });
    expect(await unread(ada)).toBe(3);
    await mark(ada, ['submissions-1'], 'read', messages.slice(0, 1));
    expect(await unread(ada)).toBe(2);
    await mark(ada, ['submissions-1', 'submissions-2'], 'archived');
    expect(await unread(ada)).toBe(0);
    expect((await threads(ada)).threads).toEqual([]);
    expect((await threads(ada, '?box=archived')).threads).toHaveLength(2);
    await mark(ada, ['submissions-2'], 'kept');
    expect((await threads(ada, '?box=unread')).threads.map(({ key }) => key)).toEqual(['submissions-2']);
    // A new message brings an archived thread back.
    await sendNotice(ada, 1);
    expect((await threads(ada)).threads[0]).toMatchObject({ key: 'submissions-1', count: 3 });
  });

  test('are all read together, apart from archived conversations, and unread again', async () => {
    const [ada, eve] = [await person(), await person()];
    for (const about of [1, 1, 2, 3]) await sendNotice(ada, about);
    await sendNotice(ada);
    await sendNotice(eve, 1);
    const [read] = (await threads(ada)).threads.filter(({ key }) => key === 'submissions-2');
    await mark(ada, ['submissions-2'], 'read');
    await mark(ada, ['submissions-3'], 'archived');
    // Archived and unread, in a conversation that continues.
    await mark(ada, ['submissions-1'], 'archived');
    await sendNotice(ada, 1);
    const { messages } = (await ada.call('POST', '/api/messages/allRead')).json<Marked>();
    expect(messages).toHaveLength(4);
    expect((await threads(ada)).threads.map((thread) => thread.unread)).toEqual([0, 0, 0]);
    expect((await threads(ada, '?box=archived')).threads.map((thread) => thread.unread)).toEqual([1]);
    expect([await unread(ada), await unread(eve)]).toEqual([0, 1]);
    expect((await ada.call('POST', '/api/messages/allRead')).json()).toEqual({ messages: [] });

    const back = { mark: 'unread', messages };
    expect((await eve.call('POST', '/api/messages/marks', back)).json()).toEqual({ messages: [] });
    const { messages: again } = (await ada.call('POST', '/api/messages/marks', back)).json<Marked>();
    expect(again.toSorted()).toEqual(messages.toSorted());
    expect(await unread(ada)).toBe(2);
    expect((await threads(ada)).threads.find(({ key }) => key === read?.key)?.unread).toBe(0);
    expect((await ada.call('POST', '/api/messages/marks', { mark: 'unread' })).statusCode).toBe(400);
  });

  test('are found by words, in which % and _ are no wildcards', async () => {
    const ada = await person();
    await sendNotice(ada, 1, '100%_done');
    await sendNotice(ada, 2, 'Otherwise');
    const found = async (q: string) =>
      (await threads(ada, `?q=${encodeURIComponent(q)}`)).threads.map(({ key }) => key);
    expect(await found('100%_d')).toEqual(['submissions-1']);
    expect(await found('%')).toEqual(['submissions-1']);
    expect(await found('poster #2')).toEqual(['submissions-2']);
    expect(await found('\\')).toEqual([]);
  });

  test('are found by similar words where none has those of the search', async () => {
    const ada = await person();
    await sendNotice(ada, 1, 'Finished');
    const { threads: found, corrected } = await threads(ada, '?q=finihsed');
    expect([found.length, corrected]).toEqual([1, 'finished']);
    expect(await threads(ada, '?q=finished')).not.toHaveProperty('corrected');
    expect((await threads(ada, '?q=zzyzxq')).threads).toEqual([]);
  });

  test('are found by text and author, not by markup', async () => {
    const ada = await person();
    await sendNotice(ada, 1, 'R&D <poster>');
    const found = async (q: string) => (await threads(ada, `?q=${encodeURIComponent(q)}`)).threads.length;
    for (const words of ['r&d <poster>', 'is now r&d', 'poster #1 is now']) expect(await found(words), words).toBe(1);
    for (const mark of ['strong', 'href', '&amp;', '&lt;', '<p>']) expect(await found(mark), mark).toBe(0);
    const { id } = await ada.file('general-question', { topic: 'other', question: 'How does it work?' });
    await staff.call('POST', `/api/requests/submissions/${id}/messages`, { kind: 'Default', text: 'By hand.' });
    expect(await found(staff.user.username)).toBe(1);
  });

  test('come in pages', async () => {
    const ada = await person();
    for (let about = 1; about <= 31; about += 1) await sendNotice(ada, about);
    const first = await threads(ada);
    expect(first.threads).toHaveLength(30);
    expect((await threads(ada, `?before=${first.next}`)).threads.map(({ key }) => key)).toEqual(['submissions-1']);
  });

  test('of one thread come the newest first, and the older ones on demand', async () => {
    const ada = await person();
    await sendNotice(ada, 14, 'Number 1');
    const { db } = started.services;
    const { id: newest } = await db
      .selectFrom('messages')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    await sql`with copies as (insert into "messages" ("kind", "category", "event", "subject", "html", "authorKind", "about", "aboutId",
        "aboutTitle", "templateVersion") select "kind", "category", "event", 'Number ' || n, "html", "authorKind", "about", "aboutId",
        "aboutTitle", "templateVersion" from "messages", generate_series(2, 205) n where "id" = ${newest} returning "id")
      insert into "messageRecipients" ("userId", "messageId") select ${ada.user.id}::bigint, "id" from copies`.execute(
      db,
    );
    const thread = async (query: string) =>
      (await ada.call('GET', `/api/messages/threads/submissions-14${query}`)).json<Thread>();
    const { messages, earlier } = await thread('');
    expect([messages.length, earlier]).toEqual([200, 5]);
    const older = await thread(`?before=${messages[0]?.id}`);
    expect([older.messages.length, older.earlier]).toEqual([5, 0]);
    expect(new Set([...older.messages, ...messages].map(({ id }) => id)).size).toBe(205);
  });

  test("are no one else's", async () => {
    const [ada, eve] = [await person(), await person()];
    await sendNotice(ada, 77);
    expect(await unread(eve)).toBe(0);
    expect((await threads(eve)).threads).toEqual([]);
    expect(expectProblem(await eve.call('GET', '/api/messages/threads/submissions-77'))).toMatchObject({
      status: 404,
      code: 'messages.no-thread',
    });
    await mark(eve, ['submissions-77'], 'archived');
    expect(await unread(ada)).toBe(1);
    const visitor = await started.app.inject({ url: '/api/UserMessage/GetNumberUnreadMessages' });
    expect(visitor.statusCode).toBe(401);
  });

  test('nonsense is refused', async () => {
    const ada = await person();
    for (const url of ['?box=spam', '?before=-1', '?before=x', `?q=${'x'.repeat(201)}`, '?user=1'])
      expect((await ada.call('GET', `/api/messages/threads${url}`)).statusCode).toBe(400);
    expect((await ada.call('GET', '/api/messages/threads/a-1%27or')).statusCode).toBe(400);
    expect((await mark(ada, [], 'read')).statusCode).toBe(400);
    expect((await mark(ada, ['general'], 'deleted')).statusCode).toBe(400);
  });
});

describe('what reaches me', () => {
  test('is chosen by kind of message; what must be sent cannot be turned off', async () => {
    const ada = await person();
    const choices = (await ada.call('GET', '/api/messages/choices')).json<Choices>();
    expect(choices.categories.find(({ key }) => key === 'requests')?.delivery).toBe('mail');
    const chosen = await ada.call('PUT', '/api/messages/choices', { category: 'requests', delivery: 'none' });
    expect(chosen.json<Choices>().categories.find(({ key }) => key === 'requests')?.delivery).toBe('none');
    await sendNotice(ada, 1);
    expect(await unread(ada)).toBe(0);
    expect(
      expectProblem(await ada.call('PUT', '/api/messages/choices', { category: 'account', delivery: 'none' })),
    ).toMatchObject({ status: 409, code: 'messages.required' });
    expect(
      expectProblem(await ada.call('PUT', '/api/messages/choices', { category: 'nothing', delivery: 'none' })),
    ).toMatchObject({ status: 404, code: 'messages.no-category' });
  });

  test('is offered to the people it can concern', async () => {
    const kinds = async (cookie: string) => {
      const answer = await started.app.inject({ url: '/api/messages/choices', headers: { cookie } });
      return answer.json<Choices>().categories.map(({ key }) => key);
    };
    const staff = await started.createUser({ roles: ['RequestsProcessor'] });
    expect(await kinds(staff.cookie)).toContain('processing');
    const ada = await started.createUser();
    expect(await kinds(ada.cookie)).toContain('requests');
    expect(await kinds(ada.cookie)).not.toContain('processing');
  });
});

describe('a request', () => {
  test('notifies its customer of its receipt and of each status by staff, once and as text', async () => {
    const ada = await person();
    const { id, status } = await ada.file('general-question', {
      topic: 'other',
      question: 'How does this machine work?',
    });
    expect(status).toBe('Submitted');
    await staff.moved(id, 'Submitted', 'CustomerActionNeeded', { reason: 'Which <size>?' });
    const thread = (await ada.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
    expect(thread.messages.map(({ subject, kind }) => [subject, kind])).toEqual([
      [`We received your request: How does this machine work? (Ask a question #${id})`, 'StatusUpdate'],
      [expect.stringMatching(/^Action needed: /), 'Resubmit'],
    ]);
    expect(thread.messages[1]?.html).toContain('Which &lt;size&gt;?');
    expect(thread.path).toBe(`/requests/viewsubmission/${id}`);
    expect(await unread(staff)).toBe(0);
  });

  test('notifies its new assignee, and then of what the customer does', async () => {
    const [ada, clerk] = [
      await person(),
      new RequestCaller(started, await started.createUser({ roles: ['RequestsProcessor'] })),
    ];
    const { id, status } = await ada.file('general-question', {
      topic: 'other',
      question: 'How does this machine work?',
    });
    await staff.act('assign', [id], { inputs: { assignedToId: clerk.user.id } });
    await ada.moved(id, status, 'Canceled');
    const thread = (await clerk.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
    expect(thread.messages.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('is assigned to you'),
      expect.stringContaining('Canceled'),
    ]);
  });

  test('notifies its assignee once of what other staff do, and no one of their own actions', async () => {
    const [ada, clerk] = [
      await person(),
      new RequestCaller(started, await started.createUser({ roles: ['RequestsProcessor'] })),
    ];
    const { id } = await ada.file('general-question', { topic: 'other', question: 'How does this machine work?' });
    await clerk.moved(id, 'Submitted', 'InProcess');
    const path = `/api/requests/submissions/${id}`;
    const key = () => ({ 'idempotency-key': randomUUID() });
    await staff.call('POST', `${path}/messages`, { kind: 'Default', text: 'Soon.' }, key());
    const sentQuestion = await staff.call('POST', `${path}/messages`, { kind: 'Question', text: 'Which?' }, key());
    const question = sentQuestion.json<SubmissionDetail>().conversation.open[0];
    await staff.call('POST', `${path}/messages/${question}/withdraw`);
    await staff.moved(id, 'InProcess', 'Completed');
    const { messages } = (await clerk.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
    expect(messages.map(({ subject }) => subject.replace(/^.*: /, ''))).toEqual([
      `Customer action needed, by ${staff.user.username}`,
      `In process, by ${staff.user.username}`,
      `Completed, by ${staff.user.username}`,
    ]);
    expect(await unread(staff)).toBe(0);
  });

  test('notifies the assignee that its form names', async () => {
    const [ada, clerk, admin] = [
      await person(),
      new RequestCaller(started, await started.createUser({ roles: ['RequestsProcessor'] })),
      new RequestCaller(started, await started.createUser({ roles: ['RequestsAdmin'] })),
    ];
    const { name } = await publishForm(admin, formOf({ note: textField() }), { assigneeId: clerk.user.id });
    const { id } = await ada.file(name, { note: 'Please' });
    const { messages } = (await clerk.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
    expect(messages.map(({ subject }) => subject)).toEqual([`New: ${name} #${id}`]);
    expect(messages[0]?.html).toContain(ada.user.username);
    expect(await unread(admin)).toBe(0);
  });
});
