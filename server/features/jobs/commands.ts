import type { Jobs } from '../../platform/jobs/jobs.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { recordAction } from '../../resources/audit.ts';
import type { CommandCall } from '../../resources/command-registry.ts';
import type { Needs } from '../../services.ts';

const BATCH = 10_000;

const STATES = {
  created: 'waiting',
  retry: 'retrying',
  active: 'running',
  completed: 'done',
  cancelled: 'cancelled',
  failed: 'failed',
} as const;

type ActionName = 'retry' | 'cancel' | 'send-again';
type From = (typeof STATES)[keyof typeof STATES] | 'dead';
type JobCall = CommandCall<'backgroundJobs'>;
type LetterCall = CommandCall<'deadLetters'>;

export function addJobCommands({ engine, jobs }: Needs<'engine' | 'jobs'>): void {
  const ofJobs = (name: string, action: ActionName, change: (tx: Tx, queue: string, ids: string[]) => Promise<void>) =>
    engine.command(`jobs.${name}`, {
      resource: 'backgroundJobs',
      lock: lockJobs,
      run: async (call: JobCall) => {
        await eachQueue(call, (queue, ids) => change(call.tx, queue, ids));
        for (const { id, queue, state } of call.rows) await record(call, { action, queue, id, from: STATES[state] });
      },
    });
  const ofLetters = (
    name: string,
    action: ActionName,
    change: (tx: Tx, queue: string, ids: string[]) => Promise<unknown>,
  ) =>
    engine.command(`deadLetters.${name}`, {
      resource: 'deadLetters',
      lock: lockJobs,
      run: async (call: LetterCall) => {
        await eachQueue(call, (queue, ids) => change(call.tx, queue, ids));
        for (const { id, queue } of call.rows) await record(call, { action, queue, id, from: 'dead' });
      },
    });
  ofJobs('retry', 'retry', (tx, queue, ids) => jobs.retry(tx, queue, ids));
  ofJobs('cancel', 'cancel', (tx, queue, ids) => jobs.cancel(tx, queue, ids));
  ofJobs('sendAgain', 'send-again', (tx, queue, ids) => jobs.resume(tx, queue, ids));
  ofLetters('sendAgain', 'send-again', (tx, queue, ids) => jobs.sendAgain(tx, queue, { ids, limit: ids.length }));
  ofLetters('discard', 'cancel', (tx, queue, ids) => jobs.discard(tx, queue, ids));
  engine.command('jobQueues.retryAll', {
    resource: 'jobQueues',
    run: async (call: CommandCall<'jobQueues'>) => {
      for (const { queue } of call.rows) {
        const count = await retryAll(call.tx, queue, jobs);
        if (count > 0) await record(call, { action: 'retry', queue, id: null, from: 'failed', count });
      }
    },
  });
  engine.command('jobQueues.sendAllAgain', {
    resource: 'jobQueues',
    run: async (call: CommandCall<'jobQueues'>) => {
      for (const { queue } of call.rows) {
        const count = await inBatches(() => jobs.sendAgain(call.tx, queue, { limit: BATCH }));
        if (count > 0) await record(call, { action: 'send-again', queue, id: null, from: 'dead', count });
      }
    },
  });
}

/** Rows are read after the locks, to see other transactions' changes. */
async function lockJobs(tx: Tx, ids: readonly (string | number)[]): Promise<void> {
  await sql`select 1 from pgboss.job where id = any(${ids.map(String)}::uuid[]) order by name, id for update`.execute(
    tx,
  );
}

async function eachQueue(
  { rows }: { rows: readonly { id: string; queue: string }[] },
  change: (queue: string, ids: string[]) => Promise<unknown>,
): Promise<void> {
  for (const [queue, some] of Map.groupBy(rows, (row) => row.queue))
    await change(
      queue,
      some.map(({ id }) => id),
    );
}

/** Those already sent again are left out. */
function retryAll(tx: Tx, queue: string, jobs: Jobs): Promise<number> {
  return inBatches(async () => {
    const { rows } = await sql<{ id: string }>`
      select j.id from pgboss.job j where j.name = ${queue} and j.state = 'failed' and not exists (
        select 1 from pgboss.job s where s.source_root_id = coalesce(j.source_root_id, j.id)
          and s.name = j.name and s.id <> j.id and s.created_on > j.created_on)
      limit ${BATCH} for update`.execute(tx);
    if (rows.length > 0)
      await jobs.retry(
        tx,
        queue,
        rows.map(({ id }) => id),
      );
    return rows.length;
  });
}

async function inBatches(batch: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let done = await batch(); done > 0; done = await batch()) all += done;
  return all;
}

/** An entry of the job history (schemas/views/jobActions.json). `id` null: of `count` jobs of the queue. */
async function record(
  { tx, actor }: Pick<JobCall, 'tx' | 'actor'>,
  { id, from, ...entry }: { action: ActionName; queue: string; id: string | null; from: From; count?: number },
): Promise<void> {
  await recordAction(tx, actor, {
    of: 'jobs',
    recordId: id ?? entry.queue,
    before: { state: from },
    after: { count: 1, ...entry, jobId: id, from },
  });
}
