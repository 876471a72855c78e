import { sql } from 'kysely';
import {
  MOST_COUNTED,
  type JobOverview,
  type JobQueue,
  type JobRun,
  type JobState,
} from '../../../domain/operations/jobs.ts';
import { deadLettersOf } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { byClock, OWN_QUEUE, STORED_STATES } from './job-rows.ts';

interface Counted {
  queue: string;
  state: JobState;
  count: number;
}

interface Waiting {
  queue: string;
  later: number;
  since: string | null;
}

interface Ran {
  queue: string;
  id: string;
  state: JobRun['state'];
  startedOn: string;
  completedOn: string | null;
}

/** Every queue with its jobs counted by state, and every schedule. Counts end at a number, so that they take the time of no more. */
export async function jobOverview(services: Services): Promise<JobOverview> {
  const { clock, jobs } = services;
  const [counts, waiting, runs, scheduled] = await Promise.all([
    countedJobs(services),
    waitingJobs(services),
    lastRuns(services),
    jobs.schedules(),
  ]);
  const lastRunOf = (queue: string): JobRun | null => {
    const run = runs.find((one) => one.queue === queue);
    if (!run) return null;
    const { id, state, startedOn, completedOn } = run;
    return {
      id,
      state,
      startedAt: byClock(startedOn, clock.offset),
      endedAt: completedOn && byClock(completedOn, clock.offset),
    };
  };
  const names = [...new Set(counts.map(({ queue }) => queue))];
  const queues = names.map((name): JobQueue => {
    const own = counts.filter(({ queue }) => queue === name);
    const { later = 0, since = null } = waiting.find(({ queue }) => queue === name) ?? {};
    return {
      name,
      counts: Object.fromEntries(own.map(({ state, count }) => [state, count])) as JobQueue['counts'],
      later,
      waitingSince: since && byClock(since, clock.offset),
      lastRun: lastRunOf(name),
      isWorked: jobs.isWorked(name),
    };
  });
  const schedules = scheduled.map(({ name, cron, timezone, next }) => ({
    queue: name,
    cron,
    zone: timezone,
    nextAt: next && byClock(next, clock.offset),
    lastRun: lastRunOf(name),
  }));
  return { queues, schedules };
}

const STATES = sql`(values ${sql.join([
  ...Object.entries(STORED_STATES).map(([shown, stored]) => sql`(${shown}::text, ${stored}::pgboss.job_state, '')`),
  sql`('dead', 'created'::pgboss.job_state, ${deadLettersOf('')})`,
])}) as s (shown, stored, suffix)`;

async function countedJobs({ db }: Services): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select q.name as queue, s.shown as state, (select count(*) from (
      select 1 from pgboss.job j where j.name = q.name || s.suffix and j.state = s.stored limit ${MOST_COUNTED + 1}) jobs)::int as count
    from pgboss.queue q cross join ${STATES} where ${OWN_QUEUE} order by q.name`.execute(db);
  return rows;
}

async function waitingJobs({ db }: Services): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select q.name as queue, count(*) filter (where jobs.start_after > pgboss.job_now())::int as later,
      min(jobs.start_after) filter (where jobs.start_after <= pgboss.job_now()) as since
    from pgboss.queue q cross join lateral (
      select j.start_after from pgboss.job j where j.name = q.name and j.state = 'created'
      order by j.created_on, j.id limit ${MOST_COUNTED}) jobs
    where ${OWN_QUEUE} group by q.name`.execute(db);
  return rows;
}

const RAN = sql`(values ${sql.join(
  (['running', 'done', 'failed'] as const).map(
    (shown) => sql`(${shown}::text, ${STORED_STATES[shown]}::pgboss.job_state)`,
  ),
)}) as s (shown, stored)`;

/** Of the newest job in each of the states, the run that began last. */
async function lastRuns({ db }: Services): Promise<Ran[]> {
  const { rows } = await sql<Ran>`
    select distinct on (q.name) q.name as queue, run.id, s.shown as state, run.started_on as "startedOn", run.completed_on as "completedOn"
    from pgboss.queue q cross join ${RAN} cross join lateral (
      select j.id, j.started_on, j.completed_on from pgboss.job j where j.name = q.name and j.state = s.stored and j.started_on is not null
      order by j.created_on desc, j.id desc limit 1) run
    where ${OWN_QUEUE} order by q.name, run.started_on desc`.execute(db);
  return rows;
}
