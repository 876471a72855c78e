import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import '../../server/platform/http/response-caching.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let editor: TestUser;
let secure: TestApp;
let secureEditor: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  editor = await t.createUser({ roles: ['ContentAdmin'] });
  secure = await startTestApp({ env: { PUBLIC_URL: 'https://portal.example.edu' } });
  secureEditor = await secure.createUser({ roles: ['ContentAdmin'] });
});
afterAll(async () => {
  await t.close();
  await secure.close();
});

let made = 0;

/** A list filtered to a single unpublished page: an editor sees one row, a visitor none. */
async function hiddenList({ services }: TestApp): Promise<string> {
  made += 1;
  const name = `hidden-${made}`;
  await services.engine.create(
    SYSTEM,
    'pages',
    { name, title: 'Top secret', type: 'Standard', published: false, data: '<p>one</p>' },
    { command: true },
  );
  return `/api/pages?filter=${encodeURIComponent(JSON.stringify({ name }))}`;
}

const tokenOf = ({ cookie }: TestUser): string => cookie.split('=')[1] ?? '';

describe('a response that was made for a session is not served to visitors', () => {
  const spellings: [name: string, cookies: (token: string) => string | string[]][] = [
    ['as browsers write it', (token) => `atrium=${token}`],
    ['space before =', (token) => `atrium =${token}`],
    ['tab before =', (token) => `atrium\t=${token}`],
    ['space after =', (token) => `atrium= ${token}`],
    ['space before the name', (token) => ` atrium=${token}`],
    ['tab between cookies', (token) => `a=b;\tatrium=${token}`],
    ['no space between cookies', (token) => `a=b;atrium =${token}`],
    ['quoted', (token) => `atrium="${token}"`],
    ['quoted, with a space', (token) => `atrium ="${token}"`],
    ['percent-encoded value', (token) => `atrium =%${token.charCodeAt(0).toString(16)}${token.slice(1)}`],
    ['percent-encoded name', (token) => `%61trium=${token}`],
    ['capitals', (token) => `Atrium=${token}`],
    ['duplicate, the token first', (token) => `atrium =${token}; atrium=other`],
    ['duplicate, the token last', (token) => `atrium =other; atrium =${token}`],
    ['duplicate, the first empty', (token) => `atrium=; atrium =${token}`],
    ['two Cookie headers', (token) => ['a=b', `atrium =${token}`]],
    ['comma between cookies', (token) => `a=b, atrium =${token}`],
    ['no-break space before =', (token) => `atrium\u00a0=${token}`],
    ['vertical tab before =', (token) => `atrium\u000b=${token}`],
  ];
  test.each(spellings)('%s', async (_name, cookies) => {
    const path = await hiddenList(t);
    const cookie = cookies(tokenOf(editor));
    // light-my-request represents repeated headers as a list.
    await t.app.inject({ url: path, headers: { cookie } as Record<string, string> });
    expect((await t.app.inject({ url: path })).body).not.toContain('Top secret');
  });

  test.each(['__Host-atrium =', '__Host-atrium\t=', '__Host-atrium='])('over https: %j', async (start) => {
    const path = await hiddenList(secure);
    const seen = await secure.app.inject({ url: path, headers: { cookie: `${start}${tokenOf(secureEditor)}` } });
    expect(seen.json<Row[]>()).toHaveLength(1);
    expect((await secure.app.inject({ url: path })).body).not.toContain('Top secret');
  });

  test('a response cached for a visitor is not served to a session either', async () => {
    const path = await hiddenList(t);
    expect((await t.app.inject({ url: path })).body).not.toContain('Top secret');
    const seen = await t.app.inject({ url: path, headers: { cookie: `atrium =${tokenOf(editor)}` } });
    expect([seen.json<Row[]>().length, seen.headers['cache-control']]).toEqual([1, 'no-store']);
  });
});

describe('undeclared parameters create no entries', () => {
  test('unknown query parameters and other spellings of a list are one entry', async () => {
    const path = '/api/locations';
    const filter = encodeURIComponent('{"active":true}');
    const first = await t.app.inject({ url: `${path}?filter=${filter}&range=[0,4]` });
    expect(first.statusCode).toBe(200);
    const entries = t.app.publicCache.size;
    for (const rest of [
      `?filter=${filter}&range=[0,4]&x=1`,
      `?x=${'y'.repeat(3000)}&range=%5B0,%204%5D&filter=${encodeURIComponent('{ "active" : true }')}`,
      `?range=[0,4]&filter=${filter}#x`,
    ]) {
      const again = await t.app.inject({ url: `${path}${rest}` });
      expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    }
    expect(t.app.publicCache.size).toBe(entries);
  });

  test('unknown parameters of a single row and of a route without parameters are one entry', async () => {
    const [{ id }] = (await t.app.inject({ url: '/api/locations' })).json<[{ id: number }]>();
    for (const path of [`/api/locations/${id}`, '/api/content/megamenu']) {
      const first = await t.app.inject({ url: path });
      const entries = t.app.publicCache.size;
      expect((await t.app.inject({ url: `${path}?x=1&filter=%7B%7D` })).body).toBe(first.body);
      expect(t.app.publicCache.size).toBe(entries);
    }
  });

  test('a route that refuses unknown parameters refuses them before its cache', async () => {
    const path = '/api/content/page?title=home';
    expect((await t.app.inject({ url: path })).statusCode).toBe(200);
    const entries = t.app.publicCache.size;
    expect((await t.app.inject({ url: `${path}&x=1` })).statusCode).toBe(400);
    expect(t.app.publicCache.size).toBe(entries);
  });
});
