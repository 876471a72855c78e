import type { Job, JobAction, JobHistoryEntry, JobState } from '../../../../domain/operations/jobs.ts';
import { MOST_COUNTED } from '../../../../domain/operations/jobs.ts';
import type { IconName } from '../../../../domain/declarations/icons.ts';
import type { Tone } from '../../../ui/Chip.tsx';
import { formatCount, formatNumber } from '../../values/formats.ts';

interface StateWords {
  label: string;
  tone: Tone;
  icon: IconName;
  /** What the list of them holds. */
  help: string;
}

export const STATES: Readonly<Record<JobState, StateWords>> = {
  waiting: {
    label: 'Waiting',
    tone: 'grey',
    icon: 'clock',
    help: 'Jobs whose turn has not come yet, or that are due later.',
  },
  retrying: {
    label: 'Retrying',
    tone: 'orange',
    icon: 'rotate-ccw',
    help: 'Jobs that failed and are tried again by themselves, after pauses that grow.',
  },
  running: { label: 'Running', tone: 'blue', icon: 'play', help: 'Jobs that a server works on now.' },
  done: { label: 'Done', tone: 'green', icon: 'circle-check', help: 'Jobs that succeeded. They are kept for a week.' },
  failed: {
    label: 'Failed',
    tone: 'red',
    icon: 'circle-x',
    help: 'Jobs that failed in all their attempts. They are kept for a week; to retry one gives it one more attempt.',
  },
  dead: {
    label: 'Dead letters',
    tone: 'red',
    icon: 'inbox',
    help: 'Failed jobs that wait for your decision, for up to 90 days: send them again as new jobs with all their attempts, or discard them.',
  },
  cancelled: {
    label: 'Cancelled',
    tone: 'grey',
    icon: 'ban',
    help: 'Jobs that somebody cancelled. They are kept for a week.',
  },
};

export function stateLabel(state: JobState): string {
  return state === 'dead' ? 'Dead letter' : STATES[state].label;
}

export function actionLabel(action: JobAction, state: JobState): string {
  if (action === 'retry') return 'Retry';
  if (action === 'send-again') return 'Send again';
  return state === 'dead' ? 'Discard' : 'Cancel job';
}

export const ACTION_ICONS: Readonly<Record<JobAction, IconName>> = {
  retry: 'rotate-ccw',
  cancel: 'ban',
  'send-again': 'send',
};

/** What an action on one job is said to have done. */
export function doneText(action: JobAction, state: JobState): string {
  if (action === 'retry') return 'The job gets one more attempt.';
  if (action === 'cancel') return state === 'dead' ? 'The dead letter is discarded.' : 'The job is cancelled.';
  return state === 'dead' ? 'A new job takes its place.' : 'The job waits again.';
}

/** "retried", or "sent" and "again", for the history: what precedes the jobs, and what follows them. */
export function deedWords({ action, from }: Pick<JobHistoryEntry, 'action' | 'from'>): [verb: string, after: string] {
  if (action === 'retry') return ['retried', ''];
  if (action === 'send-again') return ['sent', ' again'];
  return [from === 'dead' ? 'discarded' : 'cancelled', ''];
}

/** "120 failed jobs", "a dead letter" */
export function deedObject({ jobId, from, count }: Pick<JobHistoryEntry, 'jobId' | 'from' | 'count'>): string {
  const [one, many] =
    from === 'dead'
      ? ['dead letter', 'dead letters']
      : [`${STATES[from].label.toLowerCase()} job`, `${STATES[from].label.toLowerCase()} jobs`];
  return jobId === null ? formatCount(count, one, many) : `a ${one}`;
}

/** "100,000+" where counting has ended. */
export function formatJobs(count: number): string {
  return count > MOST_COUNTED ? `${formatNumber(MOST_COUNTED)}+` : formatNumber(count);
}

/** "2 of 6" */
export function attemptsText({ attempts, mostAttempts }: Pick<Job, 'attempts' | 'mostAttempts'>): string {
  return `${formatNumber(attempts)} of ${formatNumber(mostAttempts)}`;
}
