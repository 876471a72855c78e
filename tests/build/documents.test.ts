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

/** Over a connection of its own, so that any of the processes may get it. */
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

test('a document is never older than a write that was answered before, whichever process gives it', async () => {
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
  const entryOf = async (url: string) =>
    /href="(\/assets\/index-[^"]+\.js)"/.exec(await (await fetch(`${url}/login`)).text())?.[1] ?? '';
  const entry = await entryOf(running.url);
  await appendFile(join(project.root, 'src', 'main.tsx'), '\nObject.assign(window, { another: true });\n');
  expect(await runScript(project.root, {}, 'scripts/build.mjs')).toMatchObject({ code: 0 });
  expect(await entryOf(running.url)).toBe(entry);
  expect((await fetch(`${running.url}${entry}`)).status).toBe(200);
  const next = await start();
  const another = await entryOf(next.url);
  expect(another).not.toBe(entry);
  expect(await Promise.all([entry, another].map(async (file) => (await fetch(`${next.url}${file}`)).status))).toEqual([
    200, 200,
  ]);
});
