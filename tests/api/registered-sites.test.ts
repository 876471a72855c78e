import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchRoute } from '../../domain/access/match-route.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const SITE = 'https://makers.example.edu';
/** Everything that resembles a registered origin and is another one. */
const OTHERS = [
  'null',
  'http://makers.example.edu',
  'https://makers.example.edu.evil.example',
  'https://evil.makers.example.edu',
  'https://makers.example.edu:8443',
  'https://MAKERS.example.edu',
  'https://makers.example.edu/',
  'https://makers.example.edu@evil.example',
  'https://makers.example.ed',
  'https://evil.example',
  '*',
];

let t: TestApp;
let admin: string;
let locationId: number;

beforeAll(async () => {
  t = await startTestApp();
  admin = await t.loginAs('administrator');
  await t.services.db.deleteFrom('registeredSites').execute();
  locationId = Number((await makeRow(t.services, 'locations', { displayName: 'Hall <A> & B', active: true })).id);
});
afterAll(() => t.close());

async function register(given: Row): Promise<number> {
  const row = await makeRow(t.services, 'registeredSites', {
    canCallApi: false,
    canReport: false,
    canEmbed: false,
    ...given,
  });
  return Number(row.id);
}

async function set(id: number, data: Row): Promise<void> {
  const answer = await t.app.inject({
    method: 'PUT',
    url: `/api/registeredSites/${id}`,
    headers: { cookie: admin },
    payload: data,
  });
  expect(answer.statusCode).toBe(200);
}

const get = (url: string, origin?: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, headers: { ...(origin === undefined ? {} : { origin }), ...headers } });
const preflight = (url: string, origin: string, method: string) =>
  t.app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': method } });
const report = (origin: string, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/api/EventLog/LogError',
    headers: { origin, 'sec-fetch-site': 'cross-site', ...headers },
    payload: { message: 'It broke', exception: 'No stack', location: 'Page' },
  });
const allowed = ({ headers }: { headers: Record<string, unknown> }) => headers['access-control-allow-origin'];

describe('an address', () => {
  test.each([
    ['https://Makers.Example.edu:443/workshop?a=b#c', 'https://makers.example.edu'],
    ['http://localhost:5173/', 'http://localhost:5173'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example'],
  ])('%s is stored as its origin %s', async (url, origin) => {
    const row = await makeRow(t.services, 'registeredSites', { url });
    expect(row.url).toBe(origin);
    await t.services.engine.remove(SYSTEM, 'registeredSites', row.id as number);
  });

  test.each([
    ['mailto:a@b.example', 'Must start with https://'],
    ['https://*.example.edu', 'A wildcard is not a site'],
    ['https://*', 'A wildcard is not a site'],
    ['https://me:secret@makers.example.edu', 'without a user name'],
    ["https://a.example;script-src'unsafe-inline'", 'Must contain a host name'],
    ['https://a_b.example', 'Must contain a host name'],
  ])('%s is refused: %s', async (url, message) => {
    await expect(makeRow(t.services, 'registeredSites', { url })).rejects.toMatchObject({
      problem: { status: 400, errors: { url: expect.stringContaining(message) as string } },
    });
  });
});

describe('the public API', () => {
  let id: number;
  beforeAll(async () => {
    id = await register({ url: SITE, canCallApi: true });
  });
  afterAll(() => t.services.engine.remove(SYSTEM, 'registeredSites', id));

  test.each(['/api/locations', '/api/content/siteDisplaySettings', '/api/ViewScheduling/GetCalendarFor/1'])(
    '%s is read by a registered site, without credentials, and varies by origin',
    async (url) => {
      // Twice: the second answer may come from memory.
      for (const origin of [SITE, undefined, SITE]) {
        const answer = await get(url, origin);
        expect(allowed(answer)).toBe(origin);
        // Browsers must not keep what a site may read only today.
        expect(answer.headers['cache-control']).toMatch(origin === undefined ? /^no-(?:cache|store)$/ : /^no-store$/);
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
        expect(String(answer.headers.vary).split(/,\s*/)).toContain('Origin');
      }
    },
  );

  test.each(OTHERS)('is not read by %s', async (origin) => {
    for (const url of ['/api/locations', '/api/content/siteDisplaySettings']) {
      await get(url, SITE);
      expect(allowed(await get(url, origin))).toBeUndefined();
      expect(allowed(await preflight(url, origin, 'GET'))).toBeUndefined();
    }
    expect((await report(origin)).statusCode).toBe(403);
  });

  test('is read as a visitor, with any session of the browser', async () => {
    const answer = await get('/api/users', SITE, { cookie: admin });
    expect(answer.statusCode).toBe(401);
  });

  test.each(['/api/messages/choices', '/api/systemSettings/declared', '/api/feeds/secret.ics', '/', '/calendars'])(
    'does not have %s',
    async (url) => {
      expect(allowed(await get(url, SITE))).toBeUndefined();
    },
  );

  test('answers preflights for reading alone', async () => {
    const answer = await preflight('/api/locations', SITE, 'GET');
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-allow-methods': 'GET, HEAD',
    });
    expect(answer.headers.vary).toContain('Origin');
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'])
      expect(allowed(await preflight('/api/locations', SITE, method))).toBeUndefined();
    expect(allowed(await preflight('/api/EventLog/LogError', SITE, 'POST'))).toBeUndefined();
  });

  test('is closed from the next request on, also what is in memory', async () => {
    expect(allowed(await get('/api/content/siteDisplaySettings', SITE))).toBe(SITE);
    await set(id, { canCallApi: false });
    expect(allowed(await get('/api/content/siteDisplaySettings', SITE))).toBeUndefined();
    await set(id, { canCallApi: true });
    expect(allowed(await get('/api/content/siteDisplaySettings', SITE))).toBe(SITE);
    await set(id, { active: false });
    expect(allowed(await get('/api/content/siteDisplaySettings', SITE))).toBeUndefined();
    await set(id, { active: true });
  });
});

describe('error reports', () => {
  test('of a registered site are stored with its origin, and not as those of an account', async () => {
    const id = await register({ url: SITE, canReport: true });
    expect((await preflight('/api/EventLog/LogError', SITE, 'POST')).headers['access-control-allow-methods']).toBe(
      'POST',
    );
    const answer = await report(SITE, { cookie: admin });
    expect(answer.statusCode).toBe(204);
    expect(allowed(answer)).toBe(SITE);
    const rows = await t.services.db.selectFrom('eventLog').select(['location', 'userId']).execute();
    expect(rows).toContainEqual({ location: `${SITE} - Page`, userId: null });
    await set(id, { canReport: false });
    expect((await report(SITE)).statusCode).toBe(403);
    await t.services.engine.remove(SYSTEM, 'registeredSites', id);
  });

  test('of a site are kinds of their own: they neither join nor displace those of this site', async () => {
    const id = await register({ url: SITE, canReport: true });
    const text = { message: 'Same everywhere', exception: 'No stack', location: 'Page' };
    await t.app.inject({ method: 'POST', url: '/api/EventLog/LogError', payload: text });
    const kinds = () =>
      t.services.db.selectFrom('eventKinds').select(['place', 'count']).where('message', '=', text.message).execute();
    const before = await kinds();
    for (const _ of [1, 2])
      await t.app.inject({ method: 'POST', url: '/api/EventLog/LogError', headers: { origin: SITE }, payload: text });
    expect(before).toEqual([{ place: 'Page', count: 1 }]);
    expect(await kinds()).toEqual([...before, { place: `${SITE} - Page`, count: 2 }]);
    await t.services.engine.remove(SYSTEM, 'registeredSites', id);
  });

  test('are limited by number and size', async () => {
    const id = await register({ url: SITE, canReport: true });
    const big = await t.app.inject({
      method: 'POST',
      url: '/api/EventLog/LogError',
      headers: { origin: SITE },
      payload: { message: 'x'.repeat(200_000), exception: '', location: '' },
    });
    expect(big.statusCode).toBe(413);
    const answers = await Promise.all(Array.from({ length: 40 }, () => report(SITE)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(allowed(refused[0]!)).toBe(SITE);
    await t.services.engine.remove(SYSTEM, 'registeredSites', id);
  });
});

describe('embedded pages', () => {
  const ancestors = ({ headers }: { headers: Record<string, unknown> }) =>
    /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];

  test.each(['hours', 'calendar'])('%s can be framed only by registered sites, immediately', async (kind) => {
    const url = `/embed/${kind}/${locationId}?theme=dark`;
    expect(ancestors(await get(url))).toBe("'self'");
    const id = await register({ url: SITE, canEmbed: true });
    const answer = await get(url, undefined, { cookie: admin });
    expect(answer.statusCode).toBe(200);
    expect(ancestors(answer)).toBe(`'self' ${SITE}`);
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).toContain('Hall &lt;A&gt; &amp; B');
    expect(answer.body).toContain('data-theme="dark"');
    expect(answer.body.length).toBeLessThan(8_000);
    expect(ancestors(await get(url))).toBe(`'self' ${SITE}`);
    await set(id, { canEmbed: false });
    expect(ancestors(await get(url))).toBe("'self'");
    await t.services.engine.remove(SYSTEM, 'registeredSites', id);
  });

  test('all other pages and calls are framed by no one', async () => {
    const id = await register({ url: SITE, canEmbed: true, canCallApi: true });
    for (const url of ['/', '/api/locations', '/api/docs']) {
      const answer = await get(url, SITE);
      expect(ancestors(answer)).toBe("'none'");
      expect(answer.headers['x-frame-options']).toBe('DENY');
    }
    await t.services.engine.remove(SYSTEM, 'registeredSites', id);
  });

  test('upcoming events are those that are published', async () => {
    const eventId = (await makeRow(t.services, 'events', { title: 'Laser night', active: true })).id ?? null;
    const in2Days = (hours: number) => new Date(t.services.clock.now() + (48 + hours) * 3_600_000).toISOString();
    const times = { startsAt: in2Days(0), endsAt: in2Days(2), locationId, eventId };
    const made = await makeRow(t.services, 'instances', { ...times, status: 'draft' });
    expect((await get('/embed/events?count=20')).body).not.toContain('Laser night');
    await t.services.engine.update(SYSTEM, 'instances', made.id as number, { status: 'published' }, { command: true });
    expect((await get('/embed/events?count=20')).body).toContain('Laser night');
    expect((await get(`/embed/calendar/${locationId}`)).body).toContain('Laser night');
    await t.services.engine.update(SYSTEM, 'instances', made.id as number, { status: 'cancelled' }, { command: true });
    expect((await get('/embed/events?count=20')).body).not.toContain('Laser night');
  });

  test('a session without a place is among them, with its location as text, and each links to its page', async () => {
    const eventId = (await makeRow(t.services, 'events', { title: 'Online <talk>', active: true })).id ?? null;
    const inMinutes = (minutes: number) => new Date(t.services.clock.now() + minutes * 60_000).toISOString();
    const [startsAt, endsAt] = [inMinutes(5), inMinutes(65)];
    const rest = { eventId, locationId: null, locationNote: 'By video', status: 'published' };
    const { id } = await makeRow(t.services, 'instances', { startsAt, endsAt, ...rest });
    const { body } = await get('/embed/events?count=20');
    expect(body).toContain(`<a href="/signup/details/${String(id)}" target="_top">Online &lt;talk&gt;</a>`);
    expect(body).toContain('By video');
  });

  test.each(['/embed/hours/', '/embed/calendar/', '/embed/events?'])('%s leads to pages for visitors', async (path) => {
    const { body } = await get(path.endsWith('/') ? `${path}${locationId}` : path);
    const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(0);
    for (const href of links)
      expect(matchRoute(href, t.services.model.routes)?.route).toMatchObject({ login: false, requiredRoles: [] });
  });

  test.each(['0', '999999', 'abc', '1e3', '../1', "1'"])('of no place (%s) say so in the frame', async (id) => {
    const answer = await get(`/embed/hours/${encodeURIComponent(id)}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(ancestors(answer)).toBe("'self'");
  });

  test('what a parameter does not allow is its default', async () => {
    const answer = await get(`/embed/calendar/${locationId}?days=900&theme=%22%3E%3Cscript%3E`);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('data-theme="auto"');
  });
});
