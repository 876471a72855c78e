import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi, callPath } from '../../app/callApi.ts';

const REFRESH_EVERY = 60_000;

/** Repeated every minute and when the window regains focus, but not while nobody sees the page. */
export function useBoardAnswer(name: string) {
  const board = { params: { name } };
  return useQuery({
    queryKey: [callPath('GET /api/boards/:name', board)],
    queryFn: ({ signal }) => callApi('GET /api/boards/:name', { ...board, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_EVERY,
    refetchIntervalInBackground: false,
  });
}
