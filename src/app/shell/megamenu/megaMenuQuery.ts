import { queryOptions } from '@tanstack/react-query';
import type { MegaMenuItem } from '../../../../domain/content/content.ts';
import { api } from '../../api.ts';

const PATH = '/api/content/megamenu';

export const megaMenuQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => api<MegaMenuItem[]>(PATH, { signal }),
  staleTime: 60_000,
});
