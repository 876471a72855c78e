import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { useConsole } from './consoleContext.ts';
import { nameRows } from './names.ts';
import { recordName } from './represent.ts';

/** A record's name as text, for titles and questions. */
export function useRecordName(resource: ClientResource, row: Row): string {
  const context = useConsole();
  const client = useQueryClient();
  const bare = recordName(resource, row, context.zone, (_field, id) => `#${id}`);
  const { data } = useQuery({
    queryKey: [resource.name, 'name', String(row['id']), row['version']],
    queryFn: async () => (await nameRows(context, client, resource, [row]))[0] ?? bare,
    staleTime: 30_000,
  });
  return data ?? bare;
}
