import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { JobHistoryEntry, JobDetail, JobOverview, JobPage } from '../../../../domain/operations/jobs.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { api } from '../../../app/api.ts';
import type { JobAddress } from './jobAddress.ts';

/** All answers about jobs, which any action makes outdated. */
export const JOBS_KEY = 'jobs';
/** How often what is shown is asked for again, while the page is visible. */
export const REFRESH_MS = 5_000;

function useLive<Answer>(path: string, enabled = true) {
  return useQuery({
    queryKey: [JOBS_KEY, path],
    queryFn: ({ signal }) => api<Answer>(`/api/jobs/${path}`, { signal }),
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
    // A refusal stays one: asking again would ask for a login again and again.
    refetchInterval: ({ state }) => (state.error instanceof ApiError && isRefusal(state.error) ? false : REFRESH_MS),
  });
}

function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500;
}

export function useOverview() {
  return useLive<JobOverview>('overview');
}

export function useJobList({ state, queue, after }: Pick<JobAddress, 'state' | 'queue' | 'after'>) {
  const query = new URLSearchParams({ state });
  if (queue !== undefined) query.set('queue', queue);
  if (after !== undefined) query.set('after', after);
  return useLive<JobPage>(`list?${query}`);
}

export function useJobHistory() {
  return useLive<JobHistoryEntry[]>('history');
}

export function useJob({ queue, id }: { queue: string; id: string }) {
  return useLive<JobDetail>(`${queue}/${id}`);
}
