import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONGEST_READ, MOST_READS, type BatchAnswer } from '../../domain/values/batch.ts';
import type { Problem } from '../../domain/values/problem.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
const cookies = new Map<string, string>();
beforeAll(async () => {
  t = await startTestApp();
  for (const account of ['administrator', 'student', 'eventadmin']) cookies.set(account, await t.loginAs(account));
});
afterAll(() => t.close());

function post(account: string, payload: unknown, headers: Record<string, string> = {}) {
  return t.app.inject({
    method: 'POST',
    url: '/api/batch',
    headers: { cookie: cookies.get(account) ?? '', 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

async function batch(account: string, reads: readonly string[]): Promise<BatchAnswer[]> {
  const answer = await post(account, { reads });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json<BatchAnswer[]>();
}

/** As the route itself answers. Request numbers differ. */
async function alone(account: string, url: string): Promise<BatchAnswer> {
  const { statusCode, headers, body } = await t.app.inject({
    url,
    headers: { cookie: cookies.get(account) ?? '', accept: 'application/json' },
  });
  const names = ['content-range', 'total-accuracy', 'etag', 'retry-after'];
  const given = names.filter((name) => headers[name] !== undefined).map((name) => [name, String(headers[name])]);
  return {
    status: statusCode,
    headers: Object.fromEntries(given) as Record<string, string>,
    body: body === '' ? null : (JSON.parse(body) as unknown),
  };
}

/** Answers that name the time. */
const UNSTEADY = new Set(['/api/account/sessions', '/api/debug/report']);
const code = ({ body }: BatchAnswer) => (body as Problem).code;

describe('each read', () => {
  test.each(['administrator', 'student', 'eventadmin'])('is answered to %s as its route answers', async (account) => {
    const { id } = await makeRow(t.services, 'events', { active: true });
    const reads = [
      `/api/events/${id}`,
      '/api/events?filter=%7B%22active%22:true%7D&range=[0,2]&sort=[%22id%22,%22DESC%22]',
      '/api/users?range=[0,1]',
      '/api/users/1/history?range=[0,4]',
      '/api/mails?range=[0,0]',
      '/api/permissions',
      '/api/account/sessions',
      '/api/debug/report',
      '/api/preferences/never-set',
      '/api/categories/999999999999',
      '/api/categories?filter=nonsense',
      '/api/categories?filter=%7B%22passwordHash%22:1%7D',
      '/api/nothing-here',
    ];
    const answers = await batch(account, reads);
    expect(answers).toHaveLength(reads.length);
    for (const [index, read] of reads.entries()) {
      const expected = await alone(account, read);
      if (UNSTEADY.has(read)) expect(answers[index]?.status, read).toBe(expected.status);
      else expect(answers[index], read).toEqual(expected);
    }
    expect(answers.map(({ status }) => status)).toContain(404);
  });

  test('has its own rate limit, by the address of the caller', async () => {
    const url = '/api/documentation/search?query=laser';
    const before = await alone('student', url);
    expect(before.status).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < 20 && !statuses.includes(429); count += 1)
      statuses.push(...(await batch('student', Array<string>(MOST_READS).fill(url))).map(({ status }) => status));
    expect(statuses).toContain(429);
    expect((await alone('student', url)).status).toBe(429);
  });

  test('that is not JSON is left out, and the others are answered', async () => {
    const answers = await batch('administrator', [
      '/api/users/export',
      '/api/docs',
      '/api/docs.css',
      '/api/auth/oidc/none/start',
      '/api/categories?range=[0,0]',
    ]);
    expect(answers.map(({ status }) => status)).toEqual([406, 406, 406, 404, 200]);
    expect(code(answers[0]!)).toBe('batch.not-json');
  });

  test('of a route without an answer has no body', async () => {
    expect(await batch('student', ['/api/preferences/never-set'])).toEqual([
      await alone('student', '/api/preferences/never-set'),
    ]);
  });

  test('is answered in its place, as many as are allowed', async () => {
    const ids = (await alone('administrator', '/api/users?range=[0,9]')).body as { id: number }[];
    const reads = Array.from({ length: MOST_READS }, (_, index) => `/api/users/${ids[index % ids.length]?.id}`);
    const answers = await batch('administrator', reads);
    expect(answers.map(({ body }) => `/api/users/${(body as { id: number }).id}`)).toEqual(reads);
  });
});

test('the version and the total of a list are answered', async () => {
  const { id } = await makeRow(t.services, 'categories');
  const [one, list] = await batch('administrator', [`/api/categories/${id}`, '/api/categories?range=[0,0]']);
  expect(one?.headers).toEqual({ etag: '"1"' });
  expect(list?.headers['content-range']).toMatch(/^categories 0-0\/\d+$/);
});

describe('refused is', () => {
  test.each([
    ['another site', 'https://evil.example/api/users'],
    ['another host', '//evil.example/api/users'],
    ['a back slash', '/\\evil.example/api/users'],
    ['a back slash in the path', '/api\\users'],
    ['another scheme', 'file:///api/users'],
    ['a path outside', '/admin/users'],
    ['a way outside', '/api/../admin/users'],
    ['an encoded way outside', '/api/%2e%2e/admin/users'],
    ['a relative path', 'api/users'],
    ['a fragment', '/api/users#1'],
    ['a line break', '/api/users\r\nx-forwarded-for: 1.2.3.4'],
    ['a space', '/api/users HTTP/1.1'],
    ['a tab', '/api/us\ters'],
    ['letters beyond ASCII', '/api/üsers'],
    ['a method', 'DELETE /api/users/1'],
    ['a batch', '/api/batch'],
    ['a batch with a query', '/api/batch?x=1'],
  ])('%s', async (_what, read) => {
    const answer = await post('administrator', { reads: ['/api/users', read] });
    expect(answer.statusCode).toBe(400);
    expect(expectProblem(answer).code).toBe('batch.bad-address');
  });

  test('a batch in other letters, by having no such route', async () => {
    const answers = await batch('administrator', ['/api/%62atch', '/api/batch/', '/api/BATCH', '/api//batch']);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test.each([
    ['none', { reads: [] }],
    ['one too many', { reads: Array<string>(MOST_READS + 1).fill('/api/users') }],
    ['an address that is too long', { reads: [`/api/users?filter=${'x'.repeat(LONGEST_READ)}`] }],
    ['an object', { reads: [{ method: 'DELETE', path: '/api/users/1' }] }],
    ['a number', { reads: [1] }],
    ['more than reads', { reads: ['/api/users'], method: 'DELETE' }],
    ['a list', ['/api/users']],
    ['nothing', {}],
  ])('%s', async (_what, payload) => {
    const answer = await post('administrator', payload);
    expect(answer.statusCode).toBe(400);
    expectProblem(answer);
  });

  test('a body that is too large', async () => {
    const answer = await post('administrator', { reads: [`/api/users?${'x'.repeat(MOST_READS * LONGEST_READ)}`] });
    expect(answer.statusCode).toBe(413);
    expectProblem(answer);
  });

  test('a page of another site, and a visitor', async () => {
    const foreign = await post('administrator', { reads: ['/api/users'] }, { origin: 'https://evil.example' });
    expect(expectProblem(foreign).code).toBe('http.cross-origin');
    expect((await post('nobody', { reads: ['/api/content/megamenu'] })).statusCode).toBe(401);
  });

  test('any other method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await t.app.inject({
        method,
        url: '/api/batch',
        headers: { cookie: cookies.get('administrator') ?? '' },
      });
      expect(answer.statusCode, method).toBe(404);
    }
  });
});

test('few reads of a batch run together', async () => {
  let running = 0;
  let most = 0;
  t.services.engine.list = new Proxy(t.services.engine.list, {
    apply: async (list, self, args) => {
      running += 1;
      most = Math.max(most, running);
      try {
        return (await Reflect.apply(list, self, args)) as unknown;
      } finally {
        running -= 1;
      }
    },
  });
  await batch('administrator', Array<string>(20).fill('/api/categories?range=[0,0]'));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test('the call is described', async () => {
  const { body } = await alone('student', '/api/openapi.json');
  const { paths } = body as { paths: Record<string, { post?: { summary: string; requestBody: unknown } }> };
  expect(paths['/api/batch']?.post?.summary).toContain('reads');
  expect(paths['/api/batch']?.post?.requestBody).toBeDefined();
});
