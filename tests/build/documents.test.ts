import { appendFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyProject, runScript, type ServerProcess, startServer } from '../factories/server-process.ts';

let project: Awaited<ReturnType<typeof copyProject>>;
const started: ServerProcess[] = [];

beforeAll(async () => {
  project = await copyProject();
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.signal('SIGTERM');
});
afterAll(() => project.remove());

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer(project.root, env);
  started.push(server);
  return server;
}

/** On a new connection, so that any of the worker processes may answer. */
function read(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { agent: false }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
        })
        .on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}

test('a document is never older than a write that was answered before, from any process', async () => {
  const { url } = await start({ WORKERS: '2' });
  const login = await fetch(`${url}/api/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'contentadmin', password: 'atrium-demo' }),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const write = async (method: string, path: string, body: object): Promise<{ id: number }> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return (await answer.json()) as { id: number };
  };
  const { id } = await write('POST', '/api/pages', {
    name: 'fresh',
    title: 'Fresh',
    type: 'Standard',
    published: true,
    data: '<p>round 0</p>',
  });
  for (let round = 1; round <= 15; round += 1) {
    await Promise.all(Array.from({ length: 6 }, () => read(`${url}/content/static/fresh`)));
    await write('PUT', `/api/pages/${id}`, { data: `<p>round ${round}</p>` });
    const documents = await Promise.all(Array.from({ length: 6 }, () => read(`${url}/content/static/fresh`)));
    expect(documents.map((text) => /<p>round (\d+)<\/p>/.exec(text)?.[1])).toEqual(
      Array.from({ length: 6 }, () => String(round)),
    );
  }
});

test('a build made under a running server leaves it its files, and the next server gives both', async () => {
  const running = await start();
  const readFrom = async ({ url, output }: ServerProcess, path: string): Promise<string> => {
    const answer = await fetch(`${url}${path}`);
    const text = await answer.text();
    expect(answer.status, `${path}: ${text}\n${output()}`).toBe(200);
    return text;
  };
  const entryOf = async (server: ServerProcess) => {
    const text = await readFrom(server, '/login');
    const [, entry] = /href="(\/assets\/index-[^"]+\.js)"/.exec(text) ?? [];
    if (entry === undefined) throw new Error(`No script begins the document:\n${text}`);
    return entry;
  };
  const entry = await entryOf(running);
  await appendFile(join(project.root, 'src', 'main.tsx'), '\nObject.assign(window, { another: true });\n');
  // Pages are always built for production, whatever NODE_ENV says.
  expect(await runScript(project.root, { NODE_ENV: 'development' }, 'scripts/build.mjs')).toMatchObject({ code: 0 });
  expect(await entryOf(running)).toBe(entry);
  await readFrom(running, entry);
  const next = await start();
  const another = await entryOf(next);
  expect(another).not.toBe(entry);
  await Promise.all([entry, another].map((file) => readFrom(next, file)));
});
