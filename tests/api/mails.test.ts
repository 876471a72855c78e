import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MailContent, MailOverview } from '../../domain/calls/mails.ts';
import { SYSTEM } from './support.ts';
import { transaction } from '../../server/platform/database.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { posterReady } from '../factories/mail/poster-ready.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let administrator: TestUser;
let reader: TestUser;
let student: TestUser;

beforeAll(async () => {
  t = await startTestApp();
  administrator = await t.createUser({ roles: ['Administrator'] });
  reader = await t.createUser({ roles: ['EventAdmin'] });
  student = await t.createUser();
  const rule = { role: 'EventAdmin', resource: 'mails', actions: ['read' as const, 'update' as const] };
  await t.services.engine.create(
    SYSTEM,
    'permissions',
    { ...rule, readFields: ['*'], writeFields: [], condition: null },
    { command: true },
  );
  await t.services.permissions.refresh();
});
afterAll(() => t.close());

beforeEach(async () => {
  await t.services.db.deleteFrom('mails').execute();
  await t.services.db.deleteFrom('suppressedAddresses').execute();
});

/** The id of the email that notifies the student of a status. */
async function sendNotice(change: object = {}): Promise<number> {
  await transaction(t.services.db, (tx) =>
    notify(t.services, tx, { ...posterReady('<script>alert(1)</script>'), recipients: [student.id] }),
  );
  const { id } = await t.services.db.selectFrom('mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await t.services.db
    .updateTable('mails')
    .set({ state: 'sent', ...change })
    .where('id', '=', id)
    .execute();
  return id;
}

const get = (path: string, { cookie }: TestUser) => t.app.inject({ url: `/api/mails${path}`, headers: { cookie } });
const post = (path: string, { cookie }: TestUser, payload: object) =>
  t.app.inject({ method: 'POST', url: `/api/mails/${path}`, headers: { cookie }, payload });
const row = (id: number) =>
  t.services.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

function expectRefusal(answer: Parameters<typeof expectProblem>[0], status: number, code: string): void {
  expect(expectProblem(answer)).toMatchObject({ status, code });
}

describe('the outbox', () => {
  test('says how many mails are in each state, and that nothing is sent without a mail server', async () => {
    await sendNotice();
    await sendNotice({ state: 'refused' });
    await sendNotice({ state: 'refused' });
    for (const user of [administrator, reader]) {
      const overview = (await get('/overview', user)).json<MailOverview>();
      expect(overview).toMatchObject({ counts: { sent: 1, refused: 2, queued: 0 }, isSending: false });
    }
  });

  test('shows an email as sent, without the personal links of its reader', async () => {
    const id = await sendNotice();
    const content = (await get(`/${id}/content`, administrator)).json<MailContent>();
    expect(content).toMatchObject({ withheld: null, attachments: [], isSuppressed: false });
    expect(content.text).toContain('Poster #12 <http://127.0.0.1:3000/requests/12>');
    const headers = new Map(content.headers);
    expect(headers.get('To')).toBe(`${student.username}@campus.example`);
    expect(headers.get('Auto-Submitted')).toBe('auto-generated');
    expect(headers.get('Message-ID')).toBe((await row(id)).headerId);
    const html = await get(`/${id}/html`, administrator);
    expect(html.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(html.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    // What opens a person's settings, or turns a kind off, is a signature of 43 letters.
    expect(`${html.body}${JSON.stringify(content)}`).not.toMatch(/[A-Za-z0-9_-]{43}/);
  });

  test('says when a text is no longer stored', async () => {
    const id = await sendNotice();
    await t.services.db.deleteFrom('messages').execute();
    expect((await get(`/${id}/content`, administrator)).json()).toMatchObject({ withheld: 'gone', text: '' });
  });

  test('shows mails about accounts, and daily mails that bring one, to administrators alone', async () => {
    const id = await sendNotice({ category: 'account' });
    const daily = await sendNotice({ messageId: null, category: 'digest' });
    await t.services.db.updateTable('mails').set({ digestId: daily }).where('id', '=', id).execute();
    for (const mail of [id, daily]) {
      expect((await get(`/${mail}/content`, reader)).json()).toEqual({
        withheld: 'confidential',
        headers: [],
        text: '',
        attachments: [],
        isSuppressed: false,
      });
      expect((await get(`/${mail}/html`, reader)).body).not.toContain('Poster');
      expect((await get(`/${mail}/html`, administrator)).body).toContain('Poster');
    }
  });

  test('is closed to others', async () => {
    const id = await sendNotice({ state: 'refused' });
    for (const path of ['/overview', `/${id}/content`, `/${id}/html`, `/${id}`, '']) {
      expect((await get(path, student)).statusCode, path).toBeGreaterThanOrEqual(403);
    }
    for (const action of ['sendAgain', 'cancel'])
      expectRefusal(await post(`actions/${action}`, student, { ids: [id] }), 403, 'resource.forbidden');
    expect((await t.app.inject('/api/mails/overview')).statusCode).toBe(401);
  });

  test('accepts no mail from anyone', async () => {
    expect((await post('', administrator, { address: 'a@b.example' })).statusCode).toBeGreaterThanOrEqual(400);
    const id = await sendNotice();
    const { cookie } = administrator;
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await t.app.inject({
        method,
        url: `/api/mails/${id}`,
        headers: { cookie },
        payload: { state: 'queued' },
      });
      expect(answer.statusCode, method).toBeGreaterThanOrEqual(400);
    }
    expect(await row(id)).toMatchObject({ state: 'sent' });
  });
});

describe('a mail', () => {
  test.for(['refused', 'unknown', 'suppressed', 'cancelled'] as const)(
    'that is %s is sent again under its Message-ID, and the history names the sender',
    async (state) => {
      const id = await sendNotice({ state, attempts: 13 });
      const { headerId } = await row(id);
      expect((await post('actions/sendAgain', reader, { ids: [id] })).json()).toMatchObject({ ids: [id], changes: [] });
      expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0, headerId });
      const entries = await t.services.db
        .selectFrom('auditEntries')
        .select(['actorId', 'command', 'before', 'after'])
        .where('resource', '=', 'mails')
        .where('recordId', '=', String(id))
        .execute();
      expect(entries).toMatchObject([
        { actorId: reader.id, command: 'mails.sendAgain', before: { state }, after: { state: 'queued' } },
      ]);
    },
  );

  test.for(['queued', 'deferred', 'digest'] as const)('that is %s can be canceled', async (state) => {
    const id = await sendNotice({ state });
    expect((await post('actions/cancel', administrator, { ids: [id] })).json()).toMatchObject({
      ids: [id],
      changes: [],
    });
    expect(await row(id)).toMatchObject({ state: 'cancelled' });
  });

  test('has a question before it is canceled, for one email and for several', async () => {
    const ids = [await sendNotice({ state: 'queued' }), await sendNotice({ state: 'queued' })];
    expect((await post('actions/cancel/plan', administrator, { ids: ids.slice(1) })).json()).toEqual({
      ids: ids.slice(1),
      title: 'Cancel this email?',
      notes: ['It is not sent unless you resend it. The recipient can still read it in the portal.'],
      button: 'Cancel email',
      asks: true,
      inputs: null,
    });
    expect((await post('actions/cancel/plan', administrator, { ids })).json()).toMatchObject({
      title: 'Cancel 2 emails?',
      notes: [expect.stringMatching(/^They are not sent/)],
    });
  });

  test('that is being sent, or is sent, stays as it is', async () => {
    for (const state of ['sending', 'sent'] as const) {
      const id = await sendNotice({ state });
      expectRefusal(await post('actions/cancel', administrator, { ids: [id] }), 409, 'resource.refused');
      expectRefusal(await post('actions/sendAgain', administrator, { ids: [id] }), 409, 'resource.refused');
    }
  });

  test('is sent again with others; emails that cannot be are left out', async () => {
    const ids = [await sendNotice({ state: 'refused' }), await sendNotice(), await sendNotice({ state: 'unknown' })];
    expect((await post('actions/sendAgain', administrator, { ids })).json()).toMatchObject({ ids: [ids[0], ids[2]] });
    expect(await Promise.all(ids.map(async (id) => (await row(id)).state))).toEqual(['queued', 'sent', 'queued']);
    expectRefusal(
      await post('actions/sendAgain', administrator, { ids: [...ids, 999_999] }),
      404,
      'resource.not-found',
    );
  });

  test('that is sent again takes its address off the list, which needs the right to it', async () => {
    const address = `${student.username}@campus.example`;
    await t.services.db.insertInto('suppressedAddresses').values({ address, reason: 'No such user' }).execute();
    const id = await sendNotice({ state: 'suppressed' });
    expectRefusal(await post('actions/sendAgain', reader, { ids: [id] }), 403, 'resource.forbidden');
    expect(await row(id)).toMatchObject({ state: 'suppressed' });
    expect((await post('actions/sendAgain', administrator, { ids: [id] })).json()).toMatchObject({
      ids: [id],
      changes: [],
    });
    expect(await t.services.db.selectFrom('suppressedAddresses').select('id').execute()).toEqual([]);
  });

  test('that brings a day’s messages has them with it', async () => {
    const daily = await sendNotice({ messageId: null, category: 'digest', state: 'refused' });
    const digestPart = await sendNotice({ state: 'refused', digestId: daily });
    await post('actions/sendAgain', administrator, { ids: [daily] });
    expect(await row(digestPart)).toMatchObject({ state: 'digest', digestId: daily });
    await post('actions/cancel', administrator, { ids: [daily] });
    expect(await row(digestPart)).toMatchObject({ state: 'cancelled' });
    await post('actions/sendAgain', administrator, { ids: [digestPart] });
    expect(await row(digestPart)).toMatchObject({ state: 'queued', digestId: null });
  });
});

test('a suppressed address is stored once in one spelling, and removed with an entry in the history', async () => {
  const { cookie } = administrator;
  const add = (address: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/suppressedAddresses',
      headers: { cookie },
      payload: { address, reason: 'Asked for it' },
    });
  const made = await add(' Ada@Example.EDU ');
  expect(made.json()).toMatchObject({ address: 'ada@example.edu', source: 'staff' });
  expect((await add('ADA@example.edu')).statusCode).toBe(409);
  expect((await add('no address')).statusCode).toBe(400);
  const { id } = made.json<{ id: number }>();
  const deletion = await t.app.inject({ method: 'DELETE', url: `/api/suppressedAddresses/${id}`, headers: { cookie } });
  expect(deletion.statusCode).toBe(200);
  const entries = await t.services.db
    .selectFrom('auditEntries')
    .select(['action', 'actorId'])
    .where('resource', '=', 'suppressedAddresses')
    .where('recordId', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'create', actorId: administrator.id },
    { action: 'delete', actorId: administrator.id },
  ]);
});

test('whose address is suppressed reads of it with the messages and in the settings, until it is taken off', async () => {
  const read = (path: string) => t.app.inject({ url: `/api/messages/${path}`, headers: { cookie: student.cookie } });
  const address = `${student.username}@campus.example`;
  await t.services.db.insertInto('suppressedAddresses').values({ address, reason: 'No such user' }).execute();
  for (const path of ['threads', 'choices']) expect((await read(path)).json()).toMatchObject({ addressFails: true });
  await t.services.db.deleteFrom('suppressedAddresses').execute();
  for (const path of ['threads', 'choices']) expect((await read(path)).json()).not.toHaveProperty('addressFails');
});
