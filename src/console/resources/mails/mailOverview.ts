import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../app/callApi.ts';

/** How often the list and its counts are asked for again, while the page is visible. */
export const REFRESH_MS = 15_000;

export function useMailOverview() {
  return useQuery({
    queryKey: ['mails', 'overview'],
    queryFn: ({ signal }) => callApi('GET /api/mails/overview', { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
}

/** What people read for a mail's category. */
export function useCategoryLabel(): (category: unknown) => string {
  const labels = new Map(useMailOverview().data?.categories.map(({ key, label }) => [key, label]));
  return (category) => (category === 'digest' ? 'Daily mail' : (labels.get(String(category)) ?? String(category)));
}
