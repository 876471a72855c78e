import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewSecondFactor, SecondFactorState } from '../../domain/calls/accounts.ts';
import type { ActionAnswer, ActionPlan } from '../../domain/calls/action-parts.ts';
import { buildApp } from '../../server/app.ts';
import { Authenticator } from '../factories/authenticator.ts';
import { expectProblem } from './expect-problem.ts';
import { makeBuild } from './made-build.ts';
import { PASSWORD, startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.createUser({ roles: ['Administrator'] });
});
afterAll(() => t.close());
beforeEach(() => {
  remoteAddress = `198.51.100.${(tests += 1)}`;
});

/** Each test is at an address of its own. */
let tests = 0;
let remoteAddress = '';
const OWN = '/api/account/secondFactor';
const NEXT = 'four random words here';

const call = (method: 'GET' | 'POST', url: string, cookie: string, payload?: object) =>
  t.app.inject({ method, url, remoteAddress, headers: { cookie }, ...(payload ? { payload } : {}) });
const post = (url: string, payload: object, cookie = '') => call('POST', url, cookie, payload);
const codeOf = (answer: Awaited<ReturnType<typeof post>>) => [answer.statusCode, expectProblem(answer).code];

interface Protected extends TestUser {
  app: Authenticator;
  recoveryCodes: string[];
}

async function start(cookie: string): Promise<NewSecondFactor> {
  const answer = await post(`${OWN}/start`, { currentPassword: PASSWORD }, cookie);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<NewSecondFactor>();
}

async function switchedOn(user: TestUser): Promise<Protected> {
  const { secret, enrollment } = await start(user.cookie);
  const app = new Authenticator(secret, t.services.clock);
  const answer = await post(OWN, { enrollment, code: app.code() }, user.cookie);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...user, app, recoveryCodes: answer.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

const protectedUser = async (roles: string[] = []): Promise<Protected> => switchedOn(await t.createUser({ roles }));

/** The cookies of a browser that has entered the password. */
async function passwordEntered(username: string, password = PASSWORD): Promise<string> {
  const answer = await post('/api/Login', { username, password });
  expect(codeOf(answer)).toEqual([401, 'account.code-needed']);
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

const enter = (code: string, cookie: string) => post('/api/Login/code', { code }, cookie);
const stateFor = async (cookie: string) => (await call('GET', OWN, cookie)).json<SecondFactorState>();

async function requireFor(roles: string[]): Promise<void> {
  const key = 'logins.secondFactorRoles';
  const row = await t.services.db
    .selectFrom('systemSettings')
    .select('version')
    .where('key', '=', key)
    .executeTakeFirst();
  const changes = [{ key, value: roles.length > 0 ? roles : null, version: row?.version ?? null }];
  const answer = await t.app.inject({
    method: 'PUT',
    url: '/api/systemSettings/declared',
    headers: { cookie: admin.cookie },
    payload: { changes },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

const noticesOf = async (userId: number) =>
  (
    await t.services.db
      .selectFrom('messages as m')
      .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
      .select('m.event')
      .where('r.userId', '=', userId)
      .where('m.event', 'like', 'secondFactor%')
      .orderBy('m.id')
      .execute()
  ).map(({ event }) => event);

describe('Switching it on', () => {
  test('takes the password and the first code; other sessions end, and the person is notified', async () => {
    const user = await t.createUser();
    const other = await t.loginAs(user.username);
    expect(codeOf(await post(`${OWN}/start`, { currentPassword: 'a wrong guess' }, user.cookie))).toEqual([
      400,
      'account.wrong-password',
    ]);
    const { secret, enrollment, uri } = await start(user.cookie);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    const app = new Authenticator(secret, t.services.clock);
    expect(codeOf(await post(OWN, { enrollment, code: app.wrongCode() }, user.cookie))).toEqual([
      400,
      'account.wrong-code',
    ]);
    expect(await stateFor(user.cookie)).toMatchObject({ since: null, isPossible: true, isRequired: false });
    const answer = await post(OWN, { enrollment, code: app.code() }, user.cookie);
    const { recoveryCodes } = answer.json<{ recoveryCodes: string[] }>();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await stateFor(user.cookie)).toMatchObject({ since: expect.any(String), codesLeft: 10 });
    expect((await call('GET', OWN, other)).statusCode).toBe(401);
    expect(await noticesOf(user.id)).toEqual(['secondFactorOn']);
    // Nothing in the table is usable without the server's secret.
    const stored = JSON.stringify(
      await t.services.db.selectFrom('secondFactors').selectAll().where('userId', '=', user.id).execute(),
    );
    for (const shown of [secret, ...recoveryCodes]) expect(stored).not.toContain(shown);
    expect(codeOf(await post(OWN, { enrollment, code: app.nextCode() }, user.cookie))).toEqual([
      409,
      'account.second-factor-on',
    ]);
  });

  test('is not possible with the secret of another account', async () => {
    const [one, two] = [await t.createUser(), await t.createUser()];
    const { secret, enrollment } = await start(one.cookie);
    const code = new Authenticator(secret, t.services.clock).code();
    expect(codeOf(await post(OWN, { enrollment, code }, two.cookie))).toEqual([410, 'account.enrollment-ended']);
  });
});

describe('A login', () => {
  test('gets a session by the code alone, after the right password', async () => {
    const { username, app } = await protectedUser();
    expect(codeOf(await post('/api/Login', { username, password: 'a wrong guess' }))).toEqual([
      401,
      'account.login-failed',
    ]);
    const pending = await passwordEntered(username);
    expect((await call('GET', '/api/UserCookieData', pending)).statusCode).toBe(204);
    expect((await call('GET', '/api/account/sessions', pending)).statusCode).toBe(401);
    const answer = await enter(app.nextCode(), pending);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ username });
    const session = answer.cookies.find(({ name }) => name === 'atrium')!;
    expect((await call('GET', '/api/account/sessions', `atrium=${session.value}`)).statusCode).toBe(200);
  });

  test('refuses a used code, and the one that it was switched on with', async () => {
    const { username, app } = await protectedUser();
    const first = await passwordEntered(username);
    expect(codeOf(await enter(app.code(), first))).toEqual([400, 'account.wrong-code']);
    const code = app.nextCode();
    expect((await enter(code, first)).statusCode).toBe(200);
    expect(codeOf(await enter(code, await passwordEntered(username)))).toEqual([400, 'account.wrong-code']);
    // One of two simultaneous uses wins.
    const [one, two] = [await passwordEntered(username), await passwordEntered(username)];
    const next = app.nextCode();
    const answers = await Promise.all([enter(next, one), enter(next, two)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });

  test('accepts the code of a clock that is half a minute off, and of no other', async () => {
    const { username, app } = await protectedUser();
    app.nextCode();
    const pending = await passwordEntered(username);
    expect((await enter(app.code(2), pending)).statusCode).toBe(400);
    expect((await enter(app.code(-2), pending)).statusCode).toBe(400);
    expect((await enter(app.code(1), pending)).statusCode).toBe(200);
    // An earlier code does not count after a later one.
    expect((await enter(app.code(0), await passwordEntered(username))).statusCode).toBe(400);
  });

  test('accepts each recovery code once, in any spelling', async () => {
    const { username, cookie, recoveryCodes } = await protectedUser();
    const typed = ` ${recoveryCodes[0]!.toUpperCase().replace('-', ' ')} `;
    expect((await enter(typed, await passwordEntered(username))).statusCode).toBe(200);
    expect(codeOf(await enter(recoveryCodes[0]!, await passwordEntered(username)))).toEqual([
      400,
      'account.wrong-code',
    ]);
    expect(await stateFor(cookie)).toMatchObject({ codesLeft: 9 });
    expect((await enter(recoveryCodes[1]!, await passwordEntered(username))).statusCode).toBe(200);
  });

  test('is finished in the browser that began it, for ten minutes', async () => {
    const { username, app } = await protectedUser();
    const [mine, other] = [await protectedUser(), await t.createUser()];
    expect(codeOf(await enter(app.nextCode(), ''))).toEqual([410, 'account.login-ended']);
    expect(codeOf(await enter(app.code(), other.cookie))).toEqual([410, 'account.login-ended']);
    // The code belongs to the account of the password.
    expect(codeOf(await enter(app.code(), await passwordEntered(mine.username)))).toEqual([400, 'account.wrong-code']);
    const pending = await passwordEntered(username);
    t.services.clock.moveTo(new Date(t.services.clock.now() + 10 * 60_000).toISOString());
    expect(codeOf(await enter(app.code(), pending))).toEqual([410, 'account.login-ended']);
  });

  test('ends with another password, a reset and the end of the account', async () => {
    const changed = await protectedUser();
    const pending = await passwordEntered(changed.username);
    const body = { currentPassword: PASSWORD, newPassword: NEXT };
    expect((await post('/api/account/password', body, changed.cookie)).statusCode).toBe(200);
    expect(codeOf(await enter(changed.app.nextCode(), pending))).toEqual([410, 'account.login-ended']);
    await passwordEntered(changed.username, NEXT);
    const closed = await protectedUser();
    const begun = await passwordEntered(closed.username);
    await t.services.db.updateTable('users').set({ active: false }).where('id', '=', closed.id).execute();
    expect(codeOf(await enter(closed.app.nextCode(), begun))).toEqual([410, 'account.login-ended']);
  });

  test('by basic authorization alone is refused with the reason', async () => {
    const { username } = await protectedUser();
    const basic = (password: string) =>
      t.app.inject({
        method: 'POST',
        url: '/api/Login',
        headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
        payload: {},
        remoteAddress,
      });
    expect(codeOf(await basic('a wrong guess'))).toEqual([401, 'account.login-failed']);
    const refused = await basic(PASSWORD);
    expect(codeOf(refused)).toEqual([403, 'account.second-factor-only']);
    expect(refused.cookies).toEqual([]);
  });

  test('has as many tries for the code as for the password, which the password does not renew', async () => {
    const { username, app, recoveryCodes } = await protectedUser();
    const tries = t.services.systemSettings.value('limits.loginTries');
    for (let count = 0; count < tries; count += 1)
      expect((await enter(app.wrongCode(), await passwordEntered(username))).statusCode).toBe(400);
    const pending = await passwordEntered(username);
    expect(codeOf(await enter(app.nextCode(), pending))).toEqual([429, 'account.too-many-attempts']);
    // From another address, too, and with a recovery code.
    remoteAddress = '203.0.113.7';
    expect((await enter(recoveryCodes[0]!, await passwordEntered(username))).statusCode).toBe(429);
    t.services.clock.moveTo(new Date(t.services.clock.now() + 16 * 60_000).toISOString());
    expect((await enter(app.code(), await passwordEntered(username))).statusCode).toBe(200);
  });
});

describe('Later', () => {
  test('it is switched off with password and code, and logging in takes the password alone', async () => {
    const { id, username, cookie, app } = await protectedUser();
    const off = (currentPassword: string, code: string) => post(`${OWN}/off`, { currentPassword, code }, cookie);
    expect((await off('a wrong guess', app.nextCode())).statusCode).toBe(400);
    expect((await off(PASSWORD, app.wrongCode())).statusCode).toBe(400);
    expect((await off(PASSWORD, app.code())).statusCode).toBe(204);
    expect(codeOf(await off(PASSWORD, app.nextCode()))).toEqual([409, 'account.second-factor-off']);
    expect(await noticesOf(id)).toEqual(['secondFactorOn', 'secondFactorOff']);
    await t.loginAs(username);
  });

  test('new recovery codes replace the old ones', async () => {
    const { username, cookie, app, recoveryCodes } = await protectedUser();
    const answer = await post(`${OWN}/codes`, { currentPassword: PASSWORD, code: app.nextCode() }, cookie);
    const renewed = answer.json<{ recoveryCodes: string[] }>().recoveryCodes;
    expect((await enter(recoveryCodes[0]!, await passwordEntered(username))).statusCode).toBe(400);
    expect((await enter(renewed[0]!, await passwordEntered(username))).statusCode).toBe(200);
  });

  test('a new password by a link of an email does not log in without a code', async () => {
    const { id, username } = await protectedUser();
    const payload = { ids: [id], inputs: {} };
    const invited = await post('/api/users/actions/invite', payload, admin.cookie);
    const [, link = ''] = invited.json<ActionAnswer>().shown?.value.split('#') ?? [];
    expect((await post('/api/account/passwordLink', { link, newPassword: NEXT })).statusCode).toBe(204);
    await passwordEntered(username, NEXT);
  });

  test('the person’s data have no secret, and anonymizing deletes it', async () => {
    const { id, username, cookie } = await protectedUser();
    const data = (await call('GET', '/api/myAccount/data', cookie)).rawPayload.toString('latin1');
    expect(data).not.toMatch(/secretSealed|recoveryHashes/);
    const body = { ids: [id], typed: username, inputs: {} };
    expect((await post('/api/users/actions/anonymize', body, admin.cookie)).statusCode).toBe(200);
    const left = t.services.db.selectFrom('secondFactors').select('id').where('userId', '=', id);
    expect(await left.execute()).toEqual([]);
  });
});

describe('A role that needs one', () => {
  test('leaves an account without one nothing but to set it up', async () => {
    const user = await t.createUser({ roles: ['EventAdmin'] });
    const student = await t.createUser({ roles: ['Student'] });
    await requireFor(['EventAdmin']);
    try {
      for (const url of ['/api/account/sessions', '/api/trainings', '/api/myAccount/data'])
        expect(codeOf(await call('GET', url, user.cookie)), url).toEqual([401, 'account.second-factor-needed']);
      // Public calls answer as to a visitor.
      expect((await call('GET', '/api/users', user.cookie)).statusCode).toBe(401);
      expect((await call('GET', '/api/account/sessions', student.cookie)).statusCode).toBe(200);
      const data = (await call('GET', '/api/UserCookieData', user.cookie)).json<unknown>();
      expect(data).toMatchObject({ roles: [], needsSecondFactor: true });
      const login = await post('/api/Login', { username: user.username, password: PASSWORD });
      expect(login.json()).toMatchObject({ roles: [], needsSecondFactor: true });
      expect(await stateFor(user.cookie)).toMatchObject({ isRequired: true });
      expect(
        (await post('/api/Logout', {}, login.cookies.map(({ name, value }) => `${name}=${value}`).join(';')))
          .statusCode,
      ).toBe(204);
      const { cookie } = await switchedOn(user);
      expect((await call('GET', '/api/account/sessions', cookie)).statusCode).toBe(200);
    } finally {
      await requireFor([]);
    }
  });

  test('leads every address to the page on which it is set up', async () => {
    const { cookie } = await t.createUser({ roles: ['EventAdmin'] });
    await requireFor(['EventAdmin']);
    const folder = await mkdtemp(join(tmpdir(), 'atrium-build-'));
    const root = await makeBuild(folder);
    const app = await buildApp({ ...t.services, settings: { ...t.services.settings, root } });
    const open = (url: string) => app.inject({ url, headers: { cookie, accept: 'text/html' } });
    try {
      for (const path of ['/', '/login', '/signup/myevents', '/no/such/page'])
        expect((await open(path)).headers.location, path).toBe('/myAccount/secondFactor');
      const own = await open('/myAccount/secondFactor');
      expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
    } finally {
      await app.close();
      await rm(folder, { recursive: true, force: true });
      await requireFor([]);
    }
  });
});

describe('Administrators', () => {
  const plan = async (ids: number[], cookie: string) =>
    (await post('/api/users/actions/resetSecondFactor/plan', { ids, inputs: {} }, cookie)).json<ActionPlan>();
  const reset = (id: number, inputs: object, cookie: string) =>
    post('/api/users/actions/resetSecondFactor', { ids: [id], inputs }, cookie);

  test('reset it for another person, who is notified and logged out, and the history records it', async () => {
    const { id, username, cookie } = await protectedUser();
    expect((await reset(id, {}, cookie)).statusCode).toBe(403);
    const answer = await reset(id, {}, admin.cookie);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await call('GET', OWN, cookie)).statusCode).toBe(401);
    expect(await noticesOf(id)).toEqual(['secondFactorOn', 'secondFactorOff']);
    const entry = await t.services.db
      .selectFrom('auditEntries')
      .select(['actorId', 'after'])
      .where('resource', '=', 'users')
      .where('recordId', '=', String(id))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actorId: admin.id, after: { secondFactorAt: null } });
    await t.loginAs(username);
    expect((await reset(id, {}, admin.cookie)).statusCode).toBe(409);
  });

  test('prove with their own password that it is them before they reset an administrator’s', async () => {
    const other = await protectedUser(['Administrator']);
    expect((await plan([other.id], admin.cookie)).inputs).toHaveProperty('currentPassword');
    expect((await reset(other.id, {}, admin.cookie)).statusCode).toBe(400);
    expect((await reset(other.id, { currentPassword: 'a wrong guess' }, admin.cookie)).statusCode).toBe(400);
    expect((await reset(other.id, { currentPassword: PASSWORD }, admin.cookie)).statusCode).toBe(200);
  });

  test('do not reset their own', async () => {
    const own = await protectedUser(['Administrator']);
    expect((await reset(own.id, { currentPassword: PASSWORD }, own.cookie)).statusCode).toBe(409);
  });
});
