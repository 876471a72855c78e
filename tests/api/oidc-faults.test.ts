import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { oidc } from '../../server/features/oidc/feature.ts';
import { Clock } from '../../server/platform/clock.ts';
import type { RateLimit } from '../../server/platform/rate-limits.ts';
import { leadsTo, OwnBrowser } from '../factories/own-browser.ts';
import {
  sign,
  signingKey,
  startScriptedProvider,
  type ScriptedProvider,
  type SigningKey,
} from '../factories/scripted-provider.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const START = '/api/auth/oidc/campus/start';
const CALLBACK = '/api/auth/oidc/campus/callback';

let t: TestApp;
let folder: string;
let provider: ScriptedProvider;
let key: SigningKey;
let person = 0;

beforeAll(async () => {
  provider = await startScriptedProvider();
  key = await signingKey('key-1');
  folder = await mkdtemp(join(tmpdir(), 'openid-'));
  const campus = { name: 'campus', label: 'Campus ID', clientId: 'atrium', issuer: provider.issuer };
  const file = join(folder, 'providers.json');
  await writeFile(file, JSON.stringify({ providers: [{ ...campus, claims: { groups: 'groups' } }] }));
  t = await startTestApp({ env: { OPENID_FILE: file, OPENID_SECRETS: 'campus=the-secret' } });
});
afterAll(async () => {
  await t.close();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  person += 1;
  provider.reset();
  provider.answers.set('keys', { keys: [key.jwk] });
  // The cached facts about the provider are requested again.
  t.services.clock.moveTo(t.services.clock.now() + 3_601_000);
});

/** The provider's time is the machine's. */
const now = () => Math.floor(new Clock().now() / 1000);
const describes = (changes: object) =>
  provider.answers.set('openid-configuration', {
    ...(provider.answers.get('openid-configuration') as object),
    ...changes,
  });
const claimsFor = (nonce: string) => ({
  iss: provider.issuer,
  aud: 'atrium',
  sub: `subject-${person}`,
  preferred_username: `faulty-${person}`,
  nonce,
  iat: now(),
  exp: now() + 300,
  groups: [] as unknown,
});
type IdClaims = ReturnType<typeof claimsFor>;
type TokenOf = (claims: IdClaims) => Promise<string> | string;

/** Leaves for the provider; returns the state and nonce that it is given. */
async function leave(browser: OwnBrowser, start = START) {
  const left = new URL(leadsTo(await browser.get(start)), 'http://here');
  return { state: left.searchParams.get('state') ?? '', nonce: left.searchParams.get('nonce') ?? '' };
}

/** A whole login, whose ID token the test makes. Returns where it leads. */
async function logIn(tokenOf: TokenOf = (claims) => sign(key, claims), browser = new OwnBrowser(t.app)) {
  const { state, nonce } = await leave(browser);
  const idToken = await tokenOf(claimsFor(nonce));
  provider.answers.set('token', { access_token: 'an-access-token', token_type: 'Bearer', id_token: idToken });
  return leadsTo(await browser.get(`${CALLBACK}?code=a-code&state=${state}`));
}

async function userOf(browser: OwnBrowser) {
  const answer = await browser.get('/api/UserCookieData');
  return answer.statusCode === 200 ? answer.json<{ username: string; roles: string[] }>() : null;
}

/** Sends blanks without an end, and notes how many were taken. */
function endless(sent: { bytes: number }, type = 'application/json') {
  return (response: ServerResponse): void => {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    response.writeHead(200, { 'content-type': type });
    const more = (): void => {
      while (!response.destroyed && sent.bytes < 20 * 1024 * 1024) {
        sent.bytes += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      response.end('{}');
    };
    more();
  };
}

test('a login without faults leads home', async () => {
  const browser = new OwnBrowser(t.app);
  expect(await logIn(undefined, browser)).toBe('/');
  expect((await userOf(browser))?.username).toBe(`faulty-${person}`);
});

describe('a description of the provider', () => {
  const start = async () => leadsTo(await t.app.inject({ url: START }));

  test('that never ends is aborted after five seconds', async () => {
    provider.answers.set('openid-configuration', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"issuer":');
    });
    expect(await start()).toBe('/login?problem=unreachable');
  });

  test('of 20 MB is not read to its end', async () => {
    const sent = { bytes: 0 };
    provider.answers.set('openid-configuration', endless(sent));
    expect(await start()).toBe('/login?problem=unreachable');
    expect(sent.bytes).toBeLessThan(15 * 1024 * 1024);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['HTML', (response) => response.setHeader('content-type', 'text/html').end('<h1>Maintenance</h1>')],
    ['no JSON', (response) => response.setHeader('content-type', 'application/json').end('{"issuer"')],
    ['a list', (response) => response.setHeader('content-type', 'application/json').end('[]')],
    ['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ])('that is %s leads back to the login', async (_what, answer) => {
    provider.answers.set('openid-configuration', answer);
    expect(await start()).toBe('/login?problem=refused');
  });

  test.each<[string, object]>([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['without an address of the login', { authorization_endpoint: undefined }],
    ['with a script as address of the login', { authorization_endpoint: 'javascript:alert(1)' }],
    ['with no address for the login', { authorization_endpoint: 'not an address' }],
    ['with another type', { authorization_endpoint: 5 }],
    ['without an address for tokens', { token_endpoint: undefined }],
    ['with a script as address for tokens', { token_endpoint: 'javascript:alert(1)' }],
    ['without an address of keys', { jwks_uri: undefined }],
    ['with no address of keys', { jwks_uri: 'nowhere' }],
    ['with a name and password in an address', { token_endpoint: 'https://a:b@login.example/token' }],
  ])('%s leads back to the login', async (_what, changes) => {
    describes(changes);
    expect(await start()).toBe('/login?problem=refused');
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', '//evil.example', 5, null])(
    'with %s as address of the logout does not keep anyone from logging out here',
    async (address) => {
      describes({ end_session_endpoint: address });
      const browser = new OwnBrowser(t.app);
      expect(await logIn(undefined, browser)).toBe('/');
      const answer = await browser.send({ method: 'POST', url: '/api/Logout' });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect(await userOf(browser)).toBeNull();
    },
  );
});

describe('a key', () => {
  test('that is replaced between two logins is read again', async () => {
    expect(await logIn()).toBe('/');
    const next = await signingKey('key-2');
    provider.answers.set('keys', { keys: [next.jwk] });
    expect(await logIn((claims) => sign(next, claims))).toBe('/');
    expect(await logIn()).toBe('/login?problem=refused');
  });

  test('that is replaced under the same name is read again', async () => {
    expect(await logIn()).toBe('/');
    const next = await signingKey('key-1');
    provider.answers.set('keys', { keys: [next.jwk] });
    expect(await logIn((claims) => sign(next, claims))).toBe('/');
  });

  test('without a name is the only one, or none', async () => {
    const unnamed = await signingKey(null);
    provider.answers.set('keys', { keys: [unnamed.jwk] });
    expect(await logIn((claims) => sign(unnamed, claims))).toBe('/');
    provider.answers.set('keys', { keys: [unnamed.jwk, key.jwk] });
    expect(await logIn((claims) => sign(unnamed, claims))).toBe('/login?problem=refused');
  });

  test('cannot be none, or a public one as a secret, even where the provider says that it signs so', async () => {
    describes({ id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] });
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    expect(await logIn((claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`)).toBe('/login?problem=refused');
    for (const secret of [JSON.stringify(key.jwk), key.jwk.n ?? '', 'the-secret'])
      expect(
        await logIn((claims) =>
          new SignJWT({ ...claims })
            .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
            .sign(createHash('sha256').update(secret).digest()),
        ),
      ).toBe('/login?problem=refused');
    const raw = new TextEncoder().encode(key.jwk.n ?? '');
    const signed = (claims: IdClaims) => new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(raw);
    expect(await logIn(signed)).toBe('/login?problem=refused');
  });

  test.each<[string, (response: ServerResponse) => void, string]>([
    ['in HTML', (response) => response.setHeader('content-type', 'text/html').end('<h1>x</h1>'), 'refused'],
    ['with an error', (response) => response.writeHead(503).end(), 'unreachable'],
    ['of 20 MB', endless({ bytes: 0 }), 'unreachable'],
  ])('%s logs no one in', async (_what, answer, problem) => {
    provider.answers.set('keys', answer);
    expect(await logIn()).toBe(`/login?problem=${problem}`);
  });
});

describe('the times of a token', () => {
  const inSeconds = (name: string, seconds: number) => () => ({ [name]: now() + seconds });
  test.each<[string, () => object, string]>([
    ['ended 20 s ago', inSeconds('exp', -20), '/'],
    ['ended 60 s ago', inSeconds('exp', -60), '/login?problem=refused'],
    ['begins in 20 s', inSeconds('nbf', 20), '/'],
    ['begins in 60 s', inSeconds('nbf', 60), '/login?problem=refused'],
    ['was made in 20 s', inSeconds('iat', 20), '/'],
    ['has no end', () => ({ exp: undefined }), '/login?problem=refused'],
    ['has a text as its end', () => ({ exp: 'tomorrow' }), '/login?problem=refused'],
  ])('that %s, with clocks that differ by up to 30 s', async (_what, changes, to) => {
    expect(await logIn((claims) => sign(key, { ...claims, ...changes() }))).toBe(to);
  });
});

describe('what a token says', () => {
  test.each<[string, unknown]>([
    ['a NUL', 'a\0b'],
    ['half a character', 'a\ud800b'],
    ['more than 255 characters', 'x'.repeat(256)],
    ['no text', 5],
    ['nothing', ''],
  ])('of its subject with %s is refused', async (_what, sub) => {
    expect(await logIn((claims) => sign(key, { ...claims, sub }))).toBe('/login?problem=refused');
  });

  test('of groups that cannot be stored is left out', async () => {
    const role = { name: `Kept ${person}`, roles: ['StoreAdmin'], directoryNames: ['kept'], active: true };
    await t.services.engine.create(SYSTEM, 'groups', role);
    const browser = new OwnBrowser(t.app);
    const groups = ['a\0b', 'a\ud800', 'kept', 'x'.repeat(501)];
    expect(await logIn((claims) => sign(key, { ...claims, groups }), browser)).toBe('/');
    expect((await userOf(browser))?.roles).toContain('StoreAdmin');
  });

  test('of the name is cut and cleaned, and makes an account', async () => {
    const browser = new OwnBrowser(t.app);
    const name = `${'x\0\ud800\u202e'.repeat(500)}`;
    const email = '"><script>@x';
    const preferred = `${'Ä'.repeat(400)}\0`;
    const to = await logIn((claims) => sign(key, { ...claims, name, email, preferred_username: preferred }), browser);
    expect(to).toBe('/');
    expect((await userOf(browser))?.username).toMatch(/^person-[0-9a-f]{12}$/);
  });
});

describe('an answer with tokens', () => {
  test.each<[string, (response: ServerResponse) => void, string]>([
    ['in HTML', (response) => response.setHeader('content-type', 'text/html').end('<h1>x</h1>'), 'refused'],
    ['of 20 MB', endless({ bytes: 0 }), 'unreachable'],
    ['elsewhere', (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), 'refused'],
    ['that breaks off', (response) => response.writeHead(200).socket?.destroy(), 'unreachable'],
    ['of an error', (response) => response.writeHead(500).end('x'), 'unreachable'],
  ])('%s logs no one in', async (_what, answer, problem) => {
    const browser = new OwnBrowser(t.app);
    const { state } = await leave(browser);
    provider.answers.set('token', answer);
    expect(leadsTo(await browser.get(`${CALLBACK}?code=x&state=${state}`))).toBe(`/login?problem=${problem}`);
    expect(await userOf(browser)).toBeNull();
  });

  test('without userinfo, of 20 MB or of an error of it logs no one in', async () => {
    describes({ userinfo_endpoint: `${provider.issuer}/userinfo` });
    provider.answers.set('userinfo', endless({ bytes: 0 }));
    expect(await logIn()).toBe('/login?problem=unreachable');
    provider.answers.set('userinfo', (response) => response.writeHead(502).end());
    expect(await logIn()).toBe('/login?problem=unreachable');
    provider.answers.set('userinfo', { sub: 'someone-else' });
    expect(await logIn()).toBe('/login?problem=refused');
  });
});

describe('a callback', () => {
  test('of 200 kB is refused before it is read, and the server continues', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as { port: number };
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET ${CALLBACK}?state=${'a'.repeat(43)}&code=${'x'.repeat(200_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
      });
      let received = '';
      socket.on('data', (data) => (received += String(data)));
      // The server does not read the rest.
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(provider.asked).toEqual([]);
    expect(await logIn()).toBe('/');
  });

  test('of two tabs that log in at the same time leads each to its own page, in either order', async () => {
    const browser = new OwnBrowser(t.app);
    const first = await leave(browser, `${START}?redirectFrom=%2Fdocs`);
    const second = await leave(browser, `${START}?redirectFrom=%2Frequests%2Fmyrequests`);
    for (const [{ state, nonce }, page] of [
      [second, '/requests/myrequests'],
      [first, '/docs'],
    ] as const) {
      const token = await sign(key, claimsFor(nonce));
      provider.answers.set('token', { access_token: 'a', token_type: 'Bearer', id_token: token });
      expect(leadsTo(await browser.get(`${CALLBACK}?code=x&state=${state}`))).toBe(page);
    }
    expect(await userOf(browser)).not.toBeNull();
  });

  test('with the token of the other tab is refused', async () => {
    const browser = new OwnBrowser(t.app);
    const first = await leave(browser);
    const second = await leave(browser);
    const token = await sign(key, claimsFor(second.nonce));
    provider.answers.set('token', { access_token: 'a', token_type: 'Bearer', id_token: token });
    expect(leadsTo(await browser.get(`${CALLBACK}?code=x&state=${first.state}`))).toBe('/login?problem=refused');
  });
});

describe('the limit of logins', () => {
  const LIMIT: RateLimit = {
    name: 'openid-login',
    perClient: 600,
    shared: { total: 6000, share: 300 },
    seconds: 300,
  };
  const from = async (remoteAddress: string, url: string) => leadsTo(await t.app.inject({ url, remoteAddress }));

  test('counts both ways of one address together, holds up no one elsewhere, and ends', async () => {
    const earlier = Array.from({ length: LIMIT.perClient - 2 }, () => t.services.limits.use(LIMIT, '192.0.2.7'));
    expect((await Promise.all(earlier)).filter((wait) => wait !== null)).toEqual([]);
    expect(await from('192.0.2.7', START)).toContain(`${provider.issuer}/login`);
    expect(await from('192.0.2.7', `${CALLBACK}?state=x`)).toBe('/login?problem=ended');
    for (const url of [START, `${CALLBACK}?state=x`]) expect(await from('192.0.2.7', url)).toBe('/login?problem=busy');
    expect(await from('192.0.2.7', `${START}?redirectFrom=%2Fdocs`)).toBe('/login?problem=busy&redirectFrom=%2Fdocs');
    expect(await from('192.0.2.8', START)).toContain(`${provider.issuer}/login`);
    t.services.clock.moveTo(t.services.clock.now() + LIMIT.seconds * 2000);
    expect(await from('192.0.2.7', START)).toContain(`${provider.issuer}/login`);
  });

  test('is used up by a few addresses without refusing anyone else', async () => {
    const flood = (count: number, ip: string) =>
      Promise.all(Array.from({ length: count }, () => t.services.limits.use(LIMIT, ip)));
    for (let index = 1; index <= 11; index += 1) await flood(600, `2001:db8:${index}::1`);
    expect(await from('2001:db8:1::1', START)).toBe('/login?problem=busy');
    for (let index = 1; index <= 30; index += 1)
      expect(await from(`198.51.100.${index}`, START)).toContain(`${provider.issuer}/login`);
    t.services.clock.moveTo(t.services.clock.now() + LIMIT.seconds * 2000);
  });
});

describe('a session whose renewal fails', () => {
  /** Logs in with this refresh token. */
  async function renewable(refreshToken: string): Promise<OwnBrowser> {
    const browser = new OwnBrowser(t.app);
    const { state, nonce } = await leave(browser);
    const who = `${refreshToken}-${person}`;
    const idToken = await sign(key, { ...claimsFor(nonce), sub: who, preferred_username: who });
    const tokens = { access_token: 'a', token_type: 'Bearer', id_token: idToken, refresh_token: refreshToken };
    provider.answers.set('token', tokens);
    expect(leadsTo(await browser.get(`${CALLBACK}?code=x&state=${state}`))).toBe('/');
    return browser;
  }
  /** The provider no longer knows the person who logged in with "gone". */
  function answering(odd: (response: ServerResponse) => void): { asked: string[] } {
    const requested: string[] = [];
    provider.answers.set('token', (response, form) => {
      const token = form.get('refresh_token') ?? '';
      requested.push(token);
      if (token === 'odd') odd(response);
      else response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
    });
    return { asked: requested };
  }
  const ask = async () => {
    const [schedule] = oidc.schedules ?? [];
    await schedule?.run(t.services);
  };
  beforeEach(() => t.services.db.deleteFrom('sessions').execute());

  test('does not keep the others from being asked about', async () => {
    const [first, second] = [await renewable('odd'), await renewable('gone')];
    answering((response) => response.setHeader('content-type', 'text/html').end('<h1>x</h1>'));
    await expect(ask()).rejects.toThrow('Sessions of "campus" could not be checked, 1 of them');
    expect(await userOf(first)).not.toBeNull();
    expect(await userOf(second)).toBeNull();
  });

  test('with an error of the provider continues, but one that fails for everyone is aborted', async () => {
    const down = (response: ServerResponse) => response.writeHead(503).end();
    const [first, second] = [await renewable('odd'), await renewable('gone')];
    answering(down);
    await ask();
    expect(await userOf(first)).not.toBeNull();
    expect(await userOf(second)).toBeNull();
    for (let more = 0; more < 4; more += 1) await renewable('odd');
    const { asked } = answering(down);
    await ask();
    expect(asked).toHaveLength(3);
  });
});
