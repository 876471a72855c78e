import { fromKysely, PgBoss } from 'pg-boss';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';

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
}

/**
 * Background jobs, stored in the database (schema pgboss), run once by whichever process fetches them, and retried up to 5 times with
 * exponential back-off.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #clock: Clock;
  readonly #queues = new Map<string, Promise<void>>();

  constructor(boss: PgBoss, clock: Clock) {
    this.#boss = boss;
    this.#clock = clock;
  }

  /** Enqueues a job as part of the transaction `tx`: it exists if and only if that commits. */
  async enqueue(tx: Db, name: string, data: JobData = {}, { at }: EnqueueOptions = {}): Promise<void> {
    await this.#queue(name);
    // The queue uses the database's time, which differs where the clock was moved.
    const startAfter = at && new Date(at.getTime() - this.#clock.offset);
    await this.#boss.send(name, data, { db: fromKysely(tx), ...(startAfter ? { startAfter } : {}) });
  }

  /** Lets this process work on the jobs called `name`, one at a time. */
  async work(name: string, handler: JobHandler, options: WorkOptions = {}): Promise<void> {
    await this.#queue(name);
    await this.#boss.work<JobData>(name, { pollingIntervalSeconds: options.every ?? 2 }, async (jobs) => {
      for (const job of jobs) await handler(job.data);
    });
  }

  /** Schedules a job called `name` by `cron` (UTC), once across all processes, and lets this process work on it. */
  async schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void> {
    await this.work(name, handler, { every: 30 });
    await this.#boss.schedule(name, cron, {});
  }

  /** Stops fetching jobs and waits up to 5 s for running ones. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 5_000 });
  }

  #queue(name: string): Promise<void> {
    const known = this.#queues.get(name);
    if (known) return known;
    const created = this.#boss.createQueue(name, { retryLimit: 5, retryDelay: 10, retryBackoff: true });
    this.#queues.set(name, created);
    created.catch(() => this.#queues.delete(name));
    return created;
  }
}

/** Connects to the job queue in the database at `url`, creating its tables on the first run. */
export async function startJobs(url: string, clock: Clock, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, schema: 'pgboss', application_name: 'atrium jobs', max: 2 });
  boss.on('error', onError);
  await boss.start();
  return new Jobs(boss, clock);
}
