import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SearchGroup, SearchResult } from '../../domain/calls/content.ts';
import { json, startBookStack, type BookStackServer } from '../factories/bookstack-server.ts';
import { copiedDeclarations, type Declarations } from '../factories/declarations.ts';
import { startTestApp, type TestApp } from './support.ts';

const TOKEN = 'token-id:token-secret';
const TIMEOUT = 600;
const PAGE = {
  id: 84,
  book_id: 1,
  slug: 'laser',
  name: 'Using the laser',
  type: 'page',
  tags: [],
  preview_html: { name: 'Using the <strong>laser</strong>', content: '…' },
};

let t: TestApp;
let files: Declarations;
let stack: BookStackServer;
let elsewhere: BookStackServer;
let count = 0;
let word = '';

beforeAll(async () => {
  [stack, elsewhere] = await Promise.all([startBookStack(), startBookStack()]);
  process.env['BOOKSTACK_TEST_TOKEN'] = TOKEN;
  files = copiedDeclarations().change('config/site.json', {
    documentation: {
      system: 'documentation',
      sources: [
        { name: 'This site', kind: 'site' },
        {
          name: 'Manuals',
          kind: 'bookstack',
          url: `${stack.url}/docs`,
          tokenVariable: 'BOOKSTACK_TEST_TOKEN',
          timeoutMs: TIMEOUT,
          patienceMs: 30_000,
        },
        // It always answers, however busy the machine is.
        { name: 'Wiki', kind: 'bookstack', url: `${elsewhere.url}/`, timeoutMs: 30_000, patienceMs: 30_000 },
      ],
    },
  });
  t = await startTestApp({ root: files.root });
});
afterAll(async () => {
  await t.close();
  await Promise.all([stack.close(), elsewhere.close()]);
  files.remove();
  delete process.env['BOOKSTACK_TEST_TOKEN'];
});
/** A new search text for each test, because responses are cached for a minute. */
beforeEach(() => {
  count += 1;
  word = `question ${count}`;
});
afterEach(async () => {
  stack.answer = elsewhere.answer = (_request, response) => response.end(json({ data: [], total: 0 }));
  await untilBothAreQueried();
  stack.asked = [];
  elsewhere.asked = [];
});

/** After a failure a source rests for 30 s, and is then tried in the background. */
async function untilBothAreQueried(): Promise<void> {
  let round = 0;
  await expect
    .poll(async () => {
      t.services.clock.moveTo(t.services.clock.now() + 30_000);
      round += 1;
      const query = `${word} recovered ${round}`;
      await search(query);
      return [stack, elsewhere].every(
        ({ asked }) => asked.filter((each) => each.query?.includes('recovered')).length > 1,
      );
    })
    .toBe(true);
}

function answers(
  body: string | Buffer,
  status = 200,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): void {
  stack.answer = (_request, response) => response.writeHead(status, headers).end(body);
}

async function search(query = word, more = ''): Promise<SearchGroup[]> {
  const answer = await t.app.inject({
    url: `/api/documentation/search?query=${encodeURIComponent(query)}${more}`,
    headers: { cookie: 'private=1' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<SearchGroup[]>();
}

async function manuals(query = word): Promise<SearchResult[]> {
  const groups = await search(query);
  expect(groups.map(({ source }) => source)).toEqual(['This site', 'Manuals', 'Wiki']);
  return groups[1]!.response;
}

async function logged(): Promise<{ message: string; exception: string; location: string }[]> {
  const { rows } = await sql<{
    message: string;
    exception: string;
    location: string;
  }>`select message, exception, location from "eventLog" where level = 'warning' order by id`.execute(t.services.db);
  return rows;
}

describe('a BookStack server', () => {
  test('is asked with the text as it is, its tags, quotes and types, and its token', async () => {
    answers(json({ data: [{ ...PAGE, url: `${stack.url}/docs/books/a/page/laser` }], total: 1 }));
    const query = `${word} "exact words" [tag] [tag=value] {type:page|book} & ? # %20`;
    expect(await search(query, '&count=3')).toMatchObject([
      { source: 'This site' },
      {
        source: 'Manuals',
        response: [{ name: 'Using the laser', id: 84, url: `${stack.url}/docs/books/a/page/laser` }],
      },
      {},
    ]);
    expect(stack.asked).toEqual([
      { path: '/docs/api/search', query, count: '3', authorization: `Token ${TOKEN}`, cookie: undefined },
    ]);
    expect(elsewhere.asked.at(-1)).toMatchObject({ path: '/api/search', authorization: undefined });
  });

  test('is queried with straight quotes, even if a phone typed others', async () => {
    await search(`${word} “exact words” „und so“`);
    expect(stack.asked.map(({ query }) => query)).toEqual([`${word} "exact words" "und so"`]);
  });

  test('is asked once a minute for the same, and again for another count', async () => {
    answers(json({ data: [{ ...PAGE, url: 'https://docs.example/x' }], total: 1 }));
    await Promise.all([manuals(), manuals(), manuals(` ${word} `)]);
    expect(await manuals()).toHaveLength(1);
    expect(stack.asked).toHaveLength(1);
    await search(word, '&count=5');
    expect(stack.asked).toHaveLength(2);
  });

  test('gets no queries of less than 3 characters', async () => {
    expect(await search('ab')).toEqual([]);
    expect(stack.asked).toEqual([]);
  });

  test('gives results whose names are texts and whose addresses are of the web', async () => {
    const items = [
      { ...PAGE, name: '<img src=x onerror=alert(1)> & <b>bold</b>', url: 'https://docs.example/1' },
      { ...PAGE, name: ' two\n\tli\u00adnes\u202e 👩\u200d👧', url: '/books/2' },
      { ...PAGE, name: 'x'.repeat(500), url: 'books/3' },
      { ...PAGE, name: 'No id', id: 'seven', url: 'https://docs.example/4' },
      { ...PAGE, name: 'Half a sign \ud800', url: 'https://docs.example/5' },
      ...[
        'javascript:alert(1)',
        'JaVa\nScript:alert(1)',
        'data:text/html,x',
        'ftp://docs.example/',
        'file:///etc/passwd',
        'http://[broken',
        'https://user:secret@docs.example/',
        '',
        7,
        null,
        { a: 1 },
      ].map((url) => ({ ...PAGE, url })),
      { ...PAGE, id: '12', name: 'Digits', url: 'https://docs.example/6' },
      { ...PAGE, name: 'The same again', url: 'https://docs.example/6' },
      { ...PAGE, name: 7, url: 'https://docs.example/' },
      { ...PAGE, name: ' ', url: 'https://docs.example/' },
      null,
      'text',
      7,
      [],
    ];
    answers(json({ data: items, total: items.length }));
    expect(await manuals()).toEqual([
      { name: '<img src=x onerror=alert(1)> & <b>bold</b>', id: 84, url: 'https://docs.example/1' },
      { name: 'two lines 👩\u200d👧', id: 84, url: `${stack.url}/books/2` },
      { name: 'x'.repeat(200), id: 84, url: `${stack.url}/docs/books/3` },
      { name: 'No id', id: 0, url: 'https://docs.example/4' },
      { name: 'Half a sign', id: 84, url: 'https://docs.example/5' },
      { name: 'Digits', id: 12, url: 'https://docs.example/6' },
    ]);
  });

  test('gives at most the requested number of results', async () => {
    answers(
      json({
        data: Array.from({ length: 500 }, (_, id) => ({ ...PAGE, id, url: `https://docs.example/${id}` })),
        total: 500,
      }),
    );
    expect(await manuals()).toHaveLength(20);
  });
});

describe('a server that fails', () => {
  const drip = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
  };
  const flood = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  };

  test.each<[string, () => void]>([
    ['answers with 500', () => answers('no', 500)],
    ['answers with 401', () => answers(json({ error: { code: 401, message: 'No authorization token found' } }), 401)],
    [
      'answers with a web page',
      () => answers('<!doctype html><html><body>Log in</body></html>', 200, { 'content-type': 'text/html' }),
    ],
    ['answers with broken JSON', () => answers('{"data":[{"name":"x"')],
    ['answers with nothing', () => answers('')],
    ['answers with another kind of JSON', () => answers(json([PAGE]))],
    ['answers with null', () => answers('null')],
    ['answers with data that are no list', () => answers(json({ data: { 0: PAGE } }))],
    ['sends elsewhere', () => answers('', 302, { location: `${elsewhere.url}/api/search?stolen` })],
    ['sends to itself for ever', () => answers('', 307, { location: '/docs/api/search' })],
    [
      'does not answer',
      () => {
        stack.answer = () => undefined;
      },
    ],
    [
      'begins an answer and stops',
      () => {
        stack.answer = (_request, response) => drip(response);
      },
    ],
    [
      'answers without end',
      () => {
        stack.answer = (_request, response) => flood(response);
      },
    ],
    [
      'packs an answer without end',
      () =>
        answers(gzipSync(Buffer.alloc(200 * 1024 * 1024)), 200, {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        }),
    ],
    [
      'hangs up',
      () => {
        stack.answer = (request) => request.socket.destroy();
      },
    ],
    [
      'speaks no HTTP',
      () => {
        stack.answer = (request) => request.socket.end('garbage\r\n\r\n');
      },
    ],
  ])('one that %s has no results, in time, and the others have theirs', async (_what, misbehave) => {
    misbehave();
    elsewhere.answer = (_request, response) =>
      response.end(json({ data: [{ ...PAGE, url: 'https://wiki.example/' }] }));
    const start = performance.now();
    const groups = await search();
    expect(performance.now() - start).toBeLessThan(TIMEOUT + 10_000);
    expect(groups.slice(1).map(({ response }) => response.length)).toEqual([0, 1]);
    expect(stack.asked).toHaveLength(1);
    expect(elsewhere.asked.some(({ path, query }) => path.includes('stolen') || query === null)).toBe(false);
  });

  test('is left alone for 30 s, then tried without anyone waiting for it, and asked again once it answers', async () => {
    const { clock } = t.services;
    answers('no', 500);
    expect(await manuals()).toEqual([]);
    answers(json({ data: [{ ...PAGE, url: 'https://docs.example/' }] }));
    clock.moveTo(clock.now() + 29_000);
    expect(await manuals(`${word} early`)).toEqual([]);
    expect(stack.asked).toHaveLength(1);
    clock.moveTo(clock.now() + 1000);
    stack.answer = () => undefined;
    expect(await manuals(`${word} late`)).toEqual([]);
    await expect.poll(() => stack.asked.length).toBe(2);
    expect(await manuals(`${word} while it is tried`)).toEqual([]);
    expect(stack.asked).toHaveLength(2);
  });

  test('keeps no one waiting while it hangs, but for the first', async () => {
    stack.answer = () => undefined;
    await search();
    elsewhere.answer = (_request, response) =>
      response.end(json({ data: [{ ...PAGE, url: 'https://wiki.example/' }] }));
    const groups = await Promise.all(Array.from({ length: 20 }, (_, index) => search(`${word} more ${index}`)));
    expect(groups.map(([, , wiki]) => wiki?.response.length)).toEqual(groups.map(() => 1));
    expect(stack.asked).toHaveLength(1);
  });

  test('is reported in the event log at most once a minute, without its token', async () => {
    answers('no', 500);
    for (let round = 0; round < 3; round += 1) await search(`${word} again ${round}`);
    const mine = (await logged()).filter(({ message }) => message.includes('Manuals'));
    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({ exception: 'No Exception', location: `search-${stack.url}/docs` });
    expect(JSON.stringify(await logged())).not.toContain('secret');
  });
});

test('a missing token is reported, and nothing is sent', async () => {
  delete process.env['BOOKSTACK_TEST_TOKEN'];
  const other = await startTestApp({ root: files.root });
  try {
    const answer = await other.app.inject({ url: `/api/documentation/search?query=${encodeURIComponent(word)}` });
    expect(answer.json<SearchGroup[]>()[1]).toEqual({ source: 'Manuals', response: [] });
    expect(stack.asked).toEqual([]);
    const { rows } = await sql<{
      message: string;
    }>`select message from "eventLog" where message like '%Manuals%'`.execute(other.services.db);
    expect(rows[0]?.message).toBe(
      'The search source “Manuals” gave no results. The environment variable BOOKSTACK_TEST_TOKEN does not hold its token, "id:secret".',
    );
  } finally {
    process.env['BOOKSTACK_TEST_TOKEN'] = TOKEN;
    await other.close();
  }
});

test('another name of the system is another path', async () => {
  const named = copiedDeclarations().change('config/site.json', {
    documentation: { system: 'bookstack', sources: [{ name: 'Here', kind: 'site' }] },
  });
  const other = await startTestApp({ root: named.root });
  try {
    expect((await other.app.inject({ url: '/api/bookstack/search?query=policies' })).json()).toMatchObject([
      { source: 'Here' },
    ]);
    expect((await other.app.inject({ url: '/api/documentation/search?query=policies' })).statusCode).toBe(404);
  } finally {
    await other.close();
    named.remove();
  }
});
