import { queryOptions } from '@tanstack/react-query';
import type { ClientModel } from '../../../domain/model.ts';
import { api } from '../api.ts';

/** The resources as the present caller may see them. They change with the shell model, which tells when (modelStore). */
export const resourcesQuery = queryOptions({
  queryKey: ['/api/model'],
  queryFn: ({ signal }) => api<ClientModel>('/api/model', { signal }),
  staleTime: Infinity,
});
