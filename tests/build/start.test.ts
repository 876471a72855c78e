import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyProject, processesOf, runScript, type ServerProcess, startServer } from '../factories/server-process.ts';

let project: Awaited<ReturnType<typeof copyProject>>;
const started: ServerProcess[] = [];

beforeAll(async () => {
  project = await copyProject();
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.signal('SIGTERM');
});
afterAll(() => project.remove());

async function start(env: Record<string, string> = {}, script?: string): Promise<ServerProcess> {
  const server = await startServer(project.root, env, script);
  started.push(server);
  return server;
}
const running = (): string[] => processesOf(project.root).map(({ command }) => command);
const status = async (url: string): Promise<number> => (await fetch(`${url}/readyz`)).status;

async function logIn(url: string, username: string, password: string): Promise<number> {
  const answer = await fetch(`${url}/api/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return answer.status;
}

test('npm start in a path with a space makes the demonstration, and Ctrl-C leaves no process behind', async () => {
  const server = await start({}, 'npm start');
  expect(server.output()).toMatch(/atrium-demo:\n.*administrator.*student/);
  expect(await status(server.url)).toBe(200);
  expect(await (await fetch(`${server.url}/login`)).text()).toMatch(/href="\/assets\/index-[^"]+\.js"/);
  expect(await logIn(server.url, 'student', 'atrium-demo')).toBe(200);
  expect(await server.signal('SIGINT')).toBe(0);
  await expect.poll(running).toEqual([]);
});

test('without an administrator of its own, the demonstration is neither closed nor open to others', async () => {
  const refused = await runScript(project.root, { HOST: '0.0.0.0' });
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/setup -- admin.*setup -- close-demo/s) });
  await expect.poll(running).toEqual([]);
  const last = await runScript(project.root, {}, 'server/setup.ts', ['close-demo']);
  expect(last).toMatchObject({ code: 1, output: expect.stringMatching(/Nothing was closed.*setup -- admin/s) });
  await expect.poll(running).toEqual([]);
});

test('a start after kill -9 finds everything', async () => {
  const killed = await start({}, 'npm start');
  expect(await status(killed.url)).toBe(200);
  const setup = ['admin', '--username', 'first.admin', '--name', 'First', '--email', 'first@campus.example'];
  expect(await runScript(project.root, {}, 'server/setup.ts', setup, 'a long enough one\n')).toMatchObject({ code: 0 });
  await killed.signal('SIGKILL');
  await expect.poll(() => running().filter((line) => !line.includes('postgres'))).toEqual([]);
  expect(running()).not.toEqual([]);

  const server = await start();
  expect(await logIn(server.url, 'first.admin', 'a long enough one')).toBe(200);
  expect(await server.signal('SIGTERM')).toBe(0);
  await expect.poll(running).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('%s sent to npm alone ends all of it', async (signal) => {
  const server = await start({}, 'npm start');
  expect(await status(server.url)).toBe(200);
  await server.signalAlone(signal);
  await expect.poll(running).toEqual([]);
});

test('two servers share one data directory, and the last one stops the database', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  await first.signal('SIGKILL');
  expect(await status(second.url)).toBe(200);
  const third = await start();
  await second.signal('SIGTERM');
  expect(await logIn(third.url, 'student', 'atrium-demo')).toBe(200);
  await third.signal('SIGTERM');
  await expect.poll(running).toEqual([]);
});

test('WORKERS=2 runs two processes on one port, replaces one that dies and ends them all', async () => {
  const server = await start({ WORKERS: '2' });
  const workers = (): number[] =>
    processesOf(project.root)
      .filter(({ parent, command }) => parent === server.pid && command.includes('main.ts'))
      .map(({ pid }) => pid);
  expect(workers()).toHaveLength(2);
  const [victim = 0] = workers();
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => workers().filter((pid) => pid !== victim).length).toBe(2);
  expect(await status(server.url)).toBe(200);
  expect(await server.signal('SIGINT')).toBe(0);
  await expect.poll(running).toEqual([]);
});

test('a busy port is refused with a sentence that names PORT, before anything is changed', async () => {
  const server = await start();
  const schema = join(project.root, 'schemas', 'resources', 'categories.json');
  const text = await readFile(schema, 'utf8');
  await writeFile(schema, text.replace('"properties": {', '"properties": { "added": { "type": "string" },'));
  const refused = await runScript(project.root, { PORT: new URL(server.url).port });
  await writeFile(schema, text);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Port \d+ .* is taken.*PORT=\d+ npm start/s),
  });
  expect(await status(server.url)).toBe(200);
  await server.signal('SIGTERM');
});

test('an address that others reach is refused while the demonstration’s passwords are valid', async () => {
  const open = await runScript(project.root, { HOST: '0.0.0.0' });
  expect(open.code).toBe(1);
  expect(open.output).toMatch(/Close them: npm run setup -- close-demo/);
  await expect.poll(running).toEqual([]);
  expect(await runScript(project.root, {}, 'server/setup.ts', ['close-demo'])).toMatchObject({ code: 0 });
  const server = await start({ HOST: '0.0.0.0' });
  expect(await server.signal('SIGTERM')).toBe(0);
});

test('all faults of the settings are listed', async () => {
  const refused = await runScript(project.root, { PORT: 'eighty', WORKERS: '0', DATABASE_URL: 'mysql://x' });
  expect(refused.code).toBe(1);
  for (const name of ['PORT', 'WORKERS', 'DATABASE_URL']) expect(refused.output).toContain(name);
});

test('all faults of the declarations are listed by file and pointer, and nothing is touched', async () => {
  const schema = join(project.root, 'schemas', 'resources', 'categories.json');
  const config = join(project.root, 'config', 'resources', 'events.json');
  const [schemaText, configText] = await Promise.all([readFile(schema, 'utf8'), readFile(config, 'utf8')]);
  await writeFile(schema, schemaText.replace('"string"', '"strang"'));
  await writeFile(config, configText.replace('"columns": [', '"columns": ["nonsense", '));
  const refused = await runScript(project.root, { DATA_DIR: join(project.root, 'untouched') });
  await Promise.all([writeFile(schema, schemaText), writeFile(config, configText)]);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/schemas\/resources\/categories\.json#\/properties\/\w+\/type/);
  expect(refused.output).toMatch(/config\/resources\/events\.json#\/list\/columns\/0/);
  expect(existsSync(join(project.root, 'untouched'))).toBe(false);
});
