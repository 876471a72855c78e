import type { Diagnostics } from '../../feature.ts';
import type { Db } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { ownFigures, SILENT_SECONDS, type ProcessFigures } from './heartbeat.ts';

export interface ListedProcess {
  key: string;
  host: string;
  pid: number;
  release: string;
  startedAt: string;
  seenAt: string;
  figures: ProcessFigures;
}

export async function listedProcesses(services: Needs<'clock' | 'db' | 'watch'>): Promise<ListedProcess[]> {
  const rows = await processRows(services.db);
  return rows.map((row) =>
    row.key === services.watch.id ? { ...row, figures: ownFigures(services), seenAt: services.clock.instant() } : row,
  );
}

async function processRows(db: Db): Promise<ListedProcess[]> {
  const rows = await db
    .selectFrom('serverProcesses')
    .select(['key', 'host', 'pid', 'release', 'startedAt', 'seenAt', 'figures'])
    .orderBy('startedAt')
    .orderBy('key')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, figures: row.figures as unknown as ProcessFigures }));
}

export const aboutProcesses: Diagnostics = {
  key: 'processes',
  title: 'Processes',
  facts: async (services) => {
    const all = await listedProcesses(services);
    const before = new Date(services.clock.now() - SILENT_SECONDS * 1000).toISOString();
    const isAlive = ({ seenAt }: ListedProcess): boolean => seenAt >= before;
    const alive = all.filter(isAlive);
    const releases = new Set(alive.map(({ release }) => release));
    return {
      facts: [
        { label: 'Serving processes', value: alive.length, kind: 'number' },
        {
          label: 'Versions',
          value: releases.size === 0 ? null : [...releases].join(', '),
          kind: 'code',
          ...(releases.size > 1
            ? {
                state: 'attention' as const,
                note: 'Processes of different versions are running. Restart the older ones.',
              }
            : {}),
        },
      ],
      links: [{ label: 'Processes', to: '/admin/processes' }],
    };
  },
};
