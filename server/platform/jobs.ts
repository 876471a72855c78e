import { fromKysely, PgBoss } from 'pg-boss';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';

/** What a job is told: JSON that the code which enqueued it and its handler agree on. */
export type JobData = Record<string, unknown>;
export type JobHandler = (data: JobData) => Promise<void>;

export interface EnqueueOptions {
  /** Not before this instant, by the server's clock. Default: at once. */
  at?: Date;
}

export interface WorkOptions {
  /** Seconds between two looks for work, in each process. Default: 2. */
  every?: number;
}

/**
 * Work that happens after the answer: kept in the database (schema pgboss), done once by whichever process takes it,
 * repeated with growing pauses when it fails (5 times).
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #clock: Clock;
  readonly #queues = new Map<string, Promise<void>>();

  constructor(boss: PgBoss, clock: Clock) {
    this.#boss = boss;
    this.#clock = clock;
  }

  /** Adds a job as part of the transaction `tx`: it exists when, and only when, that commits. */
  async enqueue(tx: Db, name: string, data: JobData = {}, { at }: EnqueueOptions = {}): Promise<void> {
    await this.#queue(name);
    // The queue goes by the database's time, which is another one where the clock was moved.
    const startAfter = at && new Date(at.getTime() - this.#clock.offset);
    await this.#boss.send(name, data, { db: fromKysely(tx), ...(startAfter ? { startAfter } : {}) });
  }

  /** Lets this process do the jobs called `name`, one at a time. */
  async work(name: string, handler: JobHandler, options: WorkOptions = {}): Promise<void> {
    await this.#queue(name);
    await this.#boss.work<JobData>(name, { pollingIntervalSeconds: options.every ?? 2 }, async (jobs) => {
      for (const job of jobs) await handler(job.data);
    });
  }

  /** Makes a job called `name` at the times of `cron` (UTC), once for all processes, and lets this process do it. */
  async schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void> {
    await this.work(name, handler, { every: 30 });
    await this.#boss.schedule(name, cron, {});
  }

  /** Lets running jobs end, for 5 s at most, and takes no new ones. */
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

/** Connects the job queue of the database at `url` and makes its tables on the first run. */
export async function startJobs(url: string, clock: Clock, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, schema: 'pgboss', application_name: 'atrium jobs', max: 2 });
  boss.on('error', onError);
  await boss.start();
  return new Jobs(boss, clock);
}
