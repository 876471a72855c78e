import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Job,
  JobActionAnswer,
  JobHistoryEntry,
  JobDetail,
  JobOverview,
  JobPage,
} from '../../domain/operations/jobs.ts';
import { PG_BOSS_SCHEMA } from '../../server/features/jobs/job-rows.ts';
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

async function get<Answer>(path: string): Promise<Answer> {
  const answer = await t.app.inject({ url: `/api/jobs/${path}`, headers: { cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  for (const value of VALUES) expect(answer.body).not.toContain(value);
  return answer.json<Answer>();
}

function post(path: string) {
  return t.app.inject({ method: 'POST', url: `/api/jobs/${path}`, headers: { cookie } });
}

async function changed(path: string): Promise<number> {
  const answer = await post(path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<JobActionAnswer>().changed;
}

async function jobsIn(queue: string, state: string): Promise<Job[]> {
  return (await get<JobPage>(`list?state=${state}&queue=${queue}`)).jobs;
}

const historyOf = async (id: string): Promise<JobHistoryEntry[]> =>
  (await get<JobHistoryEntry[]>('history')).filter(({ jobId }) => jobId === id);

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
    async fail(data: JobData = DATA): Promise<Job> {
      await transaction(db, (tx) => jobs.enqueue(tx, name, data));
      await expect.poll(() => jobsIn(name, 'failed'), { timeout: 10_000 }).toHaveLength(1);
      return (await jobsIn(name, 'failed'))[0]!;
    },
  };
}

/** A queue that nobody works on, with a job that is due tomorrow. */
async function waitingJob(queue: string): Promise<Job> {
  const { jobs, clock, db } = t.services;
  await transaction(db, (tx) => jobs.enqueue(tx, queue, DATA, { at: new Date(clock.now() + 86_400_000) }));
  return (await jobsIn(queue, 'waiting'))[0]!;
}

async function addFailed(queue: string, count: number): Promise<void> {
  await sql`insert into pgboss.job (name, state, data, created_on, output, started_on, completed_on)
    select ${queue}, 'failed', '{}', timestamptz '2026-01-01' + (n / 2) * interval '1 second', '{"message": "No"}', pgboss.job_now(), pgboss.job_now()
    from generate_series(1, ${count}) n`.execute(t.services.db);
}

describe('a job that fails', () => {
  test('says its attempts and its error, keeps its values to itself, and runs once more when it is retried', async () => {
    const queue = await failingQueue(
      'test-retry',
      () => `No mail to ada@campus.example: token=abc123 (postgres://u:pw@db/x)`,
    );
    const job = await queue.fail();
    expect(job).toMatchObject({
      queue: 'test-retry',
      attempts: 2,
      mostAttempts: 2,
      keys: ['note', 'number', 'recipient'],
      error: 'TypeError: No mail to …: token=… (postgres://…@db/x)',
      isSentAgain: false,
    });
    expect(await jobsIn('test-retry', 'dead')).toMatchObject([
      { state: 'dead', queue: 'test-retry', error: job.error },
    ]);
    queue.mend();
    expect(await changed(`test-retry/${job.id}/retry`)).toBe(1);
    await expect.poll(() => queue.done, { timeout: 10_000 }).toEqual([DATA]);
    // Sending it again as well would do the work twice.
    expect(await jobsIn('test-retry', 'dead')).toEqual([]);
    await expect.poll(() => jobsIn('test-retry', 'done')).toMatchObject([{ id: job.id, attempts: 3, mostAttempts: 3 }]);
    const detail = await get<JobDetail>(`test-retry/${job.id}`);
    expect(detail.history).toMatchObject([
      { action: 'retry', actor: 'Administrator', from: 'failed', jobId: job.id, count: 1 },
    ]);
  });

  test('is a dead letter that is sent again as a new job, and then cannot be retried itself', async () => {
    const queue = await failingQueue('test-dead');
    const job = await queue.fail();
    const [letter] = await jobsIn('test-dead', 'dead');
    expect(letter).toMatchObject({ attempts: 2, error: 'TypeError: The printer is off' });
    queue.mend();
    expect(await changed(`test-dead/${letter!.id}/send-again`)).toBe(1);
    expect(await changed(`test-dead/${letter!.id}/send-again`)).toBe(0);
    await expect.poll(() => queue.done, { timeout: 10_000 }).toEqual([DATA]);
    expect(await jobsIn('test-dead', 'dead')).toEqual([]);
    expect(await jobsIn('test-dead', 'failed')).toMatchObject([{ id: job.id, isSentAgain: true }]);
    const refused = await post(`test-dead/${job.id}/retry`);
    expect(expectProblem(refused)).toMatchObject({ status: 409, code: 'jobs.moved-on' });
    expect(await changed('test-dead/retry')).toBe(0);
    expect(await historyOf(letter!.id)).toMatchObject([{ action: 'send-again', from: 'dead' }]);
  });

  test('stays when its dead letter is discarded', async () => {
    const queue = await failingQueue('test-discard');
    const job = await queue.fail();
    const [letter] = await jobsIn('test-discard', 'dead');
    expect(await changed(`test-discard/${letter!.id}/cancel`)).toBe(1);
    expect(await changed(`test-discard/${letter!.id}/cancel`)).toBe(0);
    expect(await jobsIn('test-discard', 'dead')).toEqual([]);
    expect(await jobsIn('test-discard', 'failed')).toMatchObject([{ id: job.id, isSentAgain: false }]);
    const refused = await post(`test-discard/${letter!.id}/send-again`);
    expect(expectProblem(refused).status).toBe(404);
  });

  test('is retried once, however often somebody clicks at the same time', async () => {
    const queue = await failingQueue('test-twice');
    const job = await queue.fail();
    queue.mend();
    const answers = await Promise.all([1, 2, 3].map(() => post(`test-twice/${job.id}/retry`)));
    const results = answers.map((answer) => (answer.statusCode === 200 ? answer.json<JobActionAnswer>().changed : 0));
    expect(results.sort()).toEqual([0, 0, 1]);
    await expect.poll(() => queue.done, { timeout: 10_000 }).toHaveLength(1);
    expect(await historyOf(job.id)).toHaveLength(1);
  });
});

describe('all jobs of a queue', () => {
  test('that failed are retried in one step, with one entry in the history', async () => {
    await waitingJob('test-all');
    await addFailed('test-all', 120);
    expect(await changed('test-all/retry')).toBe(120);
    expect(await changed('test-all/retry')).toBe(0);
    const { queues } = await get<JobOverview>('overview');
    expect(queues.find(({ name }) => name === 'test-all')).toMatchObject({
      counts: { waiting: 1, retrying: 120, running: 0, done: 0, failed: 0, dead: 0, cancelled: 0 },
      later: 1,
      isWorked: false,
    });
    const deeds = (await get<JobHistoryEntry[]>('history')).filter((deed) => deed.queue === 'test-all');
    expect(deeds).toMatchObject([{ action: 'retry', count: 120, jobId: null }]);
  });

  test('that are dead letters are sent again in one step', async () => {
    await waitingJob('test-letters');
    await sql`insert into pgboss.job (name, data, source_name, source_id, source_root_id, source_retry_count)
      select ${deadLettersOf('test-letters')}, '{"n": 1}', 'test-letters', id, id, 5 from (
        select gen_random_uuid() as id from generate_series(1, 30)) made`.execute(t.services.db);
    expect(await jobsIn('test-letters', 'dead')).toHaveLength(30);
    expect(await changed('test-letters/send-again')).toBe(30);
    expect(await jobsIn('test-letters', 'waiting')).toHaveLength(31);
  });
});

describe('a job that waits', () => {
  test('is cancelled, and waits again when it is sent again', async () => {
    const job = await waitingJob('test-cancel');
    expect(job).toMatchObject({ state: 'waiting', attempts: 0, mostAttempts: 6, startedAt: null, error: null });
    expect(await changed(`test-cancel/${job.id}/cancel`)).toBe(1);
    expect(await changed(`test-cancel/${job.id}/cancel`)).toBe(0);
    expect(await jobsIn('test-cancel', 'cancelled')).toMatchObject([{ id: job.id }]);
    expect(expectProblem(await post(`test-cancel/${job.id}/retry`))).toMatchObject({ status: 409 });
    expect(await changed(`test-cancel/${job.id}/send-again`)).toBe(1);
    expect(await jobsIn('test-cancel', 'waiting')).toMatchObject([{ id: job.id, startsAt: job.startsAt }]);
    expect(await historyOf(job.id)).toMatchObject([{ action: 'send-again' }, { action: 'cancel', from: 'waiting' }]);
  });

  test('stays as it is when its change cannot be kept in the history', async () => {
    const job = await waitingJob('test-history');
    await sql`alter table "auditEntries" rename to "auditEntriesAway"`.execute(t.services.db);
    const answer = await post(`test-history/${job.id}/cancel`);
    await sql`alter table "auditEntriesAway" rename to "auditEntries"`.execute(t.services.db);
    expect(answer.statusCode).toBe(500);
    expect(await jobsIn('test-history', 'waiting')).toMatchObject([{ id: job.id }]);
  });

  test('says by the clock of the server when it is due', async () => {
    const { clock } = t.services;
    const job = await waitingJob('test-due');
    const hours = (Date.parse(job.startsAt) - clock.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });
});

describe('the lists', () => {
  test('have pages, newest first, in which every job is once', async () => {
    await waitingJob('test-pages');
    await addFailed('test-pages', 125);
    const seen: Job[] = [];
    for (let after = ''; ;) {
      const page = await get<JobPage>(`list?state=failed&queue=test-pages${after}`);
      seen.push(...page.jobs);
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(125);
    const times = seen.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    const everywhere = await get<JobPage>('list?state=failed');
    expect(everywhere.jobs).toHaveLength(50);
    expect(everywhere.next).not.toBeNull();
  });

  test('show schedules with their next run, and no queues of the job queue itself', async () => {
    const { queues, schedules } = await get<JobOverview>('overview');
    const nightly = schedules.find(({ queue }) => queue === 'housekeeping');
    expect(nightly).toMatchObject({ cron: '17 3 * * *', zone: 'UTC', lastRun: null });
    const next = new Date(nightly!.nextAt!);
    expect(next.getTime()).toBeGreaterThan(t.services.clock.now());
    const names = queues.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['housekeeping', 'images-remove']));
    expect(names.filter((name) => /__pgboss__|\.dead$/.test(name))).toEqual([]);
    expect(queues.find(({ name }) => name === 'housekeeping')?.isWorked).toBe(true);
  });

  test.each([
    'list',
    'list?state=lost',
    'list?state=failed&after=1',
    'list?state=failed&queue=a%20b',
    'list?state=failed&limit=1000000',
    'housekeeping/1',
  ])('refuse what nobody can ask for: %s', async (path) => {
    const answer = await t.app.inject({ url: `/api/jobs/${path}`, headers: { cookie } });
    expect(expectProblem(answer).status).toBe(400);
  });

  test('know nothing of the jobs of the queue itself', async () => {
    await sql`insert into pgboss.job (name) values ('__pgboss__send-it')`.execute(t.services.db);
    const { rows } = await sql<{ id: string }>`select id from pgboss.job where name = '__pgboss__send-it'`.execute(
      t.services.db,
    );
    for (const queue of ['__pgboss__send-it', 'nothing'])
      expect(expectProblem(await post(`${queue}/${rows[0]!.id}/cancel`)).status).toBe(404);
  });
});

test('is closed to everybody but administrators, and to other sites', async () => {
  const job = await waitingJob('test-closed');
  const paths = ['overview', 'list?state=failed', 'history', `test-closed/${job.id}`];
  for (const account of ['student', 'staff', 'requestsadmin', null]) {
    const headers = account === null ? {} : { cookie: await t.loginAs(account) };
    const status = account === null ? 401 : 403;
    for (const path of paths)
      expect(expectProblem(await t.app.inject({ url: `/api/jobs/${path}`, headers })).status).toBe(status);
    for (const path of [`test-closed/${job.id}/cancel`, 'test-closed/retry']) {
      const answer = await t.app.inject({ method: 'POST', url: `/api/jobs/${path}`, headers });
      expect(expectProblem(answer).status).toBe(status);
    }
  }
  const foreign = await t.app.inject({
    method: 'POST',
    url: `/api/jobs/test-closed/${job.id}/cancel`,
    headers: { cookie, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(expectProblem(foreign).status).toBe(403);
  expect(await jobsIn('test-closed', 'waiting')).toHaveLength(1);
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

test('the tables of pg-boss are those that are read here', async () => {
  const { db } = t.services;
  const version = await sql<{ version: number }>`select version from pgboss.version`.execute(db);
  expect(version.rows).toEqual([{ version: PG_BOSS_SCHEMA }]);
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

test('a queue that does not exist is not found, nor is one of pg-boss itself', async () => {
  for (const queue of ['nix', '__pgboss__send-it', deadLettersOf('nix')])
    for (const action of ['retry', 'send-again'])
      expect(expectProblem(await post(`${queue}/${action}`))).toMatchObject({ status: 404, code: 'jobs.no-queue' });
});

describe('actions of the lists', () => {
  const act = (resource: string, action: string, id: string) =>
    t.app.inject({
      method: 'POST',
      url: `/api/${resource}/actions/${action}`,
      headers: { cookie },
      payload: { ids: [id] },
    });

  test('cancel a job that waits and send it again, each with an entry in the history', async () => {
    const { id } = await waitingJob('test-actions');
    expect((await act('backgroundJobs', 'cancel', id)).statusCode).toBe(200);
    expect(await jobsIn('test-actions', 'cancelled')).toHaveLength(1);
    expect(expectProblem(await act('backgroundJobs', 'cancel', id))).toMatchObject({ status: 409 });
    expect(expectProblem(await act('backgroundJobs', 'retry', id))).toMatchObject({ status: 409 });
    expect((await act('backgroundJobs', 'sendAgain', id)).statusCode).toBe(200);
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['send-again', 'cancel']);
  });

  test('discard a dead letter', async () => {
    const queue = await failingQueue('test-discard-action');
    await queue.fail();
    await expect.poll(() => jobsIn('test-discard-action', 'dead'), { timeout: 10_000 }).toHaveLength(1);
    const [letter] = await jobsIn('test-discard-action', 'dead');
    const answer = await act('deadLetters', 'discard', letter?.id ?? '');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await jobsIn('test-discard-action', 'dead')).toEqual([]);
  });

  test('are for administrators, unless a rule grants them', async () => {
    const { id } = await waitingJob('test-denied');
    const { cookie: student } = await t.createUser();
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/backgroundJobs/actions/cancel',
      headers: { cookie: student },
      payload: { ids: [id] },
    });
    expect(expectProblem(answer).status).toBe(403);
  });
});
