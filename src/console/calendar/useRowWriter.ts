import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Row } from '../../../domain/declarations/model.ts';
import type { RowChange } from '../../../domain/calls/row-parts.ts';
import { ApiError } from '../../app/ApiError.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import type { Undo } from '../../calendar/layout/types.ts';
import { useConsole, type ConsoleValue } from '../engine/consoleContext.ts';
import { dataProvider } from '../engine/dataProvider.ts';
import { nameRows } from '../engine/names.ts';
import { versionOf, type RowVersion } from '../engine/rowWrites.ts';

export interface RowWriter {
  /** Resolves with the undo, or null where nothing was written. */
  write: (work: () => Promise<readonly RowChange[]>) => Promise<Undo | null>;
  /** The latest version known here: a row may be written again before it has been read again. */
  latest: (resource: string, row: Row) => RowVersion;
}

/** Writes rows, reads `queries` again after each write and each undo, and names the person behind a conflict. */
export function useRowWriter(queries: readonly string[]): RowWriter {
  const context = useConsole();
  const client = useQueryClient();
  const names = queries.join(' ');
  return useMemo(() => {
    const versions = new Map<string, number>();
    const note = (changes: readonly RowChange[]) => {
      for (const { resource, id, version } of changes) versions.set(`${resource} ${id}`, version);
    };
    const refresh = () => Promise.all(names.split(' ').map((name) => client.invalidateQueries({ queryKey: [name] })));
    return {
      write: async (work) => {
        try {
          const changes = await work();
          note(changes);
          if (changes.length === 0) return null;
          return () => undoChanges(changes).then(note).finally(refresh);
        } catch (error) {
          throw await namedConflict(error, context, client);
        } finally {
          await refresh();
        }
      },
      latest: (resource, row) => {
        const seen = versionOf(resource, row);
        return { ...seen, version: Math.max(seen.version, versions.get(`${resource} ${seen.id}`) ?? 0) };
      },
    };
  }, [context, client, names]);
}

/** Names the person who changed the row, as far as the caller may know it. */
async function namedConflict(error: unknown, context: ConsoleValue, client: QueryClient): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 412) return error;
  const author: unknown = error.problem.current?.['updatedById'];
  const users = context.resourceNamed('users');
  if (typeof author !== 'number' || !users?.can.list) return new Error(conflictText(SOMEONE_ELSE));
  const { data } = await dataProvider.getMany('users', { ids: [author] }).catch(() => ({ data: [] }));
  const [name = SOMEONE_ELSE] = data.length > 0 ? await nameRows(context, client, users, data as Row[]) : [];
  return new Error(conflictText(name));
}

export const SOMEONE_ELSE = 'Someone else';

export function conflictText(author: string): string {
  return `${author} changed this in the meantime.`;
}
