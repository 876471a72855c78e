import type { Diagnostics } from '../../feature.ts';
import { jobOverview } from './overview.ts';

export const aboutJobs: Diagnostics = {
  key: 'jobs',
  title: 'Background jobs',
  facts: async (services) => {
    const { queues, schedules } = await jobOverview(services);
    const dead = queues.reduce((sum, { counts }) => sum + counts.dead, 0);
    const failed = queues.reduce((sum, { counts }) => sum + counts.failed, 0);
    return {
      facts: [
        { label: 'Queues', value: queues.length, kind: 'number' },
        { label: 'Schedules', value: schedules.length, kind: 'number' },
        { label: 'Failed', value: failed, kind: 'number' },
        {
          label: 'Dead letters',
          value: dead,
          kind: 'number',
          ...(dead > 0 ? { state: 'attention' as const, note: 'Each waits for somebody to decide about it.' } : {}),
        },
      ],
      tables: [
        {
          title: 'Queues',
          columns: [
            { label: 'Queue', kind: 'code' },
            { label: 'Waiting', kind: 'number' },
            { label: 'Retrying', kind: 'number' },
            { label: 'Running', kind: 'number' },
            { label: 'Failed', kind: 'number' },
            { label: 'Dead letters', kind: 'number' },
            { label: 'Last run', kind: 'instant' },
          ],
          rows: queues.map(({ name, counts, lastRun }) => [
            name,
            counts.waiting,
            counts.retrying,
            counts.running,
            counts.failed,
            counts.dead,
            lastRun?.startedAt ?? null,
          ]),
          empty: 'There are no queues yet.',
        },
      ],
      links: [{ label: 'Background jobs', to: '/api/jobs' }],
    };
  },
};
