import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../app/callApi.ts';

/** Milliseconds. */
const REFRESH_EVERY = 60_000;

/** Repeated every minute and when the window regains focus, but not while nobody sees the page. */
export function useBoardAnswer(name: string) {
  return useQuery({
    queryKey: ['/api/boards', name],
    queryFn: ({ signal }) => callApi('GET /api/boards/:name', { params: { name }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_EVERY,
    refetchIntervalInBackground: false,
  });
}
