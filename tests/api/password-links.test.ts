import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PasswordLinkAccount } from '../../domain/calls/accounts.ts';
import type { ActionAnswer, ActionPlan } from '../../domain/calls/action-parts.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { composedMail } from '../../server/features/messages/composed-mail.ts';
import { openedMail } from '../../server/features/messages/mail-routes.ts';
import { passwords } from '../../server/features/passwords/feature.ts';
import { expectProblem } from './expect-problem.ts';
import { makeRow } from '../factories/any-row.ts';
import { PASSWORD, startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await startTestApp({
    env: {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Makeshop <makeshop@campus.example>',
      PUBLIC_URL: 'https://portal.example',
    },
  });
  admin = await t.createUser({ roles: ['Administrator'] });
});
afterAll(() => t.close());
beforeEach(() => {
  remoteAddress = `192.0.2.${(tests += 1)}`;
});

/** Each test is at an address of its own. */
let tests = 0;
let remoteAddress = '';
const NEXT = 'four random words here';

const post = (url: string, payload: object, cookie?: string, app = t) =>
  app.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress,
    headers: { host: 'portal.example', ...(cookie ? { cookie } : {}) },
  });
const logIn = (username: string, password: string) => post('/api/Login', { username, password });
const look = (link: string) => post('/api/account/passwordLink/account', { link });
const set = (link: string, newPassword = NEXT) => post('/api/account/passwordLink', { link, newPassword });
const account = (given: Row = {}): Promise<Row> => {
  const username = `invited-${(made += 1)}`;
  const row = { username, displayName: 'Ann Invited', email: `${username}@home.example`, active: true, ...given };
  return makeRow(t.services, 'users', row);
};
let made = 0;
const invite = (ids: unknown[], inputs: object = {}, cookie = admin.cookie) =>
  post('/api/users/actions/invite', { ids, inputs }, cookie);

/** Requests a link and does the job's work. */
async function forget(name: string): Promise<void> {
  const answer = await post('/api/account/passwordRequest', { account: name });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  await work();
}

async function work(): Promise<void> {
  const { rows } = await sql<{ id: string; data: { account: string } }>`
    delete from pgboss.job where name = 'send-password-links' and state = 'created' returning id, data`.execute(
    t.services.db,
  );
  for (const { data } of rows) await passwords.jobs![0]!.run(t.services, data);
}

const mailsOf = (userId: number, event = 'password%') =>
  t.services.db
    .selectFrom('mails')
    .selectAll()
    .where('userId', '=', userId)
    .where('event', 'like', event)
    .orderBy('id')
    .execute();

/** The token of the link in the account's last mail. */
async function mailedLink(userId: number): Promise<string> {
  const mail = (await mailsOf(userId)).at(-1);
  const content = mail && (await composedMail(t.services, mail));
  return /https:\/\/portal\.example\/login\/password#(\S+)/.exec(content?.text ?? '')?.[1] ?? '';
}

async function expectVoid(link: string): Promise<void> {
  for (const answer of [await look(link), await set(link)])
    expect(expectProblem(answer)).toMatchObject({ status: 410, code: 'password.link-void' });
}

describe('an invitation', () => {
  test('is mailed, names the account, and sets its password once', async () => {
    const { id, username, email } = await account();
    const plan = (await post('/api/users/actions/invite/plan', { ids: [id] }, admin.cookie)).json<ActionPlan>();
    expect(plan).toMatchObject({ inputs: {}, asks: true, title: 'Invite Ann Invited to set a password?' });
    expect(plan.notes[0]).toBe(`${String(email)} gets an email with a link.`);
    const answer = await invite([id]);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<ActionAnswer>()).not.toHaveProperty('shown');
    const [mail] = await mailsOf(Number(id));
    expect(mail).toMatchObject({ address: email, event: 'passwordInvitation', state: 'queued' });
    const link = await mailedLink(Number(id));
    const stored = await sql<{ all: string }>`select "passwordLinks"::text as all from "passwordLinks"`.execute(
      t.services.db,
    );
    expect(JSON.stringify(stored.rows)).not.toContain(link);
    expect((await look(link)).json<PasswordLinkAccount>()).toMatchObject({ username, purpose: 'invitation' });
    expect(expectProblem(await set(link, 'short'))).toMatchObject({ errors: { newPassword: expect.any(String) } });
    expect((await set(link)).statusCode).toBe(204);
    expect((await logIn(String(username), NEXT)).statusCode).toBe(200);
    await expectVoid(link);
    expect(await mailsOf(Number(id), 'passwordChanged')).toHaveLength(1);
  });

  test('is replaced by the next one, whose mail alone is sent', async () => {
    const { id } = await account();
    await invite([id]);
    const first = await mailedLink(Number(id));
    await invite([id]);
    await expectVoid(first);
    expect((await mailsOf(Number(id))).map(({ state }) => state)).toEqual(['cancelled', 'queued']);
    expect((await look(await mailedLink(Number(id)))).statusCode).toBe(200);
  });

  test('works in one of two tabs', async () => {
    const { id } = await account();
    await invite([id]);
    const link = await mailedLink(Number(id));
    const statuses = (await Promise.all([set(link), set(link, `${NEXT} again`)])).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([204, 410]);
  });

  test('is not consumed by a mail scanner that opens its page', async () => {
    const { id } = await account();
    await invite([id]);
    const link = await mailedLink(Number(id));
    for (const url of ['/api/account/passwordLink', '/api/account/passwordLink/account'])
      expect((await t.app.inject({ url, query: { link, newPassword: NEXT }, remoteAddress })).statusCode).toBe(404);
    for (let times = 0; times < 2; times += 1) expect((await look(link)).statusCode).toBe(200);
    expect((await set(link)).statusCode).toBe(204);
  });

  test('sets the password of its account, in the browser of another person, who stays logged in', async () => {
    const { id, username } = await account();
    await invite([id]);
    const other = await t.createUser();
    const body = { link: await mailedLink(Number(id)), newPassword: NEXT };
    const answer = await post('/api/account/passwordLink', body, other.cookie);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([204, undefined]);
    const own = await t.app.inject({ url: '/api/account/sessions', headers: { cookie: other.cookie } });
    expect(own.statusCode).toBe(200);
    expect((await logIn(other.username, NEXT)).statusCode).toBe(401);
    expect((await logIn(other.username, PASSWORD)).statusCode).toBe(200);
    expect((await logIn(String(username), NEXT)).statusCode).toBe(200);
  });

  test('is void after the account is deleted', async () => {
    const { id } = await account();
    await invite([id]);
    const link = await mailedLink(Number(id));
    const url = `/api/users/${String(id)}`;
    const answer = await t.app.inject({ method: 'DELETE', url, headers: { cookie: admin.cookie } });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    await expectVoid(link);
  });

  test('expires, and is void after another address, another password or the end of the account', async () => {
    const changes: Row[] = [{ email: 'other@home.example' }, { active: false }];
    for (const change of changes) {
      const { id } = await account();
      await invite([id]);
      const link = await mailedLink(Number(id));
      await t.services.engine.update(SYSTEM, 'users', Number(id), change, { command: true });
      await expectVoid(link);
    }
    const { id } = await account();
    await invite([id]);
    const link = await mailedLink(Number(id));
    await sql`update "passwordLinks" set "endsAt" = atrium_now() - interval '1 second' where "userId" = ${id}`.execute(
      t.services.db,
    );
    for (const answer of [await look(link), await set(link)])
      expect(expectProblem(answer)).toMatchObject({ status: 410, code: 'password.link-ended' });
    await invite([id]);
    const again = await mailedLink(Number(id));
    await post(
      '/api/users/actions/setPassword',
      { ids: [id], inputs: { password: 'given by the desk' } },
      admin.cookie,
    );
    await expectVoid(again);
  });

  test('of an administrator requires the own password; others cannot invite', async () => {
    const { id } = await account({ roles: ['Administrator'] });
    expect(expectProblem(await invite([id]))).toMatchObject({
      status: 400,
      errors: { currentPassword: expect.anything() },
    });
    expect(expectProblem(await invite([id], { currentPassword: 'not the right one' })).status).toBe(400);
    expect((await invite([id], { currentPassword: PASSWORD })).statusCode).toBe(200);
    const other = await t.createUser({ roles: ['Staff'] });
    expect((await invite([(await account())['id']], {}, other.cookie)).statusCode).toBe(403);
    expect((await invite([admin.id], { currentPassword: PASSWORD })).statusCode).toBe(409);
  });

  test('is shown once where no mail reaches the person, and hidden from readers of the outbox', async () => {
    const { id, username } = await account({ email: null });
    const { shown } = (await invite([id])).json<ActionAnswer>();
    const link = shown?.value.split('https://portal.example/login/password#')[1] ?? '';
    expect(await mailsOf(Number(id))).toEqual([]);
    expect((await look(link)).json<PasswordLinkAccount>()).toMatchObject({ username });
    const mailed = await account();
    await invite([mailed['id']]);
    const [mail] = await mailsOf(Number(mailed['id']));
    const actor = { ...SYSTEM, capabilities: ['everything'] as const };
    for (const services of [t.services, { ...t.services, mail: null }])
      expect((await openedMail(services, actor as never, mail!.id)).text).toContain('/login/password#...');
  });
});

describe('a forgotten password', () => {
  test('is replaced by a link to the address of the account, by username or address', async () => {
    const user = await t.createUser();
    for (const name of [user.username, ` ${user.username.toUpperCase()}@Campus.example `]) {
      await forget(name);
      const [last] = (await mailsOf(user.id, 'passwordReset')).slice(-1);
      expect(last).toMatchObject({ address: `${user.username}@campus.example`, isMandatory: true, state: 'queued' });
    }
    const link = await mailedLink(user.id);
    expect((await look(link)).json<PasswordLinkAccount>()).toMatchObject({ purpose: 'reset' });
    expect((await set(link)).statusCode).toBe(204);
    const own = await t.app.inject({ url: '/api/account/sessions', headers: { cookie: user.cookie } });
    expect(own.statusCode).toBe(401);
    expect((await logIn(user.username, PASSWORD)).statusCode).toBe(401);
    expect((await logIn(user.username, NEXT)).statusCode).toBe(200);
    expect(await mailsOf(user.id, 'passwordChanged')).toHaveLength(1);
  });

  test('lets a person log in after too many failures', async () => {
    const user = await t.createUser();
    for (let tried = 0; tried < 30; tried += 1) await logIn(user.username, 'a wrong guess');
    expect((await logIn(user.username, PASSWORD)).statusCode).toBe(429);
    await forget(user.username);
    await set(await mailedLink(user.id));
    expect((await logIn(user.username, NEXT)).statusCode).toBe(200);
  });

  test('answers alike for unknown names and accounts that have no password here', async () => {
    const { id, username } = await account();
    const kiosk = await t.createUser({ roles: ['Kiosk'] });
    const closed = await t.createUser();
    await t.services.engine.update(SYSTEM, 'users', closed.id, { active: false }, { command: true });
    for (const name of ['nobody-of-this-name', String(username), kiosk.username, closed.username]) await forget(name);
    for (const userId of [Number(id), kiosk.id, closed.id]) expect(await mailsOf(userId)).toEqual([]);
    await invite([id]);
    await forget(String(username));
    expect((await mailsOf(Number(id))).map(({ event }) => event)).toEqual(['passwordInvitation', 'passwordReset']);
  });

  test('mails an account three times an hour', async () => {
    const user = await t.createUser();
    for (let times = 0; times < 4; times += 1) await forget(user.username);
    expect(await mailsOf(user.id)).toHaveLength(3);
  });

  test('goes to no address that someone else has set since the last login', async () => {
    const victim = await t.createUser();
    const thief = await t.createUser({ roles: ['Administrator'] });
    const put = { method: 'PUT', url: `/api/users/${victim.id}`, payload: { email: 'thief@home.example' } } as const;
    expect((await t.app.inject({ ...put, headers: { cookie: thief.cookie } })).statusCode).toBe(200);
    await forget(victim.username);
    expect(await mailsOf(victim.id)).toEqual([]);
    await logIn(victim.username, PASSWORD);
    await forget(victim.username);
    expect(await mailsOf(victim.id)).toHaveLength(1);
  });

  test('is limited by address', async () => {
    const statuses = new Set<number>();
    for (let times = 0; times < 31; times += 1)
      statuses.add((await post('/api/account/passwordRequest', { account: `nobody-${times}` })).statusCode);
    expect([...statuses]).toEqual([204, 429]);
  });

  test('is not offered without a mail server or local accounts', async () => {
    const others = await Promise.all([
      startTestApp(),
      startTestApp({
        env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@campus.example', LOCAL_LOGIN: 'off' },
      }),
    ]);
    for (const app of others) {
      const answer = await post('/api/account/passwordRequest', { account: 'student' }, undefined, app);
      expect(expectProblem(answer)).toMatchObject({ status: 409, code: 'password.no-mail' });
      await app.close();
    }
  });
});
