import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../callApi.ts';

export const navigationQuery = queryOptions({
  ...callQuery('GET /api/content/navigation'),
  staleTime: 60_000,
  meta: { reads: 'pages' },
});
