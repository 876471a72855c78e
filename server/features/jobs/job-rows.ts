import { sql, type RawBuilder } from 'kysely';
import { JOBS_PER_PAGE, type Job, type JobPage, type JobState } from '../../../domain/operations/jobs.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { deadLettersOf } from '../../platform/jobs/jobs.ts';
import { badRequest } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { errorText } from '../../platform/jobs/job-errors.ts';

/**
 * The tables of pg-boss, read where its API has no pages, no counts by state and no locks. These are the columns of this version of its
 * schema; a test compares it with the one that is installed.
 */
export const PG_BOSS_SCHEMA = 43;

/** pg-boss's names of the states. Dead letters are created jobs of a queue of their own. */
export const STORED_STATES: Readonly<Record<Exclude<JobState, 'dead'>, string>> = {
  waiting: 'created',
  retrying: 'retry',
  running: 'active',
  done: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Queues of pg-boss itself, and those of dead letters, which are shown with the queue that they belong to. */
export const OWN_QUEUE = sql`q.name not like '\\_\\_pgboss\\_\\_%' and q.name not like ${deadLettersOf('%')}`;

/** Whether there is a queue of that name. Queues of dead letters are reached by the queue that they belong to. */
export async function isQueue(db: Db | Tx, name: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.queue q where q.name = ${name} and ${OWN_QUEUE}`.execute(db);
  return rows.length > 0;
}

const MOST_KEYS = 50;
const MOST_DATA = 8_192;

interface Stored {
  id: string;
  name: string;
  state: string;
  createdOn: string;
  startAfter: string;
  startedOn: string | null;
  completedOn: string | null;
  retryCount: number;
  retryLimit: number;
  sourceRetryCount: number | null;
  keys: string[];
  output: unknown;
  data: unknown;
  isSentAgain: boolean;
  micros: string;
}

/** Of `j`. Data and output of unusual size stay where they are. */
const COLUMNS = sql`j.id, j.name, j.state::text as state, j.created_on as "createdOn", j.start_after as "startAfter",
  j.started_on as "startedOn", j.completed_on as "completedOn", j.retry_count as "retryCount", j.retry_limit as "retryLimit",
  j.source_retry_count as "sourceRetryCount",
  case when jsonb_typeof(j.data) = 'object'
    then array(select left(key, 100) from jsonb_object_keys(j.data) as key limit ${MOST_KEYS}) else '{}' end as keys,
  case when octet_length(coalesce(j.source_output, j.output)::text) <= ${MOST_DATA * 8} then coalesce(j.source_output, j.output) end as output,
  case when octet_length(j.data::text) <= ${MOST_DATA} then j.data end as data,
  (extract(epoch from j.created_on) * 1000000)::bigint::text as micros`;

/** Whether dead letters of the failed job were sent again: the new job is of the same queue and knows the first one of its line. */
export const SENT_AGAIN = sql`j.state = 'failed' and exists (select 1 from pgboss.job s where s.source_root_id = coalesce(j.source_root_id, j.id)
  and s.name = j.name and s.id <> j.id and s.created_on > j.created_on)`;

export interface JobQuestion {
  state: JobState;
  /** Default: all. */
  queue?: string | undefined;
  /** `next` of the page before. */
  after?: string | undefined;
}

/** The jobs in one state, newest first. Reads a page of each queue from the index at most, however many there are. */
export async function listJobs({ db, clock }: Services, { state, queue, after }: JobQuestion): Promise<JobPage> {
  const isDead = state === 'dead';
  const name = isDead ? sql`q.name || ${deadLettersOf('')}` : sql`q.name`;
  const wanted = sql`${isDead ? 'created' : STORED_STATES[state]}::pgboss.job_state`;
  const { rows } = await sql<Stored>`
    select newest.* from pgboss.queue q cross join lateral (
      select ${COLUMNS}, ${SENT_AGAIN} as "isSentAgain", j.created_on from pgboss.job j
      where j.name = ${name} and j.state = ${wanted} and ${afterCursor(after)}
      order by j.created_on desc, j.id desc limit ${JOBS_PER_PAGE + 1}) newest
    where ${OWN_QUEUE} and ${queue === undefined ? sql`true` : sql`q.name = ${queue}`}
    order by newest.created_on desc, newest.id desc limit ${JOBS_PER_PAGE + 1}`.execute(db);
  const shown = rows.slice(0, JOBS_PER_PAGE);
  const last = rows.length > JOBS_PER_PAGE ? shown.at(-1) : undefined;
  return { jobs: shown.map((row) => asJob(row, clock.offset)), next: last ? `${last.micros}.${last.id}` : null };
}

function afterCursor(after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql`true`;
  const [, micros, id] = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(after) ?? [];
  if (micros === undefined) throw badRequest('There is no such page of jobs.');
  return sql`(j.created_on, j.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;
}

/** The job, or the dead letter, of the queue; undefined when there is none. `lock`: until the end of the transaction. */
export async function findJob(
  db: Db,
  { offset }: { offset: number },
  queue: string,
  id: string,
  { lock = false } = {},
): Promise<Job | undefined> {
  const which = sql`j.id = ${id}::uuid and j.name in (${queue}, ${deadLettersOf(queue)})
    and exists (select 1 from pgboss.queue q where q.name = ${queue} and ${OWN_QUEUE})`;
  // What another transaction has done is read only once this one has the lock.
  if (lock) await sql`select 1 from pgboss.job j where ${which} for update`.execute(db);
  const { rows } = await sql<Stored>`
    select ${COLUMNS}, ${SENT_AGAIN} as "isSentAgain" from pgboss.job j where ${which}`.execute(db);
  return rows[0] && asJob(rows[0], offset);
}

const SHOWN_STATES = new Map(Object.entries(STORED_STATES).map(([shown, stored]) => [stored, shown as JobState]));

function asJob(row: Stored, offset: number): Job {
  const isLetter = row.name.endsWith(deadLettersOf(''));
  const state = SHOWN_STATES.get(row.state);
  if (!state) throw new Error(`pg-boss has the state ${row.state}, which is not known`);
  const attempts = isLetter ? (row.sourceRetryCount ?? 0) + 1 : row.startedOn === null ? 0 : row.retryCount + 1;
  return {
    id: row.id,
    queue: isLetter ? row.name.slice(0, -deadLettersOf('').length) : row.name,
    state: isLetter && state === 'waiting' ? 'dead' : state,
    createdAt: byClock(row.createdOn, offset),
    startsAt: byClock(row.startAfter, offset),
    startedAt: row.startedOn && byClock(row.startedOn, offset),
    endedAt: row.completedOn && byClock(row.completedOn, offset),
    attempts,
    mostAttempts: isLetter ? attempts : row.retryLimit + 1,
    keys: row.keys,
    error: errorText(row.output, row.data),
    isSentAgain: row.isSentAgain,
  };
}

/** pg-boss has the database's time, everything else the server's clock. */
export function byClock(instant: string | Date, offset: number): string {
  return new Date(new Date(instant).getTime() + offset).toISOString();
}
