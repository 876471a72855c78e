import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenidTrial } from '../../domain/calls/logins.ts';
import { oidc } from '../../server/features/oidc/feature.ts';
import type { OpenidProvider } from '../../server/features/oidc/settings.ts';
import { summary, tryProvider } from '../../server/features/oidc/try-provider.ts';
import { Clock } from '../../server/platform/clock.ts';
import { siteOrigin } from '../../server/platform/http/site-origin.ts';
import { leadsTo, OwnBrowser } from '../factories/own-browser.ts';
import { passThrough, startProvider, type RunningProvider } from '../factories/openid-provider.ts';
import { SYSTEM, startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let at: RunningProvider;
let folder: string;
let home: string;
let signingKey: CryptoKey;
/** People who are no longer known to the provider. */
const unknownPeople = new Set<string>();
/** Of everyone there. */
let groups: string[] = ['lab-staff'];

beforeAll(async () => {
  at = await startProvider();
  folder = await mkdtemp(join(tmpdir(), 'openid-'));
  const common = { issuer: at.issuer, clientId: 'atrium', claims: { groups: 'groups' }, sessionMinutes: 30 };
  const renewed = { scopes: ['profile', 'offline_access'], parameters: { prompt: 'consent' } };
  const providers = [
    { ...common, name: 'campus', label: 'Campus ID' },
    { ...common, ...renewed, name: 'renewed', label: 'Campus ID, for a day' },
  ];
  await writeFile(join(folder, 'providers.json'), JSON.stringify({ providers }));
  const secrets = 'campus=the-secret renewed=the-secret';
  t = await startTestApp({ env: { OPENID_FILE: join(folder, 'providers.json'), OPENID_SECRETS: secrets } });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  home = siteOrigin(t.services.settings, t.app.server.address());
  const pair = await generateKeyPair('RS256', { extractable: true });
  signingKey = pair.privateKey;
  at.open({
    jwks: { keys: [{ ...(await exportJWK(pair.privateKey)), use: 'sig', alg: 'RS256', kid: 'key-1' }] },
    clients: [
      {
        client_id: 'atrium',
        client_secret: 'the-secret',
        redirect_uris: providers.map(({ name }) => `${home}/api/auth/oidc/${name}/callback`),
        post_logout_redirect_uris: [`${home}/`],
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: `${home}/api/auth/oidc/campus/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { profile: ['preferred_username', 'name', 'groups'] },
    features: { backchannelLogout: { enabled: true } },
    findAccount: (_context, id) =>
      unknownPeople.has(id)
        ? undefined
        : { accountId: id, claims: () => ({ sub: id, preferred_username: id, name: `Name of ${id}`, groups }) },
  });
});
afterAll(async () => {
  await t.close();
  await at.close();
  await rm(folder, { recursive: true, force: true });
});

async function logIn(login: string, name = 'campus', jar = new Map<string, string>()) {
  const browser = new OwnBrowser(t.app);
  const left = await browser.get(`/api/auth/oidc/${name}/start?redirectFrom=%2Frequests%2Fmyrequests`);
  const back = new URL(await passThrough(at.issuer, leadsTo(left), login, jar));
  expect(back.origin).toBe(home);
  const answer = await browser.get(`${back.pathname}${back.search}`);
  return { browser, jar, to: leadsTo(answer) };
}

async function userOf(browser: OwnBrowser) {
  const answer = await browser.get('/api/UserCookieData');
  return answer.statusCode === 200
    ? answer.json<{ username: string; roles: string[]; expirationTime: string }>()
    : null;
}

async function minutesLeft(browser: OwnBrowser): Promise<number> {
  const user = await userOf(browser);
  return (Date.parse(user?.expirationTime ?? '') - t.services.clock.now()) / 60_000;
}

const ask = async () => {
  const [schedule] = oidc.schedules ?? [];
  await schedule?.run(t.services);
};

describe('with a real provider', () => {
  test('a person logs in, returns to the former page, and logs out on both sides', async () => {
    const { browser, jar, to } = await logIn('ada');
    expect(to).toBe('/requests/myrequests');
    expect(await userOf(browser)).toMatchObject({ username: 'ada' });
    const { goOnAt } = (await browser.send({ method: 'POST', url: '/api/Logout' })).json<{ goOnAt: string }>();
    expect(await userOf(browser)).toBeNull();
    expect(await passThrough(at.issuer, goOnAt, '', jar)).toBe(`${home}/`);
    // The provider asks again who it is.
    const left = await new OwnBrowser(t.app).get('/api/auth/oidc/campus/start');
    const page = await fetch(leadsTo(left), {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(page.headers.get('location')).toContain('/interaction/');
  });

  test('a session ends after the minutes of the configuration, or lasts as others where it can be asked about', async () => {
    const short = await logIn('brook');
    expect(await minutesLeft(short.browser)).toBeLessThanOrEqual(30);
    const long = await logIn('brook', 'renewed');
    expect(await minutesLeft(long.browser)).toBeGreaterThan(400);
  });

  test('the hourly check keeps known people, follows their groups, and ends the sessions of others', async () => {
    await t.services.engine.create(SYSTEM, 'groups', {
      name: 'Lab staff',
      roles: ['RequestsProcessor'],
      directoryNames: ['lab-staff'],
      active: true,
    });
    const stays = await logIn('casey', 'renewed');
    const leaves = await logIn('drew', 'renewed');
    expect((await userOf(stays.browser))?.roles).toContain('RequestsProcessor');
    groups = [];
    unknownPeople.add('drew');
    await ask();
    expect((await userOf(stays.browser))?.roles).toEqual(['Default']);
    expect(await userOf(leaves.browser)).toBeNull();
    // By then the refresh token is another one.
    groups = ['lab-staff'];
    await ask();
    expect((await userOf(stays.browser))?.roles).toContain('RequestsProcessor');
  });

  test('a provider that does not answer logs no one out', async () => {
    const { browser } = await logIn('emery', 'renewed');
    const goOn = at.interrupt();
    await ask();
    goOn();
    expect(await userOf(browser)).not.toBeNull();
  });

  test('a logout at the provider ends the sessions here immediately', async () => {
    const { browser, jar } = await logIn('finley');
    const other = await logIn('gale');
    expect(await userOf(browser)).not.toBeNull();
    const there = `${at.issuer}/session/end?client_id=atrium&post_logout_redirect_uri=${encodeURIComponent(`${home}/`)}`;
    expect(await passThrough(at.issuer, there, '', jar)).toBe(`${home}/`);
    await expect.poll(() => userOf(browser)).toBeNull();
    expect(await userOf(other.browser)).not.toBeNull();
  });
});

describe('a logout token', () => {
  const now = () => Math.floor(new Clock().now() / 1000);
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
  const send = (payload: object | string, type = 'application/x-www-form-urlencoded') =>
    t.app.inject({
      method: 'POST',
      url: '/api/auth/oidc/campus/backchannel-logout',
      headers: { 'content-type': type },
      payload,
    });
  const sign = (changes: JWTPayload, key = signingKey, alg = 'RS256') =>
    new SignJWT({
      iss: at.issuer,
      aud: 'atrium',
      iat: now(),
      exp: now() + 120,
      jti: 'some-id',
      events: { [EVENT]: {} },
      ...changes,
    })
      .setProtectedHeader({ alg, kid: 'key-1', typ: 'logout+jwt' })
      .sign(key);
  const form = (token: string) => new URLSearchParams({ logout_token: token }).toString();

  test('ends the sessions of its person, once: a copy of it ends no later one', async () => {
    const { browser } = await logIn('harper');
    const token = await sign({ sub: 'harper' });
    const answer = await send(form(token));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await userOf(browser)).toBeNull();
    const { browser: later } = await logIn('harper');
    const copy = await sign({ sub: 'harper', iat: now() - 60 });
    expect((await send(form(copy))).statusCode).toBe(200);
    expect(await userOf(later)).not.toBeNull();
  });

  test('that is not the provider’s own, or not for this, is refused', async () => {
    const { browser } = await logIn('indigo');
    const { privateKey } = await generateKeyPair('RS256');
    const sub = 'indigo';
    const tokens = [
      '',
      'x.y.z',
      await sign({ sub }, privateKey),
      await sign({ sub, aud: 'another-client' }),
      await sign({ sub, iss: 'https://evil.example' }),
      await sign({ sub, nonce: 'of an ID token' }),
      await sign({ sub, events: {} }),
      await sign({ sub, iat: now() - 3600, exp: now() + 60 }),
      await sign({ sub, exp: now() - 60 }),
      await sign({}),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.`,
      await new SignJWT({ iss: at.issuer, aud: 'atrium', sub, iat: now(), events: { [EVENT]: {} } })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('the-secret-the-secret-the-secret')),
    ];
    for (const token of tokens) expect((await send(form(token))).statusCode, token).toBe(400);
    expect((await send('logout_token=a&logout_token=b')).statusCode).toBe(400);
    expect((await send({ logout_token: 'x.y.z' }, 'application/json')).statusCode).toBe(400);
    expect((await send(`logout_token=${'x'.repeat(20_000)}`)).statusCode).toBe(413);
    expect((await send('x', 'text/html')).statusCode).toBe(415);
    expect(await userOf(browser)).not.toBeNull();
  });
});

describe('trying a provider', () => {
  const provider = (): OpenidProvider => t.services.settings.openidProviders[0]!;
  const tried = async (changes: Partial<OpenidProvider>, offset = 0) => {
    const steps = await tryProvider({ ...provider(), ...changes }, `${home}/callback`, new Clock(offset));
    return Object.fromEntries(steps.map(({ title, ...step }) => [title, step]));
  };

  test('says what it found', async () => {
    const steps = await tryProvider(provider(), `${home}/api/auth/oidc/campus/callback`, new Clock());
    expect(steps.map(({ title, outcome, says }) => [title, outcome, says])).toEqual([
      ['Description', 'passed', `${at.issuer} describes itself.`],
      ['Addresses', 'passed', 'It names its addresses for login, tokens, keys, userinfo, logout.'],
      ['Keys', 'passed', 'It has one key to sign with.'],
      ['Security', 'passed', 'It supports PKCE. Its answers name the issuer.'],
      ['Clock', 'passed', expect.stringMatching(/^Its clock is [01] s (behind|ahead of) ours\.$/)],
      [
        'Client',
        'passed',
        `It knows our client id and secret. The address to register there is ${home}/api/auth/oidc/campus/callback.`,
      ],
      ['Scopes', 'attention', 'It does not list email among its scopes.'],
    ]);
    expect(summary(steps)).toMatchObject({
      outcome: 'attention',
      says: 'Scopes: It does not list email among its scopes.',
      todo: expect.stringContaining('"scopes"'),
    });
  });

  test('says what is wrong, and what to do', async () => {
    expect((await tried({ clientSecret: 'another' })).Client).toMatchObject({
      outcome: 'failed',
      says: 'It does not accept our client id or secret.',
    });
    expect((await tried({}, 120_000)).Clock).toMatchObject({
      outcome: 'failed',
      says: expect.stringMatching(/^Its clock is 1(19|2[01]) s behind ours\.$/),
    });
    expect((await tried({ issuer: `${at.issuer}/` })).Description).toMatchObject({ outcome: 'passed' });
    expect((await tried({ issuer: `${at.issuer}/realm` })).Description).toMatchObject({ outcome: 'failed' });
    expect((await tried({ issuer: 'http://127.0.0.2:1' })).Description?.says).toContain('does not answer');
    const goOn = at.interrupt();
    expect((await tried({})).Description?.says).toContain('does not answer');
    goOn();
  });

  test('is a button for administrators, and reveals no secret', async () => {
    const cookie = await t.loginAs('administrator');
    const list = await t.app.inject({ url: '/api/openid/providers', headers: { cookie } });
    expect(list.json()).toMatchObject([
      { name: 'campus', clientId: 'atrium', callback: `${home}/api/auth/oidc/campus/callback` },
      { name: 'renewed' },
    ]);
    const url = '/api/openid/providers/campus/try';
    const trial = await t.app.inject({ method: 'POST', url, headers: { cookie } });
    expect(trial.json<OpenidTrial>().steps.map(({ title }) => title)).toContain('Client');
    expect(`${list.body}${trial.body}`).not.toContain('the-secret');
    const unknownProvider = await t.app.inject({
      method: 'POST',
      url: '/api/openid/providers/nobody/try',
      headers: { cookie },
    });
    expect(unknownProvider.statusCode).toBe(404);
    const { cookie: staff } = await t.createUser({ roles: ['Staff'] });
    expect((await t.app.inject({ method: 'POST', url, headers: { cookie: staff } })).statusCode).toBe(403);
  });

  test('is a check for administrators, and reveals no secret', async () => {
    const cookie = await t.loginAs('administrator');
    const answer = await t.app.inject({ method: 'GET', url: '/api/debug/report', headers: { cookie } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('the-secret');
    const [check] = oidc.diagnostics?.[0]?.checks ?? [];
    const result = await check?.run(t.services, AbortSignal.timeout(10_000));
    // What is as it should be is left out, or no one would find what is not.
    expect(result?.says).toBe('Campus ID: Scopes: It does not list email among its scopes.');
    expect(JSON.stringify(result)).not.toContain('the-secret');
  });
});
