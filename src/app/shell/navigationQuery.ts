import { queryOptions } from '@tanstack/react-query';
import type { NavigationPage } from '../../../domain/content/content.ts';
import { api } from '../api.ts';

const PATH = '/api/content/navigation';

/** The query key is the path, so that the document's embedded data is used. */
export const navigationQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => api<NavigationPage[]>(PATH, { signal }),
  staleTime: 60_000,
  meta: { reads: 'pages' },
});
