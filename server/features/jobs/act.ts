import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import {
  actionsOf,
  stateAfter,
  type Job,
  type JobAction,
  type JobActionAnswer,
  type JobState,
  type QueueAction,
} from '../../../domain/operations/jobs.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import { recordAction } from '../../resources/audit.ts';
import type { Services } from '../../services.ts';
import { HISTORY_OF, jobHistory, type StoredJobAction } from './history.ts';
import { findJob, isQueue, SENT_AGAIN } from './job-rows.ts';

/** Jobs that one statement changes. */
const BATCH = 10_000;

interface ChosenJob {
  queue: string;
  id: string;
  action: JobAction;
}

/** Retries, cancels or sends one job again. What is done already stays as it is, without another entry in the history. */
export function actOnJob(services: Services, actor: Actor, chosen: ChosenJob): Promise<JobActionAnswer> {
  return transaction(services.db, async (tx) => changeJob(services, tx, actor, chosen));
}

async function changeJob(
  services: Services,
  tx: Tx,
  actor: Actor,
  { queue, id, action }: ChosenJob,
): Promise<JobActionAnswer> {
  const job = await findJob(tx, services.clock, queue, id, { lock: true });
  if (!job) {
    // A dead letter is deleted once it is decided about.
    if ((await jobHistory(tx, id)).some((entry) => entry.action === action)) return { changed: 0 };
    throw noSuchJob();
  }
  if (!actionsOf(job).includes(action)) {
    if (job.state === stateAfter(action, job.state)) return { changed: 0 };
    throw movedOn(job, action);
  }
  await run(services, tx, job, action);
  await keep(tx, actor, { action, queue, jobId: id, from: job.state, count: 1 });
  return { changed: 1 };
}

/** Commands of the views of jobs and dead letters. */
export function addJobCommands(services: Services): void {
  for (const [name, resource, action] of COMMANDS)
    services.engine.command(name, {
      resource,
      run: async ({ tx, actor, rows }) => {
        // In the order of ids, so that two of these cannot deadlock.
        for (const { id, queue } of rows)
          await changeJob(services, tx, actor, { queue: String(queue), id: String(id), action });
      },
    });
}

const COMMANDS: readonly (readonly [name: string, resource: string, action: JobAction])[] = [
  ['jobs.retry', 'backgroundJobs', 'retry'],
  ['jobs.cancel', 'backgroundJobs', 'cancel'],
  ['jobs.sendAgain', 'backgroundJobs', 'send-again'],
  ['deadLetters.sendAgain', 'deadLetters', 'send-again'],
  ['deadLetters.discard', 'deadLetters', 'cancel'],
];

async function run({ jobs }: Services, tx: Tx, { id, queue, state }: Job, action: JobAction): Promise<void> {
  if (action === 'retry') return jobs.retry(tx, queue, [id]);
  if (action === 'cancel') return state === 'dead' ? jobs.discard(tx, queue, [id]) : jobs.cancel(tx, queue, [id]);
  if (state === 'cancelled') return jobs.resume(tx, queue, [id]);
  await jobs.sendAgain(tx, queue, { ids: [id], limit: 1 });
}

/** Retries all failed jobs of a queue that nobody has sent again, or sends all of its dead letters again. */
export function actOnQueue(
  services: Services,
  actor: Actor,
  { queue, action }: { queue: string; action: QueueAction },
): Promise<JobActionAnswer> {
  return transaction(services.db, async (tx) => {
    if (!(await isQueue(tx, queue))) throw problem(404, 'jobs.no-queue', 'Not found', 'There is no such queue.');
    const changed = action === 'retry' ? await retryAll(services, tx, queue) : await sendAllAgain(services, tx, queue);
    const from: JobState = action === 'retry' ? 'failed' : 'dead';
    if (changed > 0) await keep(tx, actor, { action, queue, jobId: null, from, count: changed });
    return { changed };
  });
}

async function retryAll({ jobs }: Services, tx: Tx, queue: string): Promise<number> {
  for (let changed = 0; ;) {
    const { rows } = await sql<{ id: string }>`
      select j.id from pgboss.job j where j.name = ${queue} and j.state = 'failed' and not (${SENT_AGAIN})
      limit ${BATCH} for update`.execute(tx);
    if (rows.length === 0) return changed;
    await jobs.retry(
      tx,
      queue,
      rows.map(({ id }) => id),
    );
    changed += rows.length;
  }
}

async function sendAllAgain({ jobs }: Services, tx: Tx, queue: string): Promise<number> {
  for (let changed = 0; ;) {
    const sent = await jobs.sendAgain(tx, queue, { limit: BATCH });
    if (sent === 0) return changed;
    changed += sent;
  }
}

async function keep(tx: Tx, actor: Actor, deed: StoredJobAction): Promise<void> {
  const { jobId, queue, from } = deed;
  await recordAction(tx, actor, {
    of: HISTORY_OF,
    recordId: jobId ?? queue,
    before: { state: from },
    after: { ...deed },
  });
}

const STANDS: Readonly<Record<JobState, string>> = {
  waiting: 'waits for its turn',
  retrying: 'waits for its next attempt',
  running: 'is running',
  done: 'is done',
  failed: 'has failed',
  dead: 'is a dead letter',
  cancelled: 'is cancelled',
};

function movedOn({ state, isSentAgain }: Job, action: JobAction): ProblemError {
  const detail = isSentAgain
    ? 'This job was sent again: a new one has taken its place, so that it cannot be retried itself.'
    : `This job ${STANDS[state]} now, so that it cannot be ${DONE[action]}.`;
  return problem(409, 'jobs.moved-on', 'Not possible', detail);
}

const DONE: Readonly<Record<JobAction, string>> = { retry: 'retried', cancel: 'cancelled', 'send-again': 'sent again' };

export function noSuchJob(): ProblemError {
  return problem(404, 'jobs.not-found', 'Not found', 'There is no such job. What is done is deleted after a week.');
}
