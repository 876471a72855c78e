import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { MAX_ROWS } from '../../../domain/declarations/list-query.ts';
import type { Fact } from '../../../domain/calls/debug.ts';
import { factColumns } from '../../platform/fact-columns.ts';
import type { Diagnostics } from '../../feature.ts';

const SCHEDULE_COLUMNS = factColumns({
  Queue: 'code',
  'Schedule (cron)': 'code',
  'Time zone': 'text',
  'Next run': 'instant',
  'Last run': 'instant',
});

export const aboutJobs: Diagnostics = {
  key: 'jobs',
  title: 'Background jobs',
  facts: async ({ engine, jobs, clock }) => {
    const { rows } = await engine.list(SYSTEM, 'jobQueues', { range: [0, MAX_ROWS - 1] });
    const schedules = await jobs.schedules();
    const sum = (counts: readonly (number | null | undefined)[]): number =>
      counts.reduce<number>((all, count) => all + (count ?? 0), 0);
    const dead = sum(rows.map((row) => row.dead));
    const idle = rows.filter(
      ({ queue, waiting, retrying }) => !jobs.isWorked(queue ?? '') && sum([waiting, retrying]) > 0,
    );
    return {
      facts: [
        { label: 'Queues', value: rows.length, kind: 'number' },
        { label: 'Schedules', value: schedules.length, kind: 'number' },
        { label: 'Failed', value: sum(rows.map(({ failed }) => failed)), kind: 'number' },
        {
          label: 'Dead letters',
          value: dead,
          kind: 'number',
          ...(dead > 0 ? { state: 'attention' as const, note: 'Each one needs a decision.' } : {}),
        },
        ...idleFacts(idle.map(({ queue }) => queue)),
      ],
      tables: [
        {
          title: 'Schedules',
          columns: SCHEDULE_COLUMNS,
          rows: schedules.map(({ name, cron, timezone, next }) => [
            name,
            cron,
            timezone,
            // The queue has the database's time.
            next && new Date(next.getTime() + clock.offset).toISOString(),
            rows.find(({ queue }) => queue === name)?.lastRunAt ?? null,
          ]),
          empty: 'Nothing is scheduled.',
        },
      ],
      links: [
        { label: 'Background jobs', to: '/api/jobs' },
        { label: 'Job queues', to: '/admin/jobQueues' },
      ],
    };
  },
};

function idleFacts(queues: readonly (string | null | undefined)[]): Fact[] {
  if (queues.length === 0) return [];
  const note = 'No feature of this version of the portal runs these jobs.';
  return [{ label: 'Queues without a worker', value: queues.join(', '), kind: 'code', state: 'attention', note }];
}
