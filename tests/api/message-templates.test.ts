import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SentMessage, TemplateDetail, TemplatePreview, TemplateSummary } from '../../domain/calls/templates.ts';
import type { Problem } from '../../domain/values/problem.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { usedTemplate } from '../../server/features/messages/saved-templates.ts';
import { unusedTemplates } from '../../server/features/templates/stored.ts';
import { transaction } from '../../server/platform/database.ts';
import { expectProblem } from './expect-problem.ts';
import { formOf, publishForm, RequestCaller, textField } from './request-calls.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const ONE = '/api/messageEvents/requestStatusChanged/customer';
const OWN = { subject: 'News of {form}', body: '<p>Dear {recipientName}, it is {status}.</p>' };

const POSTER = { text: 'Poster #7', path: '/requests/viewsubmission/7' };
let started: TestApp;
let admin: RequestCaller;
let processor: RequestCaller;
let ada: TestUser;

beforeAll(async () => {
  started = await startTestApp();
  admin = new RequestCaller(started, await started.createUser({ roles: ['Administrator'] }));
  processor = new RequestCaller(started, await started.createUser({ roles: ['RequestsProcessor'] }));
  ada = await started.createUser({ roles: ['Student'] });
});
afterAll(() => started.close());
beforeEach(async () => {
  await started.services.db.deleteFrom('mails').execute();
  await started.services.db.deleteFrom('messages').execute();
  await started.services.db.deleteFrom('messageTemplates').execute();
});

const detail = async (who = admin): Promise<TemplateDetail> => (await who.call('GET', ONE)).json<TemplateDetail>();
const save = (version: number, template: object | null, who = admin) =>
  who.call('POST', `${ONE}/versions`, { version, template });
const preview = (template: object, messageId: number | null = null, who = admin) =>
  who.call('POST', `${ONE}/preview`, { template, messageId });

function sendNotice(values = {}, about?: number): Promise<number | null> {
  return transaction(started.services.db, (tx) =>
    notify(started.services, tx, {
      event: 'requestStatusChanged',
      audience: 'customer',
      recipients: [ada.id],
      values: { request: POSTER, form: 'Poster', number: '7', status: 'Ready', ...values },
      ...(about === undefined
        ? {}
        : { about: { resource: 'submissions', id: about, title: 'Poster', path: '/requests' } }),
    }),
  );
}

function refusal(answer: LightMyRequestResponse, status: number, code: string): Problem {
  const problem = expectProblem(answer);
  expect(problem).toMatchObject({ status, code });
  return problem;
}

/** Lets this role see templates, or change them too. */
async function grant(role: string, actions: ('read' | 'create')[]): Promise<number> {
  const rule = { role, resource: 'messageTemplates', actions, readFields: ['*'], writeFields: ['*'], condition: null };
  const { id } = await started.services.engine.create(SYSTEM, 'permissions', rule, { command: true });
  await started.services.permissions.refresh();
  return id;
}

describe('templates', () => {
  test('lists all events and audiences, with the used text and its last author', async () => {
    await save(0, OWN);
    const list = (await admin.call('GET', '/api/messageEvents')).json<TemplateSummary[]>();
    expect(list.length).toBeGreaterThanOrEqual(6);
    expect(list.find(({ event }) => event === 'requestStatusChanged')).toMatchObject({
      audience: 'customer',
      label: 'Request status changes',
      category: 'Your requests',
      subject: OWN.subject,
      state: 'changed',
      version: 1,
      savedBy: admin.user.username,
      isShippedNewer: false,
    });
    expect(list.find(({ event }) => event === 'softwarelicenseemail')).toMatchObject({
      state: 'shipped',
      version: 0,
      savedAt: null,
    });
  });

  test('are for those who are permitted, and to be saved by fewer', async () => {
    for (const path of ['/api/messageEvents', ONE, `${ONE}/messages`])
      expect((await processor.call('GET', path)).statusCode).toBe(403);
    const rule = await grant('RequestsProcessor', ['read']);
    expect((await detail(processor)).canSave).toBe(false);
    expect((await save(0, OWN, processor)).statusCode).toBe(403);
    await started.services.engine.remove(SYSTEM, 'permissions', rule);
    const other = await grant('RequestsProcessor', ['read', 'create']);
    expect((await save(0, OWN, processor)).json()).toMatchObject({ version: 1, canSave: true });
    await started.services.engine.remove(SYSTEM, 'permissions', other);
    await started.services.permissions.refresh();
    expect((await save(1, null, processor)).statusCode).toBe(403);
  });

  test('that no one has declared are not found', async () => {
    for (const path of ['nothing/customer', 'requestStatusChanged/nobody', 'requestStatusChanged/constructor'])
      refusal(await admin.call('GET', `/api/messageEvents/${path}`), 404, 'templates.not-found');
  });

  test('apply from the moment of saving, in every process, and messages store their version', async () => {
    const first = await sendNotice();
    await save(0, OWN);
    const second = await sendNotice();
    await save(1, null);
    const third = await sendNotice();
    const rows = await started.services.db
      .selectFrom('messages')
      .select(['id', 'subject', 'html', 'templateVersion', 'audience', 'values'])
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { id: first, subject: 'Poster #7: Ready', templateVersion: null },
      { id: second, subject: 'News of Poster', html: '<p>Dear {recipientName}, it is Ready.</p>', templateVersion: 1 },
      { id: third, subject: 'Poster #7: Ready', templateVersion: null, audience: 'customer' },
    ]);
    expect(rows[1]?.values).toEqual({ request: POSTER, form: 'Poster', number: '7', status: 'Ready' });
  });

  test('have a history that leads back to each version and to the shipped one', async () => {
    await save(0, OWN);
    await save(1, { ...OWN, subject: 'Second' });
    await save(2, null);
    const { versions, state, current, shipped } = await detail();
    expect(versions.map(({ number, template }) => [number, template?.subject ?? null])).toEqual([
      [3, null],
      [2, 'Second'],
      [1, OWN.subject],
    ]);
    expect([state, current]).toEqual(['shipped', shipped]);
    expect(versions[0]).toMatchObject({ savedBy: admin.user.username, savedAt: expect.stringMatching(/^\d{4}-/) });
    const again = (await save(3, versions[2]?.template ?? null)).json<TemplateDetail>();
    expect(again).toMatchObject({ version: 4, current: OWN });
    // What changes nothing is no version.
    expect((await save(4, OWN)).json()).toMatchObject({ version: 4 });
  });

  test('of two concurrent saves, one is refused', async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => save(0, { ...OWN, subject: `Mine ${n}` })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412]);
    const refused = answers.find(({ statusCode }) => statusCode === 412);
    expect(refused && refusal(refused, 412, 'templates.changed-meanwhile')).toMatchObject({
      current: { version: 1, versions: [{ number: 1 }] },
    });
    expect((await detail()).versions).toHaveLength(1);
  });

  test.each([
    [{ subject: 'x'.repeat(201) }, { subject: 'A subject can have at most 200 characters' }],
    [{ subject: '{reason}' }, { subject: '{reason} has several lines. A subject has only one' }],
    [
      { subject: '', body: '' },
      { subject: 'Enter a subject', body: 'Enter the text of the message' },
    ],
    [{ body: '<p>{nobody}</p>' }, { body: expect.stringContaining('There is no placeholder {nobody}') }],
    [{ body: '<p>&lcub;nobody&rcub;</p>' }, { body: expect.stringContaining('{nobody}') }],
    [{ body: '<p>x</p><img src=x onerror=alert(1)>' }, { body: expect.stringContaining('Not allowed in a message') }],
    [{ body: '{'.repeat(200_000) }, { body: 'A text can have at most 20,000 characters' }],
  ])('that cannot be sent are refused beside the field: %j', async (given, errors) => {
    expect(refusal(await save(0, { ...OWN, ...given }), 422, 'templates.faulty')).toMatchObject({ errors });
    expect((await detail()).version).toBe(0);
  });

  test('that a changed declaration no longer allows are not used, and the log says so', async () => {
    await save(0, OWN);
    await started.services.db
      .updateTable('messageTemplates')
      .set({ subject: 'Of {gone}', shippedBody: '<p>Earlier.</p>' })
      .execute();
    expect(await detail()).toMatchObject({
      state: 'faulty',
      isShippedNewer: true,
      subject: '{request}: {status}',
      current: { subject: 'Of {gone}' },
      shippedThen: { body: '<p>Earlier.</p>' },
      faults: { subject: expect.stringContaining('{gone}') },
    });
    expect(await unusedTemplates(started.services)).toEqual([
      expect.stringMatching(
        /^The saved template of "requestStatusChanged" for "customer" is invalid, so the default is used: subject/,
      ),
    ]);
    await sendNotice();
    expect(await started.services.db.selectFrom('messages').select('subject').executeTakeFirst()).toEqual({
      subject: 'Poster #7: Ready',
    });
    const event = started.services.model.messages.events.get('requestStatusChanged');
    expect(event && (await usedTemplate(started.services.db, event, 'customer')).version).toBeNull();
  });
});

describe('a preview', () => {
  test('has examples that say so, in both themes and as text, also of what cannot be saved', async () => {
    const shown = (
      await preview({ subject: '{form}', body: '<p>{cost} {nobody}<script>x</script></p>' })
    ).json<TemplatePreview>();
    expect(shown).toMatchObject({ subject: '[Example: Name of the form]', isExample: true });
    expect(shown.text).toMatch(/^\$12\.50 \{nobody\}\n/);
    expect(shown.html.dark).toContain('@media all{');
    expect(shown.html.light).not.toContain('<script');
    expect(shown.faults.body).toContain('Not allowed');
    expect(shown.html.light).not.toContain('?link=');
  });

  test('shows a real message, to people who can see it', async () => {
    const foreign = await sendNotice({ form: 'Secret' });
    const own = await transaction(started.services.db, (tx) =>
      notify(started.services, tx, {
        event: 'requestStatusChanged',
        audience: 'customer',
        recipients: [admin.user.id],
        values: {
          request: { text: 'Mine #8', path: '/requests/viewsubmission/8' },
          form: 'Mine',
          number: '8',
          status: 'Ready',
        },
      }),
    );
    const offered = (await admin.call('GET', `${ONE}/messages`)).json<SentMessage[]>();
    expect(offered).toMatchObject([{ id: own, subject: 'Mine #8: Ready', to: [admin.user.username] }]);
    expect((await preview(OWN, own)).json()).toMatchObject({ subject: 'News of Mine', isExample: false });
    refusal(await preview(OWN, foreign), 404, 'templates.no-message');
    refusal(await preview(OWN, 1_000_000), 404, 'templates.no-message');
  });

  test('shows messages about records that the reader can read', async () => {
    const { id } = await started.services.db.selectFrom('submissions').select('id').executeTakeFirstOrThrow();
    const about = await sendNotice({}, id);
    const unknownRecord = await sendNotice({}, 1_000_000);
    expect((await admin.call('GET', `${ONE}/messages`)).json<SentMessage[]>().map((one) => one.id)).toEqual([about]);
    const rule = await grant('ContentAdmin', ['read']);
    const editor = new RequestCaller(started, await started.createUser({ roles: ['ContentAdmin'] }));
    expect((await editor.call('GET', `${ONE}/messages`)).json()).toEqual([]);
    refusal(await preview(OWN, about, editor), 404, 'templates.no-message');
    refusal(await preview(OWN, unknownRecord), 404, 'templates.no-message');
    await started.services.engine.remove(SYSTEM, 'permissions', rule);
    await started.services.permissions.refresh();
  });
});

describe('the form of software licenses', () => {
  test('the form of software licenses has its own text for completed requests, and other forms do not', async () => {
    const { db } = started.services;
    const form = await db
      .selectFrom('forms')
      .selectAll()
      .where('name', '=', 'software-license')
      .executeTakeFirstOrThrow();
    expect(form.completedEvent).toBe('softwarelicenseemail');
    const own = await publishForm(admin, formOf({ note: textField() }), { completedEvent: 'softwarelicenseemail' });
    const other = await publishForm(admin, formOf({ note: textField() }), {});
    const student = new RequestCaller(started, ada);
    for (const { name } of [own, other]) {
      const { id } = await student.file(name, { note: 'Please' });
      await processor.moved(id, 'Submitted', 'InProcess');
      await processor.moved(id, 'InProcess', 'Completed', { reason: 'Key: 42' });
    }
    const notified = await db.selectFrom('messages').select(['event', 'html']).orderBy('id').execute();
    expect(notified.map(({ event }) => event)).toEqual([
      'requestSubmitted',
      'requestStatusChanged',
      'softwarelicenseemail',
      'requestSubmitted',
      'requestStatusChanged',
      'requestStatusChanged',
    ]);
  });
});

describe('a test', () => {
  const send = (template = OWN) => admin.call('POST', `${ONE}/test`, { template, messageId: null });
  const tests = () =>
    started.services.db
      .selectFrom('mails')
      .select(['address', 'subject', 'state'])
      .where('event', '=', 'templateTest')
      .execute();

  test('goes to the person who requests it, through the outbox, and is in no messages', async () => {
    const address = `${admin.user.username}@campus.example`;
    expect((await send()).json()).toEqual({ address, isSent: false });
    expect(await tests()).toEqual([
      { address, subject: '[Test] News of [Example: Name of the form]', state: 'queued' },
    ]);
    expect((await admin.call('GET', '/api/UserMessage/GetNumberUnreadMessages')).json()).toBe(0);
    expect((await admin.call('GET', `${ONE}/messages`)).json()).toEqual([]);
  });

  test('is refused where it could not be saved, and where there were many', async () => {
    refusal(await send({ ...OWN, subject: '{nobody}' }), 422, 'templates.faulty');
    for (let sent = 0; sent < 10; sent += 1) expect((await send()).statusCode).toBe(200);
    refusal(await send(), 429, 'templates.too-many-tests');
    expect(await tests()).toHaveLength(10);
  });

  test('needs an address', async () => {
    await started.services.db.updateTable('users').set({ email: null }).where('id', '=', admin.user.id).execute();
    refusal(await send(), 409, 'templates.no-address');
    await started.services.db
      .updateTable('users')
      .set({ email: `${admin.user.username}@campus.example` })
      .where('id', '=', admin.user.id)
      .execute();
  });
});
