/** Background jobs as administrators see them: their states, what may be done with them, and the answers of /api/jobs. */

/**
 * The states of a job, in the order of its life. `dead`: a copy of a failed job that waits for a decision, in the queue of dead letters
 * that belongs to the job's queue.
 */
export const JOB_STATES = ['waiting', 'retrying', 'running', 'done', 'failed', 'dead', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** `retry`: one more attempt of a failed job. `send-again`: a new job with all its attempts. `cancel` of a dead letter discards it. */
export const JOB_ACTIONS = ['retry', 'cancel', 'send-again'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** What can be done with all jobs of a queue at once: with the failed ones, and with the dead letters. */
export const QUEUE_ACTIONS = ['retry', 'send-again'] as const satisfies readonly JobAction[];
export type QueueAction = (typeof QUEUE_ACTIONS)[number];

const ACTIONS: Readonly<Record<JobState, readonly JobAction[]>> = {
  waiting: ['cancel'],
  retrying: ['cancel'],
  running: ['cancel'],
  done: [],
  failed: ['retry'],
  dead: ['cancel', 'send-again'],
  cancelled: ['send-again'],
};

/** What can be done with a job. One that was sent again has a successor: running both would do the same work twice. */
export function actionsOf({ state, isSentAgain }: Pick<Job, 'state' | 'isSentAgain'>): readonly JobAction[] {
  return isSentAgain ? [] : ACTIONS[state];
}

/** The state that an action leads to; null for a dead letter, which is gone once it is decided about. */
export function stateAfter(action: JobAction, state: JobState): JobState | null {
  if (state === 'dead') return null;
  return action === 'retry' ? 'retrying' : action === 'cancel' ? 'cancelled' : 'waiting';
}

/** Counts are exact up to this number, and this number plus one stands for all that is more. */
export const MOST_COUNTED = 100_000;
/** Jobs in one answer. */
export const JOBS_PER_PAGE = 50;

/** All instants are ISO 8601 in UTC. */
export interface Job {
  id: string;
  queue: string;
  state: JobState;
  createdAt: string;
  /** The earliest start, or that of the next attempt. */
  startsAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** Attempts that have begun. */
  attempts: number;
  /** Attempts that it has altogether. */
  mostAttempts: number;
  /** The names of its data. The values are never sent. */
  keys: string[];
  /** Of the last attempt, shortened. */
  error: string | null;
  /** A new job has taken its place. */
  isSentAgain: boolean;
}

export interface JobPage {
  jobs: Job[];
  /** Where the next page starts; null on the last one. */
  next: string | null;
}

export interface JobDetail extends Job {
  /** The newest action first. */
  history: JobHistoryEntry[];
}

export interface JobQueue {
  name: string;
  /** By state, at most MOST_COUNTED + 1 each. */
  counts: Record<JobState, number>;
  /** Of those that wait, how many are due later. */
  later: number;
  /** Since when the first one waits that is due. */
  waitingSince: string | null;
  lastRun: JobRun | null;
  /** Whether the server that answers runs its jobs. */
  isWorked: boolean;
}

export interface JobRun {
  id: string;
  state: 'running' | 'done' | 'failed';
  startedAt: string;
  endedAt: string | null;
}

export interface JobSchedule {
  queue: string;
  /** A cron expression. */
  cron: string;
  /** IANA. */
  zone: string;
  nextAt: string | null;
  lastRun: JobRun | null;
}

export interface JobOverview {
  queues: JobQueue[];
  schedules: JobSchedule[];
}

/** What somebody did: to one job, or without `jobId` to all of a queue. */
export interface JobHistoryEntry {
  id: number;
  at: string;
  actor: string;
  action: JobAction;
  queue: string;
  jobId: string | null;
  /** The state that the jobs had. */
  from: JobState;
  count: number;
}

/** What an action has changed; 0 when it had been done already. */
export interface JobActionAnswer {
  changed: number;
}
