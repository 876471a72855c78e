import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { PASSWORD, startTestApp, type TestApp, type TestUser } from './support.ts';
import type { ActionAnswer } from '../../domain/calls/action-parts.ts';
import { makeRow } from '../factories/any-row.ts';
import { clock } from '../factories/clock.ts';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.loginAs('administrator');
});
afterAll(() => t.close());

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

function logIn(payload: object, headers: Record<string, string> = {}) {
  return t.app.inject({ method: 'POST', url: '/api/Login', payload, headers });
}

async function isAlive(cookie: string): Promise<boolean> {
  const answer = await t.app.inject({ method: 'GET', url: '/api/UserCookieData', headers: { cookie } });
  return answer.statusCode === 200;
}

function setActive(user: TestUser, active: boolean) {
  return t.app.inject({ method: 'PUT', url: `/api/users/${user.id}`, headers: { cookie: admin }, payload: { active } });
}

test('login answers the specified session data and a session that is known from then on', async () => {
  const answer = await logIn(
    { username: 'requestsprocessor', password: PASSWORD },
    { authorization: basic('requestsprocessor', PASSWORD) },
  );
  expect(answer.statusCode).toBe(200);
  const { expirationTime, ...rest } = answer.json();
  expect(rest).toEqual({
    roles: ['RequestsProcessor', 'Default'],
    username: 'requestsprocessor',
    isKiosk: false,
    hasPassword: true,
    wasNotAbleToFullyLoad: false,
  });
  const hours = (Date.parse(expirationTime) - clock.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(7.9);
  expect(hours).toBeLessThanOrEqual(8.01);
  const { name, value } = answer.cookies[0]!;
  const data = await t.app.inject({
    method: 'GET',
    url: '/api/UserCookieData',
    headers: { cookie: `${name}=${value}` },
  });
  expect(data.json()).toEqual({
    roles: ['RequestsProcessor', 'Default'],
    expirationTime,
    username: 'requestsprocessor',
    isKiosk: false,
    hasPassword: true,
  });
});

test('the Basic header alone, the body alone, and capitals in the name do', async () => {
  expect((await logIn({}, { authorization: basic('student', PASSWORD) })).statusCode).toBe(200);
  expect((await logIn({ username: ' Student', password: PASSWORD })).statusCode).toBe(200);
});

test('header and body that name different credentials are refused', async () => {
  const answer = await logIn({ username: 'student', password: PASSWORD }, { authorization: basic('staff', PASSWORD) });
  expect(answer.statusCode).toBe(400);
  expect(expectProblem(answer).code).toBe('account.credentials-differ');
});

test('a wrong password, an unknown name, an inactive account and one without a password get the same answer', async () => {
  const inactive = await t.createUser();
  await setActive(inactive, false);
  const { id } = await t.createUser();
  const { rows } = await sql<{ username: string }>`
    with gone as (delete from credentials where "userId" = ${id}) select username from users where id = ${id}`.execute(
    t.services.db,
  );
  const answers = await Promise.all([
    logIn({ username: 'student', password: 'not the password' }),
    logIn({ username: 'nobody-at-all', password: PASSWORD }),
    logIn({ username: inactive.username, password: PASSWORD }),
    logIn({ username: rows[0]!.username, password: PASSWORD }),
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401);
    expect(expectProblem(answer)).toEqual(answers[0]!.json());
    expect(answer.json().detail).toBe('Could not sign in. Please try again.');
  }
});

test('each login gives a new token and ends the session it comes with, and the table holds no token', async () => {
  const user = await t.createUser();
  const again = await logIn({ username: user.username, password: PASSWORD }, { cookie: user.cookie });
  const { name, value } = again.cookies.find((cookie) => cookie.value !== '')!;
  expect(`${name}=${value}`).not.toBe(user.cookie);
  expect(await isAlive(user.cookie)).toBe(false);
  expect(await isAlive(`${name}=${value}`)).toBe(true);
  const { rows } = await sql<{
    found: number;
  }>`select count(*) as found from sessions s where s::text like ${`%${value}%`}`.execute(t.services.db);
  expect(rows[0]!.found).toBe(0);
});

test('an existing session of the browser is never reused', async () => {
  const planted = 'atrium=chosen-by-an-attacker-0123456789abcdef';
  const answer = await logIn({ username: 'student', password: PASSWORD }, { cookie: planted });
  expect(answer.statusCode).toBe(200);
  expect(await isAlive(planted)).toBe(false);
});

test('logout ends the session on the server', async () => {
  const user = await t.createUser();
  const answer = await t.app.inject({ method: 'POST', url: '/api/Logout', headers: { cookie: user.cookie } });
  expect(answer.statusCode).toBe(204);
  expect(answer.cookies[0]).toMatchObject({ value: '' });
  expect(await isAlive(user.cookie)).toBe(false);
});

test('an account made inactive is out at the next request, and its old sessions stay dead when it is active again', async () => {
  const user = await t.createUser();
  expect((await setActive(user, false)).statusCode).toBe(200);
  expect(await isAlive(user.cookie)).toBe(false);
  await setActive(user, true);
  expect(await isAlive(user.cookie)).toBe(false);
});

test('a deleted account is out at the next request', async () => {
  const user = await t.createUser();
  const answer = await t.app.inject({ method: 'DELETE', url: `/api/users/${user.id}`, headers: { cookie: admin } });
  expect(answer.statusCode).toBe(200);
  expect(await isAlive(user.cookie)).toBe(false);
});

test('changing one’s password ends every other session, keeps oneself logged in, and needs the current one', async () => {
  const user = await t.createUser();
  const elsewhere = await t.loginAs(user.username);
  const change = (currentPassword: string, newPassword: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/account/password',
      headers: { cookie: user.cookie },
      payload: { currentPassword, newPassword },
    });
  const wrong = await change('not the password', 'a much better one');
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json().errors).toHaveProperty('currentPassword');
  expect((await change(PASSWORD, 'short')).json().errors).toHaveProperty('newPassword');
  expect(await isAlive(elsewhere)).toBe(true);
  expect(await notified(user.id)).toEqual([]);

  const changed = await change(PASSWORD, 'a much better one');
  expect(changed.statusCode).toBe(200);
  const { name, value } = changed.cookies[0]!;
  expect(await isAlive(`${name}=${value}`)).toBe(true);
  expect(await isAlive(user.cookie)).toBe(false);
  expect(await isAlive(elsewhere)).toBe(false);
  expect((await logIn({ username: user.username, password: PASSWORD })).statusCode).toBe(401);
  expect((await logIn({ username: user.username, password: 'a much better one' })).statusCode).toBe(200);
  expect(await notified(user.id)).toEqual([{ address: `${user.username}@campus.example`, state: 'queued' }]);
});

/** The mails that say that the account has another password. */
const notified = (userId: number) =>
  t.services.db
    .selectFrom('mails')
    .select(['address', 'state'])
    .where('userId', '=', userId)
    .where('event', '=', 'passwordChanged')
    .execute();

test('an administrator sets a password, which ends the account’s sessions; no one else can', async () => {
  const user = await t.createUser();
  const other = await t.createUser({ roles: ['RequestsAdmin'] });
  const set = (cookie: string, password: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/users/actions/setPassword',
      headers: { cookie },
      payload: { ids: [user.id], inputs: { password } },
    });
  expect((await set(other.cookie, 'taken over by me')).statusCode).toBe(403);
  expect((await set(user.cookie, 'taken over by me')).statusCode).toBe(403);
  expect(await isAlive(user.cookie)).toBe(true);
  expect((await set(admin, user.username)).statusCode).toBe(400);
  expect(await notified(user.id)).toEqual([]);
  expect((await set(admin, 'given by the desk')).statusCode).toBe(200);
  expect(await isAlive(user.cookie)).toBe(false);
  expect((await logIn({ username: user.username, password: 'given by the desk' })).statusCode).toBe(200);
  expect(await notified(user.id)).toHaveLength(1);
});

test('a generated password is shown once, and never stored', async () => {
  const user = await t.createUser();
  const key = `password-${user.id}`;
  const set = async () =>
    (
      await t.app.inject({
        method: 'POST',
        url: '/api/users/actions/setPassword',
        headers: { cookie: admin, 'idempotency-key': key },
        payload: { ids: [user.id] },
      })
    ).json<ActionAnswer>();
  const { shown, result } = await set();
  expect(result).toBeNull();
  expect(shown?.title).toContain(user.username);
  expect((await logIn({ username: user.username, password: shown?.value ?? '' })).statusCode).toBe(200);
  expect(await set()).not.toHaveProperty('shown');
  const stored = await t.services.db.selectFrom('idempotencyKeys').selectAll().where('key', '=', key).execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(shown?.value);
});

test.each([
  ['role', async () => ({ roles: ['Administrator'] })],
  [
    'group',
    async () => {
      const { id } = await makeRow(t.services, 'groups', { roles: ['Administrator'], active: true });
      return { groupIds: [Number(id)] };
    },
  ],
])(
  'an administrator’s password (by %s) is set by one who proves their own, never by a session alone',
  async (_, by) => {
    const setter = await t.createUser({ roles: ['Administrator'] });
    const other = await t.createUser(await by());
    const set = (id: number, inputs: object) =>
      t.app.inject({
        method: 'POST',
        url: '/api/users/actions/setPassword',
        headers: { cookie: setter.cookie },
        payload: { ids: [id], inputs },
      });
    const password = 'given by the desk';
    expect(expectProblem(await set(setter.id, { password, currentPassword: PASSWORD }))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('your own account'),
    });
    for (const payload of [{ password }, { password, currentPassword: 'not the right one' }])
      expect(expectProblem(await set(other.id, payload))).toMatchObject({
        status: 400,
        errors: { currentPassword: expect.any(String) },
      });
    expect((await logIn({ username: other.username, password })).statusCode).toBe(401);
    expect((await set(other.id, { password, currentPassword: PASSWORD })).statusCode).toBe(200);
    expect((await logIn({ username: other.username, password })).statusCode).toBe(200);
  },
);

test('an expired session is no session', async () => {
  const user = await t.createUser();
  await sql`update sessions set "expiresAt" = atrium_now() where "userId" = ${user.id}`.execute(t.services.db);
  expect(await isAlive(user.cookie)).toBe(false);
  const answer = await t.app.inject({ method: 'GET', url: '/api/account/sessions', headers: { cookie: user.cookie } });
  expect(expectProblem(answer).code).toBe('account.login-needed');
});

test('one’s sessions are listed without their hashes, and ended one by one; other people’s are not found', async () => {
  const user = await t.createUser();
  const elsewhere = await t.loginAs(user.username);
  const list = await t.app.inject({ method: 'GET', url: '/api/account/sessions', headers: { cookie: user.cookie } });
  const sessions = list.json<{ id: number; current: boolean }[]>();
  expect(sessions.map(({ current }) => current)).toEqual([false, true]);
  expect(list.body).not.toContain('tokenHash');
  const end = (cookie: string) =>
    t.app.inject({ method: 'DELETE', url: `/api/account/sessions/${sessions[0]!.id}`, headers: { cookie } });
  expect((await end(admin)).statusCode).toBe(404);
  expect(await isAlive(elsewhere)).toBe(true);
  expect((await end(user.cookie)).statusCode).toBe(204);
  expect(await isAlive(elsewhere)).toBe(false);
});

test('visitors have no session data', async () => {
  expect((await t.app.inject({ method: 'GET', url: '/api/UserCookieData' })).statusCode).toBe(204);
  expect(await isAlive('atrium=')).toBe(false);
  expect(await isAlive(`atrium=${'x'.repeat(4_000)}`)).toBe(false);
});

test('logging out everywhere ends all sessions of the account and no one else’s', async () => {
  const user = await t.createUser();
  const other = await t.createUser();
  const second = await t.loginAs(user.username);
  const end = (cookie?: string) =>
    t.app.inject({ method: 'DELETE', url: '/api/account/sessions', headers: cookie ? { cookie } : {} });
  expect((await end()).statusCode).toBe(401);
  const answer = await end(second);
  expect(answer.statusCode).toBe(204);
  expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([['atrium', '']]);
  expect([await isAlive(user.cookie), await isAlive(second), await isAlive(other.cookie)]).toEqual([
    false,
    false,
    true,
  ]);
});
