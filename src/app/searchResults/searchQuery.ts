import { queryOptions } from '@tanstack/react-query';
import type { SearchGroup } from '../../../domain/calls/content.ts';
import { searchPath } from '../../../domain/content/documentation-search.ts';
import { ApiError } from '../ApiError.ts';
import { api } from '../api.ts';

const LATE_INTERVAL = 1000;

/** The server asks someone who searches very often to wait. */
const TOO_MANY = 429;

/** A refused search has no results. Throws ApiError when the server cannot be reached, or demands a pause. */
export function searchQuery(system: string, text: string, options: { preview?: boolean } = {}) {
  const path = searchPath(system, text, options);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }): Promise<SearchGroup[]> => {
      try {
        return await api<SearchGroup[]>(path, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status > 0 && error.status !== TOO_MANY) return [];
        throw error;
      }
    },
    staleTime: 60_000,
    // A source that was slower than the others is asked for again.
    refetchInterval: ({ state }) =>
      state.data?.some(({ isLate }) => isLate === true) === true ? LATE_INTERVAL : false,
  });
}
