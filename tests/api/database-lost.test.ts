import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { startWork } from '../../server/feature.ts';
import { setPassword } from '../../server/features/accounts/account-commands.ts';
import { hashPassword } from '../../server/features/accounts/passwords.ts';
import { seed } from '../../server/features/demo/seed.ts';
import { FEATURES } from '../../server/features/index.ts';
import { openServices } from '../../server/open-services.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { openDatabase, transaction } from '../../server/platform/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { makeBuild } from './made-build.ts';
import { PASSWORD, ROOT, SYSTEM, testSettings } from './support.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let app: FastifyInstance;
let stop: () => Promise<void>;

type Response = Awaited<ReturnType<FastifyInstance['inject']>>;

/** A separate PostgreSQL, to be killed. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-lost-'));
  postgres = await startEmbeddedPostgres(folder, { throwaway: true });
  const model = await loadModel(ROOT);
  const db = openDatabase(postgres.url, { max: 2, statementTimeout: 0 });
  await syncSchema(db, model, { allowLoss: false });
  await db.destroy();
  const { services, close } = await openServices(
    testSettings(folder, postgres.url, { DATABASE_POOL: '8' }),
    model,
    postgres.url,
  );
  await seed(services, { demo: false });
  const hash = await hashPassword(PASSWORD);
  await transaction(services.db, async (tx) => {
    const data = { username: 'administrator', displayName: 'Administrator', roles: ['Administrator'], active: true };
    const user = await services.engine.create(SYSTEM, 'users', data, { tx, command: true });
    await setPassword(tx, user.id, hash);
  });
  const root = await makeBuild(folder);
  app = await buildApp({ ...services, settings: { ...services.settings, root } });
  await startWork(FEATURES, services);
  await app.ready();
  stop = async () => {
    await app.close();
    await close();
  };
});
afterAll(async () => {
  await stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const postmaster = async (): Promise<number> =>
  Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** Aborting the connection is the only way to signal that an export is incomplete. */
function brokenOff(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'LIGHT_ECONNRESET') return null;
  throw error;
}

test('every call is answered while it is killed under load, none with 500; afterwards everything works again', async () => {
  const login = await app.inject({
    method: 'POST',
    url: '/api/Login',
    headers: { authorization: `Basic ${Buffer.from(`administrator:${PASSWORD}`).toString('base64')}` },
    payload: {},
  });
  const headers = { cookie: `${login.cookies[0]?.name}=${login.cookies[0]?.value}` };
  let turn = 0;
  const calls: (() => Promise<Response>)[] = [
    () => app.inject({ url: '/api/groups?filter={"name_like":"a"}&range=[0,1]', headers }),
    () => app.inject({ url: '/api/users/1', headers }),
    () => app.inject({ url: '/api/groups/export', headers }),
    () => app.inject({ method: 'POST', url: '/api/groups', headers, payload: { name: `Lost ${(turn += 1)}` } }),
    () => app.inject({ method: 'PUT', url: '/api/links/1', headers, payload: { title: `Lost ${(turn += 1)}` } }),
    () => app.inject({ url: '/api/UserCookieData', headers }),
    () => app.inject({ url: '/api/content/page?title=home' }),
    () => app.inject({ url: '/', headers: { ...headers, accept: 'text/html' } }),
    () => app.inject({ url: '/', headers: { accept: 'text/html' } }),
    () => app.inject({ url: '/readyz' }),
  ];
  const faults: string[] = [];
  const statuses = new Set<number>();
  const documents = new Map<number, string>();
  let isOver = false;
  const connection = async (_: unknown, first: number): Promise<void> => {
    for (let number = first; !isOver; number += 1) {
      const answer = await calls[number % calls.length]!().catch(brokenOff);
      if (!answer) continue;
      statuses.add(answer.statusCode);
      if (/^text\/html/.test(String(answer.headers['content-type']))) documents.set(answer.statusCode, answer.body);
      if (answer.statusCode === 500) faults.push(`${number % calls.length}: ${answer.body}`);
    }
  };
  const connections = Array.from({ length: 20 }, connection);
  await expect.poll(() => statuses.has(201), { timeout: 10_000 }).toBe(true);
  process.kill(await postmaster(), 'SIGKILL');
  await expect.poll(() => documents.has(503), { timeout: 10_000 }).toBe(true);
  isOver = true;
  await Promise.all(connections);
  const refused = async (): Promise<unknown[]> => {
    const answers = await Promise.all(calls.map((call) => call().catch(brokenOff)));
    return answers.filter((answer) => !answer || answer.statusCode >= 500).map((answer) => answer?.body);
  };
  await expect.poll(refused, { timeout: 30_000, interval: 200 }).toEqual([]);
  expect(faults).toEqual([]);
  expect([...documents.keys()].toSorted()).toEqual([200, 503]);
  expect(documents.get(200)).toContain('<div id="root">Home</div>');
  expect(documents.get(503)).toMatch(/<p>The database is not responding\. Please try again/);
}, 60_000);
