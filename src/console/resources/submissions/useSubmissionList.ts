import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePreference } from '../../engine/usePreference.ts';
import { COLUMNS, USUAL_COLUMNS, filterOf, readListQuery, writeListQuery } from './listQuery.ts';
import type { ColumnName, ListQuery } from './listQuery.ts';
import { listSubmissions } from '../../../requests/requestCalls.ts';

/** How somebody likes to see the list, kept with the account. The address wins over it. */
interface Kept {
  columns?: string[];
  itemsPerPage?: number;
  compact?: boolean;
}

const USUAL_SIZE = 25;
const REFRESH = 60_000;

/** The list that the address asks for. Every change of it is a step of the browser's history. */
export function useSubmissionList() {
  const [parameters, setParameters] = useSearchParams();
  const query = useMemo(() => readListQuery(parameters), [parameters]);
  const kept = usePreference<Kept>('list-requests');
  const client = useQueryClient();
  const itemsPerPage = query.itemsPerPage ?? kept.value?.itemsPerPage ?? USUAL_SIZE;
  const columns = query.columns ?? knownColumns(kept.value?.columns) ?? USUAL_COLUMNS;
  const request = {
    filter: filterOf(query),
    sort: [query.sortBy, query.sortOrder] as [string, 'ASC' | 'DESC'],
    page: query.page,
    pageSize: itemsPerPage,
  };
  const answer = useQuery({
    queryKey: ['requests', 'list', request],
    queryFn: () => listSubmissions(request),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
    enabled: kept.ready,
  });
  const change = useCallback(
    (next: Partial<ListQuery>) => {
      setParameters((present) => writeListQuery({ ...readListQuery(present), page: 1, ...next }));
    },
    [setParameters],
  );
  const keep = (next: Kept) => kept.set({ ...kept.value, ...next });
  return {
    query,
    answer,
    columns,
    itemsPerPage,
    change,
    compact: kept.value?.compact === true,
    setCompact: (compact: boolean) => keep({ compact }),
    setColumns: (names: ColumnName[]) => {
      keep({ columns: names });
      change({ columns: names, page: query.page });
    },
    setItemsPerPage: (size: number) => {
      keep({ itemsPerPage: size });
      change({ itemsPerPage: size });
    },
    refresh: () => client.invalidateQueries({ queryKey: ['requests'] }),
  };
}

export type SubmissionList = ReturnType<typeof useSubmissionList>;

function knownColumns(names: unknown): ColumnName[] | null {
  const known = Array.isArray(names) ? COLUMNS.filter((name) => names.includes(name)) : [];
  return known.length === 0 ? null : (names as ColumnName[]).filter((name) => known.includes(name));
}
