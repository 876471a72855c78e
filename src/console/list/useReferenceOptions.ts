import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Option } from '../../forms/shared/formServices.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { lookup } from '../engine/names.ts';

/** Options for ids; "#12" until the name has loaded. */
export function useReferenceOptions(resource: string, ids: readonly (string | number)[]): Option[] {
  const { data } = useFoundOptions(resource, ids);
  return ids.map((id) => data?.find((option) => String(option.value) === String(id)) ?? { value: id, label: `#${id}` });
}

/** Options of the ids that the account finds. Those of resources that it cannot read are "#12". */
export function useFoundOptions(resource: string, ids: readonly (string | number)[]) {
  const context = useConsole();
  const client = useQueryClient();
  return useQuery({
    queryKey: [resource, 'names', ids.map(String)],
    queryFn: () => lookup(context, client, resource, { ids: [...ids] }),
    enabled: ids.length > 0,
    staleTime: 30_000,
    placeholderData: (before: Option[] | undefined) => before,
  });
}
