import { JOB_STATES, type JobState } from '../../../../domain/operations/jobs.ts';

export const JOB_TABS = ['queues', 'jobs', 'schedules', 'history'] as const;
export type JobTab = (typeof JOB_TABS)[number];

/** What the page shows. */
export interface JobAddress {
  tab: JobTab;
  state: JobState;
  queue: string | undefined;
  /** Where the page of the list starts. */
  after: string | undefined;
  /** The one that is open. */
  job: { queue: string; id: string } | undefined;
}

const FIRST: JobAddress = { tab: 'queues', state: 'failed', queue: undefined, after: undefined, job: undefined };

export function readAddress(search: URLSearchParams): JobAddress {
  const [, queue, id] = /^([\w.-]{1,100})\/([0-9a-f-]{36})$/i.exec(search.get('job') ?? '') ?? [];
  return {
    tab: JOB_TABS.find((tab) => tab === search.get('tab')) ?? FIRST.tab,
    state: JOB_STATES.find((state) => state === search.get('state')) ?? FIRST.state,
    queue: search.get('queue') ?? undefined,
    after: search.get('after') ?? undefined,
    job: queue !== undefined && id !== undefined ? { queue, id } : undefined,
  };
}

/** "?tab=jobs&state=failed": only what differs from the first page. */
export function addressOf(change: Partial<JobAddress>): string {
  const { tab, state, queue, after, job } = { ...FIRST, ...change };
  const search = new URLSearchParams();
  if (tab !== FIRST.tab) search.set('tab', tab);
  if (state !== FIRST.state) search.set('state', state);
  if (queue !== undefined) search.set('queue', queue);
  if (after !== undefined) search.set('after', after);
  if (job !== undefined) search.set('job', `${job.queue}/${job.id}`);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
