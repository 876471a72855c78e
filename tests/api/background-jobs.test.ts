import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BackgroundJob, DeadLetter, JobAction, JobQueue } from '../../domain/generated/resources.ts';
import type { DebugReport } from '../../domain/calls/debug.ts';
import { deadLettersOf, startJobs, type JobData } from '../../server/platform/jobs/jobs.ts';
import { transaction } from '../../server/platform/database.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await startTestApp({ works: true });
  cookie = await t.loginAs('administrator');
});
afterAll(() => t.close());

const DATA = { recipient: 'ada@campus.example', note: { word: 'tulip-of-haarlem' }, number: 7_350_125 };
const VALUES = ['ada@campus.example', 'tulip-of-haarlem', '7350125'];

async function rowsOf<Row>(resource: string, filter: object, query = ''): Promise<Row[]> {
  const url = `/api/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}${query}`;
  const answer = await t.app.inject({ url, headers: { cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  for (const value of VALUES) expect(answer.body).not.toContain(value);
  return answer.json<Row[]>();
}

const jobsIn = (queue: string, state: BackgroundJob['state']) =>
  rowsOf<BackgroundJob>('backgroundJobs', { queue, state });
const lettersOf = (queue: string) => rowsOf<DeadLetter>('deadLetters', { queue });
const historyOf = (queue: string) => rowsOf<JobAction>('jobActions', { queue });
const queueOf = async (queue: string): Promise<JobQueue> => (await rowsOf<JobQueue>('jobQueues', { queue }))[0]!;

function act(resource: string, action: string, ...ids: string[]) {
  const url = `/api/${resource}/actions/${action}`;
  return t.app.inject({ method: 'POST', url, headers: { cookie }, payload: { ids } });
}

async function statusOf(...call: Parameters<typeof act>): Promise<number> {
  return (await act(...call)).statusCode;
}

/** A queue whose jobs fail until `mend` is called; each has two attempts, without a pause between them. */
async function failingQueue(name: string, message: (data: JobData) => string = () => 'The printer is off') {
  const { jobs, db } = t.services;
  const done: JobData[] = [];
  let isBroken = true;
  const run = async (data: JobData): Promise<void> => {
    if (isBroken) throw new TypeError(message(data));
    done.push(data);
  };
  await jobs.work(name, run, { every: 0.5 });
  await sql`update pgboss.queue set retry_limit = 1, retry_delay = 0, retry_backoff = false where name = ${name}`.execute(
    db,
  );
  return {
    done,
    mend: () => (isBroken = false),
    async fail(data: JobData = DATA): Promise<BackgroundJob> {
      await transaction(db, (tx) => jobs.enqueue(tx, name, data));
      await expect.poll(() => jobsIn(name, 'failed'), { timeout: 10_000 }).toHaveLength(1);
      return (await jobsIn(name, 'failed'))[0]!;
    },
  };
}

/** A queue that no one works on, with a job that is due tomorrow. */
async function waitingJob(queue: string): Promise<BackgroundJob> {
  const { jobs, clock, db } = t.services;
  await transaction(db, (tx) => jobs.enqueue(tx, queue, DATA, { at: new Date(clock.now() + 86_400_000) }));
  return (await jobsIn(queue, 'created'))[0]!;
}

async function addFailed(queue: string, count: number): Promise<void> {
  await sql`insert into pgboss.job (name, state, data, created_on, output, started_on, completed_on)
    select ${queue}, 'failed', '{}', timestamptz '2026-01-01' + (n / 2) * interval '1 second', '{"message": "No"}', pgboss.job_now(), pgboss.job_now()
    from generate_series(1, ${count}) n`.execute(t.services.db);
}

describe('a job that fails', () => {
  test('shows its attempts and its error, hides its values, and runs again when it is retried', async () => {
    const queue = await failingQueue(
      'test-retry',
      () => `No email to ada@campus.example: token=abc123 (postgres://u:pw@db/x)`,
    );
    const job = await queue.fail();
    expect(job).toMatchObject({
      queue: 'test-retry',
      attempts: 2,
      mostAttempts: 2,
      keys: ['note', 'number', 'recipient'],
      error: 'TypeError: No email to …: token=… (postgres://…@db/x)',
      isSentAgain: false,
    });
    expect(await lettersOf('test-retry')).toMatchObject([{ queue: 'test-retry', jobId: job.id, error: job.error }]);
    queue.mend();
    expect(await statusOf('backgroundJobs', 'retry', job.id)).toBe(200);
    await expect.poll(() => queue.done, { timeout: 10_000 }).toEqual([DATA]);
    // Sending it again as well would do the work twice.
    expect(await lettersOf('test-retry')).toEqual([]);
    await expect
      .poll(() => jobsIn('test-retry', 'completed'))
      .toMatchObject([{ id: job.id, attempts: 3, mostAttempts: 3 }]);
    expect(await historyOf('test-retry')).toMatchObject([
      { action: 'retry', actor: 'Administrator', from: 'failed', jobId: job.id, jobs: 1 },
    ]);
  });

  test('leaves neither a secret nor a value of its data in the database', async () => {
    const queue = await failingQueue('test-stored', () => 'No email to ada@campus.example: password=hunter2');
    await queue.fail();
    const { rows } = await sql<{ output: string }>`
      select concat(output, source_output) as output from pgboss.job where name like 'test-stored%'`.execute(
      t.services.db,
    );
    for (const { output } of rows) expect(output).not.toMatch(/ada@|hunter2/);
  });

  test('is a dead letter that is sent again as a new job, and then cannot be retried itself', async () => {
    const queue = await failingQueue('test-dead');
    const job = await queue.fail();
    const [letter] = await lettersOf('test-dead');
    expect(letter).toMatchObject({ attempts: 2, error: 'TypeError: The printer is off' });
    queue.mend();
    expect(await statusOf('deadLetters', 'sendAgain', letter!.id)).toBe(200);
    expect(await statusOf('deadLetters', 'sendAgain', letter!.id)).toBe(404);
    await expect.poll(() => queue.done, { timeout: 10_000 }).toEqual([DATA]);
    expect(await lettersOf('test-dead')).toEqual([]);
    expect(await jobsIn('test-dead', 'failed')).toMatchObject([{ id: job.id, isSentAgain: true }]);
    expect(await statusOf('backgroundJobs', 'retry', job.id)).toBe(409);
    expect(await statusOf('jobQueues', 'retryAll', (await queueOf('test-dead')).id)).toBe(200);
    expect(await jobsIn('test-dead', 'retry')).toEqual([]);
    expect(await historyOf('test-dead')).toMatchObject([{ action: 'send-again', from: 'dead' }]);
  });

  test('stays when its dead letter is discarded', async () => {
    const queue = await failingQueue('test-discard');
    const job = await queue.fail();
    const [letter] = await lettersOf('test-discard');
    expect(await statusOf('deadLetters', 'discard', letter!.id)).toBe(200);
    expect(await statusOf('deadLetters', 'discard', letter!.id)).toBe(404);
    expect(await lettersOf('test-discard')).toEqual([]);
    expect(await jobsIn('test-discard', 'failed')).toMatchObject([{ id: job.id, isSentAgain: false }]);
  });

  test('is retried once, however often someone clicks at the same time', async () => {
    const queue = await failingQueue('test-twice');
    const job = await queue.fail();
    queue.mend();
    const answers = await Promise.all([1, 2, 3].map(() => statusOf('backgroundJobs', 'retry', job.id)));
    expect(answers.toSorted()).toEqual([200, 409, 409]);
    await expect.poll(() => queue.done, { timeout: 10_000 }).toHaveLength(1);
    expect(await historyOf('test-twice')).toHaveLength(1);
  });
});

describe('all jobs of a queue', () => {
  test('that failed are retried in one step, with one entry in the history', async () => {
    await waitingJob('test-all');
    await addFailed('test-all', 120);
    const { id } = await queueOf('test-all');
    expect(await statusOf('jobQueues', 'retryAll', id)).toBe(200);
    expect(await statusOf('jobQueues', 'retryAll', id)).toBe(409);
    const counts = { waiting: 1, retrying: 120, running: 0, done: 0, failed: 0, dead: 0, cancelled: 0 };
    expect(await queueOf('test-all')).toMatchObject({ ...counts, waitingSince: null });
    expect(await historyOf('test-all')).toMatchObject([{ action: 'retry', jobs: 120, jobId: null }]);
  });

  test('that are dead letters are sent again in one step', async () => {
    await waitingJob('test-letters');
    await sql`insert into pgboss.job (name, data, source_name, source_id, source_root_id, source_retry_count)
      select ${deadLettersOf('test-letters')}, '{"n": 1}', 'test-letters', id, id, 5 from (
        select gen_random_uuid() as id from generate_series(1, 30)) made`.execute(t.services.db);
    expect(await lettersOf('test-letters')).toHaveLength(30);
    expect(await statusOf('jobQueues', 'sendAllAgain', (await queueOf('test-letters')).id)).toBe(200);
    expect((await queueOf('test-letters')).waiting).toBe(31);
  });
});

describe('a job that waits', () => {
  test('is canceled, and waits again when it is sent again', async () => {
    const job = await waitingJob('test-cancel');
    expect(job).toMatchObject({ state: 'created', attempts: 0, mostAttempts: 6, startedAt: null, error: null });
    expect(await statusOf('backgroundJobs', 'cancel', job.id)).toBe(200);
    expect(await statusOf('backgroundJobs', 'cancel', job.id)).toBe(409);
    expect(await jobsIn('test-cancel', 'cancelled')).toMatchObject([{ id: job.id }]);
    expect(await statusOf('backgroundJobs', 'retry', job.id)).toBe(409);
    expect(await statusOf('backgroundJobs', 'sendAgain', job.id)).toBe(200);
    expect(await jobsIn('test-cancel', 'created')).toMatchObject([{ id: job.id, dueAt: job.dueAt }]);
    expect(await historyOf('test-cancel')).toMatchObject([
      { action: 'send-again' },
      { action: 'cancel', from: 'waiting' },
    ]);
  });

  test('stays unchanged when its change cannot be stored in the history', async () => {
    const job = await waitingJob('test-history');
    await sql`alter table "auditEntries" rename to "auditEntriesAway"`.execute(t.services.db);
    const status = await statusOf('backgroundJobs', 'cancel', job.id);
    await sql`alter table "auditEntriesAway" rename to "auditEntries"`.execute(t.services.db);
    expect(status).toBe(500);
    expect(await jobsIn('test-history', 'created')).toMatchObject([{ id: job.id }]);
  });
});

describe('the lists', () => {
  test('have pages, newest first, in which every job is once', async () => {
    await waitingJob('test-pages');
    await addFailed('test-pages', 125);
    const seen: BackgroundJob[] = [];
    for (let start = 0; start < 150; start += 50)
      seen.push(
        ...(await rowsOf<BackgroundJob>(
          'backgroundJobs',
          { state: 'failed', queue: 'test-pages' },
          `&range=[${start},${start + 49}]`,
        )),
      );
    expect(new Set(seen.map(({ id }) => id)).size).toBe(125);
    const times = seen.map(({ enqueuedAt }) => enqueuedAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('show no queues and jobs of the job queue itself', async () => {
    const queues = await rowsOf<JobQueue>('jobQueues', {});
    const names = queues.map(({ queue }) => queue);
    expect(names).toEqual(expect.arrayContaining(['housekeeping', 'images-remove']));
    expect(names.filter((name) => /__pgboss__|\.dead$/.test(name))).toEqual([]);
    expect(queues.find(({ queue }) => queue === 'housekeeping')).toMatchObject({ cron: '17 3 * * *', timezone: 'UTC' });
    await sql`insert into pgboss.job (name) values ('__pgboss__send-it')`.execute(t.services.db);
    const { rows } = await sql<{ id: string }>`select id from pgboss.job where name = '__pgboss__send-it'`.execute(
      t.services.db,
    );
    expect(await statusOf('backgroundJobs', 'cancel', rows[0]!.id)).toBe(404);
  });

  test('are summed up for the health of the portal, with schedules and their next run', async () => {
    const answer = await t.app.inject({ url: '/api/debug/report', headers: { cookie } });
    const { facts } = answer.json<DebugReport>().sections.find(({ key }) => key === 'jobs')!;
    const nightly = facts!.tables![0]!.rows.find(([queue]) => queue === 'housekeeping')!;
    expect(nightly.slice(0, 3)).toEqual(['housekeeping', '17 3 * * *', 'UTC']);
    expect(Date.parse(String(nightly[3]))).toBeGreaterThan(t.services.clock.now());
    expect(facts!.facts.find(({ label }) => label === 'Queues without a worker')?.value).toContain('test-all');
  });
});

test('is closed to everyone but administrators, and to other sites', async () => {
  const job = await waitingJob('test-closed');
  for (const account of ['student', 'staff', 'requestsadmin', null]) {
    const headers = account === null ? {} : { cookie: await t.loginAs(account) };
    const status = account === null ? 401 : 403;
    for (const resource of ['backgroundJobs', 'deadLetters', 'jobQueues', 'jobActions'])
      expect(expectProblem(await t.app.inject({ url: `/api/${resource}`, headers })).status).toBe(status);
    const payload = { ids: [job.id] };
    const answer = await t.app.inject({ method: 'POST', url: '/api/backgroundJobs/actions/cancel', headers, payload });
    expect(expectProblem(answer).status).toBe(status);
  }
  const foreign = await t.app.inject({
    method: 'POST',
    url: '/api/backgroundJobs/actions/cancel',
    headers: { cookie, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    payload: { ids: [job.id] },
  });
  expect(expectProblem(foreign).status).toBe(403);
  expect(await jobsIn('test-closed', 'created')).toHaveLength(1);
});

test('a queue of an earlier version gets dead letters when it is used', async () => {
  const { db, settings, clock } = t.services;
  await waitingJob('test-older');
  await sql`update pgboss.queue set dead_letter = null, retry_limit = 2 where name = 'test-older'`.execute(db);
  const other = await startJobs(settings.databaseUrl ?? '', clock, () => undefined);
  await transaction(db, (tx) => other.enqueue(tx, 'test-older'));
  await other.stop();
  const { rows } = await sql`select dead_letter, retry_limit from pgboss.queue where name = 'test-older'`.execute(db);
  expect(rows).toEqual([{ dead_letter: deadLettersOf('test-older'), retry_limit: 5 }]);
});

test('the tables of pg-boss are those that the views read', async () => {
  const { db } = t.services;
  const version = await sql<{ version: number }>`select version from pgboss.version`.execute(db);
  expect(version.rows).toEqual([{ version: 43 }]);
  const columns = await sql<{
    type: string;
  }>`select column_name || ' ' || udt_name as type from information_schema.columns
    where table_schema = 'pgboss' and table_name = 'job' order by 1`.execute(db);
  expect(columns.rows.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'completed_on timestamptz',
      'created_on timestamptz',
      'data jsonb',
      'id uuid',
      'name text',
      'output jsonb',
      'retry_count int4',
      'retry_limit int4',
      'source_id uuid',
      'source_output jsonb',
      'source_retry_count int4',
      'source_root_id uuid',
      'start_after timestamptz',
      'started_on timestamptz',
      'state job_state',
    ]),
  );
  const states = await sql<{ states: string[] }>`select enum_range(null::pgboss.job_state)::text[] as states`.execute(
    db,
  );
  expect(states.rows[0]?.states.toSorted()).toEqual(['active', 'cancelled', 'completed', 'created', 'failed', 'retry']);
});
