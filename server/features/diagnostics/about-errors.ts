import type { FactTable } from '../../../domain/calls/debug.ts';
import type { Diagnostics } from '../../feature.ts';
import type { Db } from '../../platform/database.ts';
import { factColumns } from '../../platform/fact-columns.ts';
import { levelled } from '../event-log/fingerprint.ts';

const MOST = 15;

/** Messages may name people: they are shown without their quoted values, addresses and numbers. */
function withoutValues(message: string): string {
  return levelled(message).replace(/\S+@\S+/g, '*');
}

export const aboutErrors: Diagnostics = {
  key: 'errors',
  title: 'Errors',
  facts: async ({ db, watch, clock }) => {
    const hourAgo = new Date(clock.now() - 3_600_000).toISOString();
    const faults = watch.faults();
    const recent = faults.filter(({ at }) => at >= hourAgo).length;
    return {
      facts: [
        {
          label: 'Unexpected errors of this process in the last hour',
          value: recent,
          kind: 'number',
          ...(recent > 0 ? { state: 'attention' as const, note: 'The event log has their stack traces.' } : {}),
        },
      ],
      tables: [
        {
          title: 'Last unexpected errors of this process',
          columns: factColumns({ At: 'instant', Request: 'code', Route: 'code', Error: 'code' }),
          rows: faults.slice(0, MOST).map(({ at, requestId, route, kind }) => [at, requestId, route, kind]),
          empty: 'None since it started.',
        },
        await loggedKinds(db),
      ],
      links: [{ label: 'Event log', to: '/admin/eventLog' }],
    };
  },
};

async function loggedKinds(db: Db): Promise<FactTable> {
  const kinds = await db
    .selectFrom('eventKinds')
    .select(['level', 'message', 'count', 'lastAt'])
    .orderBy('lastAt', 'desc')
    .limit(MOST)
    .execute();
  return {
    title: 'Last in the event log',
    columns: factColumns({ Last: 'instant', Level: 'text', Times: 'number', 'Message, without values': 'text' }),
    rows: kinds.map(({ lastAt, level, count, message }) => [
      lastAt,
      level,
      count,
      withoutValues(message).slice(0, 200),
    ]),
    empty: 'The event log is empty.',
  };
}
