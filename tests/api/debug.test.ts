import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckAnswer, DebugReport } from '../../domain/calls/debug.ts';
import type { Diagnostics } from '../../server/feature.ts';
import { writeProcess } from '../../server/features/diagnostics/heartbeat.ts';
import { readSections, runCheck } from '../../server/features/diagnostics/read-sections.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { ROOT, startTestApp, type TestApp } from './support.ts';

const SECRET = 'a secret of more than thirty-two characters';

let t: TestApp;
let cookie: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'debug-'));
  const file = join(folder, 'providers.json');
  const campus = { name: 'campus', label: 'Campus ID', issuer: 'http://127.0.0.1:9', clientId: 'atrium' };
  await writeFile(file, JSON.stringify({ providers: [campus] }));
  t = await startTestApp({
    env: {
      SESSION_SECRET: SECRET,
      SMTP_URL: 'smtp://mailer:hunter2@127.0.0.1:9',
      MAIL_FROM: 'a@campus.example',
      OPENID_FILE: file,
      OPENID_SECRETS: 'campus=hunter3',
    },
  });
  cookie = await t.loginAs('administrator');
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

async function report(): Promise<DebugReport> {
  const answer = await t.app.inject({ url: '/api/debug/report', headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.json<DebugReport>();
}

test('only administrators see it', async () => {
  const student = await t.createUser({ roles: ['Student'] });
  for (const headers of [{}, { cookie: student.cookie }]) {
    const read = await t.app.inject({ url: '/api/debug/report', headers });
    const run = await t.app.inject({
      method: 'POST',
      url: '/api/debug/checks/database/write',
      headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    });
    expect([read.statusCode, run.statusCode]).toEqual('cookie' in headers ? [403, 403] : [401, 401]);
  }
});

test('no secret is shown, and of addresses neither user nor password', async () => {
  const text = JSON.stringify(await report());
  expect(text).toContain('SESSION_SECRET');
  expect(text).toContain('smtp://***@127.0.0.1:9');
  for (const secret of [SECRET, 'hunter2', 'hunter3', 'mailer']) expect(text).not.toContain(secret);
});

test('every part can be read', async () => {
  const { sections } = await report();
  expect(sections.filter(({ fault }) => fault !== null)).toEqual([]);
  expect(sections.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['server', 'processes', 'database', 'mail', 'storage', 'jobs', 'errors', 'configuration']),
  );
});

test('emails without a public address of the site are reported, because their links lead nowhere', async () => {
  const { sections } = await report();
  const { facts = [] } = sections.find(({ key }) => key === 'mail')?.facts ?? {};
  expect(facts.find(({ label }) => label === 'Links in emails lead to')).toMatchObject({
    value: 'http://127.0.0.1:3000',
    state: 'attention',
  });
});

test('every check that is declared can be run, and says something', async () => {
  const { sections } = await report();
  const outcomes: Record<string, string> = {};
  for (const { key, checks } of sections)
    for (const check of checks) {
      const answer = await run(key, check.key);
      expect(answer.says).not.toBe('');
      outcomes[`${key}/${check.key}`] = answer.outcome;
    }
  expect(outcomes).toMatchObject({
    'database/write': 'passed',
    'database/clock': 'passed',
    'database/schema': 'passed',
    'storage/write': 'passed',
    // The demonstration's files are in the folder of the template.
    'storage/files': 'failed',
    'images/files': 'failed',
    // No one listens at port 9.
    'mail/login': 'failed',
    'site/certificate': 'skipped',
  });
});

test('lock waits are reported without the values of statements, and the report waits for no one', async () => {
  const { db } = t.services;
  const events = new EventEmitter();
  const [released, held] = [once(events, 'released'), once(events, 'held')];
  const holder = db.transaction().execute(async (tx) => {
    await sql`lock table "links" in access exclusive mode`.execute(tx);
    events.emit('held');
    await released;
  });
  await held;
  const waiting = sql`select 'a private word' from "links"`.execute(db);
  const locks = async (): Promise<unknown> => {
    const { sections } = await report();
    const { facts, fault } = sections.find(({ key }) => key === 'database')!;
    return facts?.tables?.find(({ title }) => title.startsWith('Locks'))?.rows ?? fault;
  };
  try {
    await expect
      .poll(locks)
      .toEqual([
        [expect.any(String), expect.any(String), expect.any(Number), `select '?' from "links"`, expect.any(String)],
      ]);
  } finally {
    events.emit('released');
    await Promise.all([holder, waiting]);
  }
});

test('tables that differ from the declarations are reported and left unchanged', async () => {
  const { db } = t.services;
  await sql`alter table "links" alter column "title" drop not null`.execute(db);
  expect(await run('database', 'schema')).toMatchObject({
    outcome: 'attention',
    says: expect.stringMatching(/^One difference\. links\.title: .+/) as string,
    todo: expect.stringContaining('npm run schema -- apply') as string,
  });
  await sql`alter table "links" rename column "title" to "heading"`.execute(db);
  expect(await run('database', 'schema')).toMatchObject({
    outcome: 'failed',
    says: expect.stringContaining('links.title: Add "title", which is required') as string,
  });
  await sql`alter table "links" rename column "heading" to "title"`.execute(db);
  await syncSchema(db, await loadModel(ROOT), { compare: true });
  expect((await run('database', 'schema')).outcome).toBe('passed');
});

test('every cache reports its entries and its hit rate', async () => {
  const row = async (name: string): Promise<unknown> => {
    const { sections } = await report();
    const [table] = sections.find(({ key }) => key === 'caches')?.facts?.tables ?? [];
    return table?.rows.find(([cache]) => cache === name)?.slice(1);
  };
  const list = (): Promise<unknown> => t.app.inject({ url: '/api/users?range=[0,4]', headers: { cookie } });
  const [, , before, missed] = (await row('Totals of lists')) as number[];
  await list();
  await list();
  expect(await row('Totals of lists')).toMatchObject([
    expect.any(Number),
    null,
    (before ?? 0) + 1,
    (missed ?? 0) + 1,
    expect.any(Number),
  ]);
  expect(await row('Images')).toEqual([0, 0, 0, 0, null]);
  expect(await row('Responses to visitors')).toHaveLength(5);
});

test('a slow statement is recorded once, with how often and how long, and without its values', async () => {
  for (const word of ['one private word', 'another private word'])
    await sql`select pg_sleep(0.25), ${word}::text`.execute(t.services.db);
  const [slowest] = t.services.watch.slowQueries().filter(({ text }) => text.includes('pg_sleep'));
  expect(slowest).toMatchObject({ count: 2, text: 'select pg_sleep(0.25), $1::text' });
  expect(JSON.stringify(await report())).not.toContain('private word');
});

test('a process is listed while it sends signs of life, marked when it is silent, and removed after a day', async () => {
  const { db, clock, watch } = t.services;
  const states = async (): Promise<string[]> => {
    const answer = await t.app.inject({ url: '/api/processes', headers: { cookie } });
    return answer.json<{ state: string }[]>().map(({ state }) => state);
  };
  await writeProcess(t.services);
  expect(await states()).toEqual(['serving']);
  await db.updateTable('serverProcesses').set({ key: 'another' }).where('key', '=', watch.id).execute();
  expect(await states()).toEqual(['serving']);
  const now = clock.now();
  clock.moveTo(now + 60_000);
  expect(await states()).toEqual(['silent']);
  clock.moveTo(now + 25 * 3_600_000);
  await writeProcess(t.services);
  expect(await db.selectFrom('serverProcesses').select('key').execute()).toEqual([{ key: watch.id }]);
  clock.moveTo(now);
});

async function run(section: string, check: string): Promise<CheckAnswer> {
  const answer = await t.app.inject({
    method: 'POST',
    url: `/api/debug/checks/${section}/${check}`,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<CheckAnswer>();
}

const part = (given: Partial<Diagnostics>): Diagnostics => ({ key: 'part', title: 'Part', ...given });

test('a part that fails, or does not answer, says so; the others are there', async () => {
  const { sections } = await readSections(t.services, [
    part({ key: 'good', facts: async () => ({ facts: [{ label: 'A', value: 1 }] }) }),
    part({
      key: 'bad',
      facts: () => Promise.reject(new Error('cannot reach ldap://cn=admin:hunter2@directory')),
    }),
    part({ key: 'silent', facts: () => new Promise(() => undefined) }),
  ]);
  expect(sections.map(({ key, fault }) => [key, fault])).toEqual([
    ['good', null],
    ['bad', 'cannot reach ldap://***@directory'],
    ['silent', 'It did not answer within 4 seconds.'],
  ]);
});

test('a check that throws or never ends fails, and the result names the timeout', async () => {
  let isReported = false;
  const answers: CheckAnswer[] = [];
  for (const run of [
    () => Promise.reject(new Error('No route')),
    (_services: unknown, signal: AbortSignal) => {
      signal.addEventListener('abort', () => (isReported = true));
      return new Promise<never>(() => undefined);
    },
  ])
    answers.push(await runCheck(t.services, part({}), { key: 'try', title: 'Try', seconds: 0.05, run }));
  expect(answers.map(({ outcome, says }) => [outcome, says])).toEqual([
    ['failed', 'No route'],
    ['failed', 'It did not answer within 0.05 seconds.'],
  ]);
  expect(isReported).toBe(true);
});

test('there is no other check than those that are declared', async () => {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/debug/checks/server/anything',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.statusCode).toBe(404);
});
