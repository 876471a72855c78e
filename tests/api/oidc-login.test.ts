import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LOGIN_PROBLEMS, LoginWays } from '../../domain/values/login-problems.ts';
import { Clock } from '../../server/platform/clock.ts';
import { loginWays } from '../../server/resources/client-model.ts';
import { leadsTo, OwnBrowser } from '../factories/own-browser.ts';
import { SYSTEM, startTestApp, type TestApp } from './support.ts';

const START = '/api/auth/oidc/campus/start';
const CALLBACK = '/api/auth/oidc/campus/callback';

let t: TestApp;
let folder: string;
const provider = new OAuth2Server();
/** The claims that the next ID token has besides the usual ones; a function changes them all. */
let claims: JWTPayload | ((payload: JWTPayload) => void);
let userinfo: Record<string, unknown>;
let answerOfTokens: ((body: Record<string, unknown>) => void) | null;
let answerOfLogin: ((url: URL) => void) | null;

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, 'localhost');
  provider.service.on('beforeTokenSigning', ({ payload }: { payload: JWTPayload }) => {
    if (payload.aud !== 'atrium') return;
    if (typeof claims === 'function') claims(payload);
    else Object.assign(payload, claims);
  });
  provider.service.on('beforeUserinfo', (answer: { body: Record<string, unknown> }) => {
    answer.body = userinfo;
  });
  provider.service.on('beforeResponse', ({ body }: { body: Record<string, unknown> }) => {
    delete body.refresh_token;
    answerOfTokens?.(body);
  });
  provider.service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => answerOfLogin?.(url));
  folder = await mkdtemp(join(tmpdir(), 'openid-'));
  const common = { label: 'Campus ID', clientId: 'atrium', claims: { groups: 'groups' } };
  const providers = [
    { ...common, name: 'campus', issuer: provider.issuer.url },
    { ...common, name: 'closed', issuer: provider.issuer.url, provisioning: false },
    { ...common, name: 'domain', issuer: provider.issuer.url, allowedDomains: ['example.edu'] },
    { ...common, name: 'other', issuer: provider.issuer.url },
    { ...common, name: 'down', issuer: `http://127.0.0.1:${await closedPort()}` },
  ];
  const file = join(folder, 'providers.json');
  await writeFile(file, JSON.stringify({ providers }));
  const secrets = providers.map(({ name }) => `${name}=secret-of-${name}`).join(' ');
  t = await startTestApp({ env: { OPENID_FILE: file, OPENID_SECRETS: secrets } });
});
afterAll(async () => {
  await t.close();
  await provider.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

let person = 0;
let subject: string;
beforeEach(() => {
  person += 1;
  subject = `subject-${person}`;
  claims = { sub: subject, preferred_username: `person-${person}`, name: `Person ${person}`, groups: [] };
  userinfo = { sub: subject };
  answerOfTokens = null;
  answerOfLogin = null;
});

/** Leaves for the provider and returns the address that it sends the browser back to. */
async function comeBack(browser: OwnBrowser, start = START): Promise<string> {
  const left = await browser.get(start);
  expect(left.statusCode).toBe(303);
  const answer = await fetch(leadsTo(left), { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return `${back.pathname}${back.search}`;
}

async function logIn(browser = new OwnBrowser(t.app), start = START) {
  const answer = await browser.get(await comeBack(browser, start));
  return { browser, answer, to: leadsTo(answer) };
}

async function userOf(browser: OwnBrowser) {
  const answer = await browser.get('/api/UserCookieData');
  return answer.statusCode === 200
    ? answer.json<{ username: string; roles: string[]; expirationTime: string }>()
    : null;
}

async function logged(): Promise<string> {
  const rows = await t.services.db.selectFrom('eventLog').selectAll().execute();
  return JSON.stringify(rows);
}

async function expectRefused(problem: keyof typeof LOGIN_PROBLEMS, browser = new OwnBrowser(t.app), start = START) {
  const { answer, to } = await logIn(browser, start);
  expect(answer.statusCode).toBe(303);
  expect(to).toBe(`/login?problem=${problem}`);
  expect(await userOf(browser)).toBeNull();
}

describe('the way to the provider', () => {
  test('has a new state, nonce and challenge each time, stored where only the server can read them', async () => {
    const browser = new OwnBrowser(t.app);
    const first = await browser.get(`${START}?redirectFrom=%2Frequests%2Fmyrequests`);
    const { origin, searchParams } = new URL(leadsTo(first));
    expect(origin).toBe(provider.issuer.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'atrium',
      response_type: 'code',
      redirect_uri: `http://127.0.0.1:3000${CALLBACK}`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const [cookie] = first.cookies;
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 600 });
    expect(cookie?.secure).toBeUndefined();
    const readable = `${cookie?.value}${Buffer.from(cookie?.value ?? '', 'base64url').toString('latin1')}`;
    for (const name of ['state', 'nonce'] as const) expect(readable).not.toContain(searchParams.get(name));
    expect(readable).not.toContain('myrequests');
    const second = new URL(leadsTo(await browser.get(START))).searchParams;
    for (const name of ['state', 'nonce', 'code_challenge']) expect(second.get(name)).not.toBe(searchParams.get(name));
  });

  test('is not started by HEAD, which fetches nothing', async () => {
    for (const url of [START, CALLBACK]) expect((await t.app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
  });

  test('leads nowhere for a provider that there is none', async () => {
    for (const name of ['nobody', '__proto__', 'constructor', '%2e%2e'])
      expect((await t.app.inject({ url: `/api/auth/oidc/${name}/start` })).statusCode).toBe(404);
  });

  test('says that the provider does not answer, and holds no one up', async () => {
    const answer = await t.app.inject({ url: '/api/auth/oidc/down/start?redirectFrom=%2Fdocs' });
    expect(answer.statusCode).toBe(303);
    expect(leadsTo(answer)).toBe('/login?problem=unreachable&redirectFrom=%2Fdocs');
    expect(answer.cookies).toEqual([]);
    expect(await logged()).toContain('ECONNREFUSED');
  });

  test('keeps a few tabs at the same time, and drops the oldest', async () => {
    const browser = new OwnBrowser(t.app);
    const ways: string[] = [];
    for (let tab = 0; tab < 8; tab += 1) ways.push(await comeBack(browser));
    const [oldest = '', ...others] = ways;
    expect(browser.cookies.size).toBe(5);
    expect(leadsTo(await browser.get(oldest))).toBe('/login?problem=ended');
    const lastTwo = others.slice(-2);
    for (const way of lastTwo) expect(leadsTo(await browser.get(way))).toBe('/');
  });
});

describe('a login', () => {
  test('creates an account at the first time and finds it again by issuer and subject, after any other change', async () => {
    const first = await logIn();
    expect(first.to).toBe('/');
    expect(await userOf(first.browser)).toMatchObject({ username: `person-${person}`, roles: ['Default'] });
    claims = { sub: subject, preferred_username: 'renamed', name: 'Another Name', groups: [] };
    const second = await logIn();
    expect(await userOf(second.browser)).toMatchObject({ username: `person-${person}` });
  });

  test('by someone with the name or the address of an account that there is leads to none of it', async () => {
    claims = { sub: subject, preferred_username: 'administrator', groups: [] };
    await expectRefused('taken');
    const student = await t.services.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'student')
      .executeTakeFirst();
    claims = {
      sub: subject,
      preferred_username: `person-${person}`,
      email: student?.email,
      email_verified: true,
      groups: [],
    };
    const { browser } = await logIn();
    expect((await userOf(browser))?.username).toBe(`person-${person}`);
  });

  test('begins a new session and ends the one before', async () => {
    const user = await t.createUser();
    const browser = new OwnBrowser(t.app);
    const [name = '', before = ''] = user.cookie.split('=');
    browser.cookies.set(name, before);
    await logIn(browser);
    expect(browser.cookies.get(name)).not.toBe(before);
    expect((await userOf(browser))?.username).toBe(`person-${person}`);
    expect((await t.app.inject({ url: '/api/UserCookieData', headers: { cookie: user.cookie } })).statusCode).toBe(204);
  });

  test('that fails leaves the session before as it is', async () => {
    const user = await t.createUser();
    const browser = new OwnBrowser(t.app);
    const [name = '', before = ''] = user.cookie.split('=');
    browser.cookies.set(name, before);
    claims = { sub: subject, aud: 'someone-else' };
    const { to } = await logIn(browser);
    expect(to).toBe('/login?problem=refused');
    expect((await userOf(browser))?.username).toBe(user.username);
  });

  test('lasts an hour where the provider cannot be asked about the person again', async () => {
    const { browser } = await logIn();
    const { expirationTime } = (await userOf(browser)) ?? { expirationTime: '' };
    const minutes = (Date.parse(expirationTime) - t.services.clock.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  test('leads back to where it began, and nowhere else', async () => {
    const inside = '/requests/view/3D%20Print?x=1&y=%2F#part';
    expect((await logIn(undefined, `${START}?redirectFrom=${encodeURIComponent(inside)}`)).to).toBe(inside);
    for (const outside of [
      '//evil.example',
      '/\\evil.example',
      '/%5cevil.example',
      '/\t/evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/login?redirectFrom=/login',
      '/x/..//evil.example',
      '/x\r\nset-cookie: a=b',
    ])
      expect((await logIn(undefined, `${START}?redirectFrom=${encodeURIComponent(outside)}`)).to, outside).toBe('/');
    expect((await logIn(undefined, `${START}?redirectFrom=/a&redirectFrom=//evil.example`)).to).toBe('/');
    expect((await logIn(undefined, `${START}?redirectFrom=/${'%C3%A4'.repeat(1900)}`)).to).toBe('/');
  });

  test('takes groups as the roles of /admin/groups, and keeps the last known when they cannot be read', async () => {
    await t.services.engine.create(SYSTEM, 'groups', {
      name: `Print staff ${person}`,
      roles: ['RequestsProcessor'],
      directoryNames: ['campus:print-staff'],
      active: true,
    });
    const of = { sub: subject, preferred_username: `person-${person}` };
    claims = { ...of, groups: ['print-staff'] };
    const whole = await logIn();
    expect((await userOf(whole.browser))?.roles).toContain('RequestsProcessor');
    // The role has a board; a page that is named comes first.
    expect(whole.to).toBe('/board');
    expect((await logIn(undefined, `${START}?redirectFrom=%2F`)).to).toBe('/');
    claims = { ...of, _claim_names: { groups: 'src1' } };
    const partly = await logIn(undefined, `${START}?redirectFrom=%2Fdocs`);
    expect(partly.to).toBe('/login?accountIssue=1&redirectFrom=%2Fdocs');
    expect((await userOf(partly.browser))?.roles).toContain('RequestsProcessor');
    claims = { ...of, groups: [] };
    const left = await logIn();
    expect(left.to).toBe('/');
    expect((await userOf(left.browser))?.roles).toEqual(['Default']);
  });

  test('is exempt where roles need a second factor: the provider asks for its own', async () => {
    const required = await t.app.inject({
      method: 'PUT',
      url: '/api/systemSettings/declared',
      headers: { cookie: await t.loginAs('administrator') },
      payload: { changes: [{ key: 'logins.secondFactorRoles', value: ['Default'], version: null }] },
    });
    expect(required.statusCode, required.body).toBe(200);
    const { browser, to } = await logIn();
    expect(to).toBe('/');
    expect(await userOf(browser)).not.toHaveProperty('needsSecondFactor');
    expect((await browser.get('/api/account/sessions')).statusCode).toBe(200);
    const local = await t.createUser({ roles: [] });
    const sessions = await t.app.inject({ url: '/api/account/sessions', headers: { cookie: local.cookie } });
    expect(sessions.json()).toMatchObject({ code: 'account.second-factor-needed' });
  });

  test('of a person excluded by the configuration says why', async () => {
    await expectRefused('unlinked', undefined, '/api/auth/oidc/closed/start');
    claims = { sub: subject, preferred_username: `person-${person}`, email: 'ada@evil.example', groups: [] };
    await expectRefused('domain', undefined, '/api/auth/oidc/domain/start');
    claims = { sub: subject, preferred_username: `person-${person}`, email: 'ada@example.edu', groups: [] };
    expect((await logIn(undefined, '/api/auth/oidc/domain/start')).to).toBe('/');
  });

  test('of a closed account is refused', async () => {
    const { browser } = await logIn();
    const username = (await userOf(browser))?.username ?? '';
    await t.services.db.updateTable('users').set({ active: false }).where('username', '=', username).execute();
    await expectRefused('closed');
  });

  test('that was canceled at the provider shows our own text', async () => {
    answerOfLogin = (url) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
      url.searchParams.set('error_description', '<img src=x onerror=alert(1)> call 555-0100');
    };
    await expectRefused('cancelled');
    answerOfLogin = (url) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', '<script>alert(1)</script>');
    };
    await expectRefused('refused');
    expect(await logged()).not.toMatch(/script>|555-0100/);
  });
});

describe('an answer of the provider is refused', () => {
  test('a second time', async () => {
    const browser = new OwnBrowser(t.app);
    const back = await comeBack(browser);
    const savedCookies = new Map(browser.cookies);
    expect(leadsTo(await browser.get(back))).toBe('/');
    expect(leadsTo(await browser.get(back))).toBe('/login?problem=ended');
    // A person with a copied cookie finds the code used.
    const thief = new OwnBrowser(t.app);
    for (const [name, value] of savedCookies) thief.cookies.set(name, value);
    expect(leadsTo(await thief.get(back))).toBe('/login?problem=refused');
    expect(await userOf(thief)).toBeNull();
  });

  test('in another browser, which could log in another person, with any origin of the link', async () => {
    const back = await comeBack(new OwnBrowser(t.app));
    const victim = new OwnBrowser(t.app);
    const answer = await victim.get(back, { referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' });
    expect(leadsTo(answer)).toBe('/login?problem=ended');
    expect(await userOf(victim)).toBeNull();
    await comeBack(victim);
    expect(leadsTo(await victim.get(back))).toBe('/login?problem=ended');
    expect(await userOf(victim)).toBeNull();
  });

  test('after ten minutes', async () => {
    const browser = new OwnBrowser(t.app);
    const back = await comeBack(browser);
    const now = t.services.clock.now();
    t.services.clock.moveTo(now + 10 * 60_000 + 1000);
    try {
      expect(leadsTo(await browser.get(back))).toBe('/login?problem=ended');
    } finally {
      t.services.clock.moveTo(now);
    }
  });

  test('at the address of another provider', async () => {
    const browser = new OwnBrowser(t.app);
    const back = await comeBack(browser);
    expect(leadsTo(await browser.get(back.replace('/campus/', '/other/')))).toBe('/login?problem=ended');
    expect(await userOf(browser)).toBeNull();
  });

  test.each(['', '?state=x', '?code=x', '?state=&code=', '?state=a&state=b&code=x', `?state=${'a'.repeat(43)}&code=x`])(
    'with the parameters %s',
    async (search) => {
      const answer = await t.app.inject({ url: `${CALLBACK}${search}` });
      expect(leadsTo(answer)).toBe('/login?problem=ended');
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    },
  );

  test.each<[string, (url: URL) => void]>([
    ['another sender', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['a code of its own making', (url) => url.searchParams.set('code', 'made-up')],
    ['two codes', (url) => url.searchParams.append('code', 'another')],
    ['no code', (url) => url.searchParams.delete('code')],
  ])('with %s', async (_what, change) => {
    answerOfLogin = change;
    const { to, browser } = await logIn();
    expect(to).toBe('/login?problem=refused');
    expect(await userOf(browser)).toBeNull();
  });

  // The provider's time is the machine's.
  const now = () => Math.floor(new Clock().now() / 1000);
  test.each<[string, (payload: JWTPayload) => void]>([
    ['another nonce', (payload) => (payload.nonce = 'x'.repeat(43))],
    ['no nonce', (payload) => delete payload.nonce],
    ['another issuer', (payload) => (payload.iss = 'https://evil.example')],
    ['another audience', (payload) => (payload.aud = 'another-client')],
    ['audiences of others without its own', (payload) => (payload.aud = ['a', 'b'])],
    ['another party authorized', (payload) => Object.assign(payload, { aud: ['atrium', 'b'], azp: 'b' })],
    ['its end behind it', (payload) => (payload.exp = now() - 120)],
    ['its beginning far ahead', (payload) => (payload.nbf = now() + 600)],
    ['no subject', (payload) => delete payload.sub],
    ['the hash of another access token', (payload) => (payload.at_hash = 'x'.repeat(22))],
  ])('with an ID token with %s', async (_what, change) => {
    claims = (payload) => {
      Object.assign(payload, { sub: subject, preferred_username: `person-${person}`, groups: [] });
      change(payload);
    };
    await expectRefused('refused');
  });

  test('with an ID token that someone else has signed, or no one', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const kid = provider.issuer.keys.toJSON()[0]?.kid ?? '';
    const forged = async (body: Record<string, unknown>) => {
      const [, payload = ''] = String(body.id_token).split('.');
      const parsed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
      return new SignJWT(parsed).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    };
    const tokens: string[] = [];
    provider.service.once('beforeResponse', ({ body }: { body: Record<string, unknown> }) => {
      const [, payload = ''] = String(body.id_token).split('.');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      body.id_token = `${none}.${payload}.`;
      tokens.push(String(body.id_token));
    });
    await expectRefused('refused');
    expect(tokens).toHaveLength(1);
    // Signed before the answer is made, as handlers cannot wait: the token of one login, with the nonce of the next.
    const browser = new OwnBrowser(t.app);
    const left = await browser.get(START);
    const nonce = new URL(leadsTo(left)).searchParams.get('nonce');
    const header = { id_token: `x.${Buffer.from(JSON.stringify({ ...claimsNow(), nonce })).toString('base64url')}.x` };
    const token = await forged(header);
    answerOfTokens = (body) => (body.id_token = token);
    const back = await fetch(leadsTo(left), { redirect: 'manual' });
    const { pathname, search } = new URL(back.headers.get('location') ?? '');
    expect(leadsTo(await browser.get(`${pathname}${search}`))).toBe('/login?problem=refused');
    expect(await userOf(browser)).toBeNull();
  });

  const claimsNow = () => ({
    iss: provider.issuer.url,
    aud: 'atrium',
    sub: subject,
    preferred_username: `person-${person}`,
    iat: now(),
    exp: now() + 300,
    groups: [],
  });

  test('with userinfo of someone else, or without an ID token', async () => {
    userinfo = { sub: 'someone-else' };
    await expectRefused('refused');
    userinfo = { sub: subject };
    answerOfTokens = (body) => delete body.id_token;
    await expectRefused('refused');
  });
});

test('the right hash of the access token is accepted', async () => {
  // Both tokens are signed before the answer, the access token first.
  let accessToken = '';
  answerOfTokens = (body) => (accessToken = String(body.access_token));
  await logIn();
  expect(accessToken).not.toBe('');
  const digest = createHash('sha256').update('a-token').digest();
  answerOfTokens = (body) => (body.access_token = 'a-token');
  claims = {
    ...(claims as JWTPayload),
    at_hash: digest.subarray(0, 16).toString('base64url'),
  };
  expect((await logIn()).to).toBe('/');
});

test('under https the cookie is bound to this host, and the callback is the public address', async () => {
  const secured = await startTestApp({
    env: {
      PUBLIC_URL: 'https://portal.example.edu',
      OPENID_FILE: join(folder, 'providers.json'),
      OPENID_SECRETS: t.services.settings.openidProviders.map(({ name }) => `${name}=x`).join(' '),
    },
  });
  try {
    const answer = await secured.app.inject({ url: START, headers: { host: 'evil.example' } });
    expect(answer.cookies[0]).toMatchObject({ secure: true, path: '/', httpOnly: true, sameSite: 'Lax' });
    expect(answer.cookies[0]?.name).toMatch(/^__Host-/);
    const { searchParams } = new URL(leadsTo(answer));
    expect(searchParams.get('redirect_uri')).toBe(`https://portal.example.edu${CALLBACK}`);
  } finally {
    await secured.close();
  }
});

test('no token, code or secret is in the event log or in a table as it is', async () => {
  const { browser } = await logIn();
  expect(await userOf(browser)).not.toBeNull();
  const rows = JSON.stringify(await t.services.db.selectFrom('openidSessions').selectAll().execute());
  expect(rows).toContain(subject);
  // What every token begins with.
  expect(/eyJhbGci|secret-of|code=/.exec(`${rows}${await logged()}`)).toBeNull();
});

test('a logout ends the session here, then leads to the provider and back home', async () => {
  const { browser } = await logIn();
  const [token] = [...browser.cookies.entries()].find(([name]) => name === 'atrium') ?? [];
  expect(token).toBe('atrium');
  const cookie = `atrium=${browser.cookies.get('atrium')}`;
  const answer = await browser.send({ method: 'POST', url: '/api/Logout' });
  expect(answer.statusCode).toBe(200);
  const { goOnAt } = answer.json<{ goOnAt: string }>();
  const { origin, pathname, searchParams } = new URL(goOnAt);
  expect(`${origin}${pathname}`).toBe(`${provider.issuer.url}/endsession`);
  expect(searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1:3000/');
  expect(searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  expect((await t.app.inject({ url: '/api/UserCookieData', headers: { cookie } })).statusCode).toBe(204);
  const local = await t.createUser();
  const other = await t.app.inject({ method: 'POST', url: '/api/Logout', headers: { cookie: local.cookie } });
  expect(other.statusCode).toBe(204);
});

test('the shell model names the buttons and nothing else of the providers', async () => {
  const { login } = (await t.app.inject({ url: '/api/model/shell' })).json<{ login: LoginWays }>();
  expect(login.providers[0]).toEqual({ name: 'campus', label: 'Campus ID' });
  expect(login.providers).toHaveLength(5);
  expect(login.passwordsOf).toBe('everyone');
  const { settings } = t.services;
  expect(loginWays({ ...settings, localLogin: false }).passwordsOf).toBe('administrators');
  expect(loginWays({ ...settings, localLogin: false, openidProviders: [] }).passwordsOf).toBe('everyone');
  expect(loginWays({ ...settings, localLogin: false, ldapDirectories: [{}] }).passwordsOf).toBe('everyone');
});
