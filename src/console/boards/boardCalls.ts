import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BoardAnswer } from '../../../domain/declarations/boards.ts';
import { api } from '../../app/api.ts';

/** Milliseconds. */
const REFRESH_EVERY = 60_000;

/** Repeated every minute and when the window regains focus, but not while nobody sees the page. */
export function useBoardAnswer(name: string) {
  const path = `/api/boards/${encodeURIComponent(name)}`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api<BoardAnswer>(path, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_EVERY,
    refetchIntervalInBackground: false,
  });
}
