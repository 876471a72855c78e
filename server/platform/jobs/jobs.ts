import { sql } from 'kysely';
import { fromKysely, PgBoss, type Schedule } from 'pg-boss';
import type { Clock } from '../clock.ts';
import { PREPARED_MARK } from '../connection-pool.ts';
import type { Db, Tx } from '../database.ts';
import { storedError } from './job-errors.ts';
import { SilentConnections } from '../silent-connections.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { watchedClient } from '../watched-client.ts';

/** A job's payload: JSON agreed on by the enqueuing code and the handler. */
export type JobData = Record<string, unknown>;
export type JobHandler = (data: JobData) => Promise<void>;

export interface EnqueueOptions {
  /** Earliest start by the server's clock. Default: immediately. */
  at?: Date;
}

export interface WorkOptions {
  /** Polling interval of each process in seconds. Default: 2. */
  every?: number;
  /** One call does the work of all waiting jobs: they carry no data. Default: false. */
  batched?: boolean;
}

/** The key in a job's data that says which span enqueued it. Handlers do not see it. */
const TRACEPARENT = 'traceparent';
/** What happens to a job that fails: 5 more attempts, with growing pauses. */
const RETRIES = { retryLimit: 5, retryDelay: 10, retryBackoff: true };
const DEAD_LETTERS = '.dead';
/** How long a job that has failed for good waits for a decision. */
const DEAD_LETTER_SECONDS = 90 * 24 * 60 * 60;

/** The queue that holds copies of the jobs of `queue` that have failed for good. No process works on it. */
export function deadLettersOf(queue: string): string {
  return `${queue}${DEAD_LETTERS}`;
}

/** A schedule, and when it is due next by the queue's time. */
export interface ScheduledQueue extends Pick<Schedule, 'name' | 'cron' | 'timezone'> {
  next: Date | null;
}

/** How long the queue waits for an answer of the database. */
const ANSWER_MS = 15_000;
/** More than ever wait, of batched jobs. */
const ALL = 1_000;

/**
 * Background jobs, stored in the database (schema pgboss), run once by whichever process fetches them, and retried up
 * to 5 times with exponential back-off. A job that fails for good remains, and a copy of it waits among the dead
 * letters of its queue.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #clock: Clock;
  readonly #tracing: Tracing | null;
  readonly #watcher: SilentConnections;
  readonly #queues = new Map<string, Promise<void>>();
  readonly #worked = new Set<string>();
  readonly #stopping = new AbortController();

  /** `stored` are the names of queues that exist. */
  constructor(
    boss: PgBoss,
    clock: Clock,
    tracing: Tracing | null,
    watcher: SilentConnections,
    stored: readonly string[],
  ) {
    this.#boss = boss;
    for (const name of stored) this.#queues.set(name, Promise.resolve());
    this.#clock = clock;
    this.#tracing = tracing;
    this.#watcher = watcher;
  }

  /** Enqueues a job as part of the transaction `tx`: it exists if and only if that commits. */
  async enqueue(tx: Db, name: string, data: JobData = {}, { at }: EnqueueOptions = {}): Promise<void> {
    await this.#queue(name);
    // The queue uses the database's time, which differs where the clock was moved.
    const startAfter = at && new Date(at.getTime() - this.#clock.offset);
    const traceparent = this.#tracing?.traceparent() ?? null;
    await this.#boss.send(name, traceparent === null ? data : { ...data, [TRACEPARENT]: traceparent }, {
      db: preparing(fromKysely(tx)),
      ...(startAfter ? { startAfter } : {}),
    });
  }

  /** Deletes the jobs called `name` that have not begun and have these values in their data, which it returns. */
  async withdraw(tx: Db, name: string, values: JobData): Promise<JobData[]> {
    const { rows } = await sql<{ data: JobData }>`delete from pgboss.job
      where name = ${name} and state = 'created' and data @> ${JSON.stringify(values)}::jsonb returning data`.execute(
      tx,
    );
    return rows.map(({ data }) => data);
  }

  /** Lets this process work on the jobs called `name`, one at a time. */
  async work(name: string, handler: JobHandler, options: WorkOptions = {}): Promise<void> {
    await this.#queue(name);
    this.#worked.add(name);
    const { every = 2, batched = false } = options;
    const polling = { pollingIntervalSeconds: every, ...(batched ? { batchSize: ALL } : {}) };
    let worker: string | null = null;
    worker = await this.#boss.work<JobData>(name, polling, async (jobs) => {
      // Fetches the next job when this one has ended, not at the next poll.
      if (worker !== null) this.#boss.notifyWorker(worker);
      for (const some of batched ? [jobs] : jobs.map((job) => [job])) await this.#run(name, some, handler);
    });
  }

  /** Does the work of these jobs by one call. */
  async #run(name: string, jobs: readonly { data: JobData | null }[], handler: JobHandler): Promise<void> {
    const { [TRACEPARENT]: _, ...data } = jobs[0]?.data ?? {};
    try {
      await this.#traced(name, jobs, () => handler(data));
    } catch (error) {
      throw storedError(
        error,
        jobs.map((job) => job.data),
      );
    }
  }

  async #traced(name: string, jobs: readonly { data: JobData | null }[], run: () => Promise<void>): Promise<void> {
    if (this.#tracing === null) return run();
    const attributes = { 'messaging.destination.name': name, 'messaging.batch.message_count': jobs.length };
    const links = jobs.map((job) => job.data?.[TRACEPARENT]);
    await this.#tracing.inSpan(`job ${name}`, { kind: 'consumer', attributes, links }, run);
  }

  /** Schedules a job called `name` by `cron` (UTC), once across all processes, and lets this process work on it. */
  async schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void> {
    await this.work(name, handler, { every: 30 });
    await this.#boss.schedule(name, cron, {});
  }

  /** Aborted when this process stops: a job of many steps ends after the current one, and another run does the rest. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  isWorked(name: string): boolean {
    return this.#worked.has(name);
  }

  async schedules(): Promise<ScheduledQueue[]> {
    const schedules = await this.#boss.getSchedules();
    return schedules.map(({ name, cron, timezone }) => {
      const [next = null] = this.#boss.previewSchedule(cron, { tz: timezone, count: 1 });
      return { name, cron, timezone, next };
    });
  }

  /**
   * Gives failed jobs one more attempt, immediately. Their dead letters are deleted, or the same work could be done
   * twice.
   */
  async retry(tx: Tx, queue: string, ids: string[]): Promise<void> {
    const db = fromKysely(tx);
    const { rows } = await sql<{ id: string }>`
      select d.id from pgboss.job j join pgboss.job d
        on d.source_root_id = coalesce(j.source_root_id, j.id) and d.source_id = j.id and d.name = ${deadLettersOf(queue)}
      where j.name = ${queue} and j.id = any(${ids}::uuid[])`.execute(tx);
    const letters = rows.map(({ id }) => id);
    if (letters.length > 0) await this.#boss.deleteJob(deadLettersOf(queue), letters, { db });
    await this.#boss.retry(queue, ids, { db });
  }

  /** The jobs will not be run, or not again; a run in progress is not interrupted. */
  async cancel(tx: Tx, queue: string, ids: string[]): Promise<void> {
    await this.#boss.cancel(queue, ids, { db: fromKysely(tx) });
  }

  /** The failed jobs that they copy remain for a week. */
  async discard(tx: Tx, queue: string, ids: string[]): Promise<void> {
    await this.#boss.deleteJob(deadLettersOf(queue), ids, { db: fromKysely(tx) });
  }

  /** Canceled jobs wait again. */
  async resume(tx: Tx, queue: string, ids: string[]): Promise<void> {
    await this.#boss.resume(queue, ids, { db: fromKysely(tx) });
  }

  /** Makes new jobs from dead letters of the queue, or from `limit` of them. Returns how many. */
  async sendAgain(tx: Tx, queue: string, { ids, limit }: { ids?: string[]; limit: number }): Promise<number> {
    return this.#boss.redrive(deadLettersOf(queue), { db: fromKysely(tx), limit, ...(ids ? { ids } : {}) });
  }

  /** Stops fetching jobs and waits up to 5 s for running ones. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#boss.stop({ graceful: true, timeout: 5_000 });
    this.#watcher.end();
  }

  #queue(name: string): Promise<void> {
    const known = this.#queues.get(name);
    if (known) return known;
    const created = this.#ensure(name);
    this.#queues.set(name, created);
    created.catch(() => this.#queues.delete(name));
    return created;
  }

  async #ensure(name: string): Promise<void> {
    const deadLetter = deadLettersOf(name);
    await this.#boss.createQueue(deadLetter, { retentionSeconds: DEAD_LETTER_SECONDS });
    await this.#boss.createQueue(name, { ...RETRIES, deadLetter });
    // An existing queue may be of an earlier version, which createQueue does not change.
    if ((await this.#boss.getQueue(name))?.deadLetter !== deadLetter)
      await this.#boss.updateQueue(name, { ...RETRIES, deadLetter });
  }
}

/** Connects to the job queue in the database at `url`, creating its tables on the first run. */
export async function startJobs(
  url: string,
  clock: Clock,
  onError: (error: Error) => void,
  tracing: Tracing | null = null,
): Promise<Jobs> {
  const config = { connectionString: url, application_name: 'atrium jobs', keepAlive: true };
  const watcher = new SilentConnections({ config, idle: () => [], onUnreachable: () => undefined });
  // pg-boss passes what it does not know on to its pool.
  const more = { query_timeout: ANSWER_MS, Client: watchedClient(watcher) };
  const boss = new PgBoss({ ...config, schema: 'pgboss', max: 2, ...more });
  boss.on('error', onError);
  await boss.start();
  await addIndexes(boss);
  const queues = await boss.getQueues();
  const stored = queues.filter(({ name, deadLetter }) => deadLetter === deadLettersOf(name)).map(({ name }) => name);
  return new Jobs(boss, clock, tracing, watcher, stored);
}

/** pg-boss has no indexes for jobs by state and age, which lists and counts of many jobs need. It tolerates indexes of others. */
const INDEXES = [
  ['atrium_job_list', '(name, state, created_on desc, id desc)'],
  // Written as schemas/views/backgroundJobs.json has it: by the column itself, it would slow down queries of one queue and state.
  ['atrium_job_age', "(greatest(created_on, '-infinity'::timestamptz) desc, id desc)"],
] as const;

type QueueDatabase = ReturnType<typeof fromKysely>;

/** The queue's statements have few texts. */
function preparing(db: QueueDatabase): QueueDatabase {
  return { executeSql: (text, values) => db.executeSql(PREPARED_MARK + text, values) };
}

/** Another process may have created an index since the check. */
async function addIndexes(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  for (const [name, columns] of INDEXES) {
    const { rows } = await db.executeSql(`select to_regclass('pgboss.${name}') is not null as present`);
    if (rows[0]?.present) continue;
    await db
      .executeSql(`create index if not exists ${name} on pgboss.job_common ${columns}`)
      .catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : '';
        if (code !== '23505' && code !== '42P07') throw error;
      });
  }
}
