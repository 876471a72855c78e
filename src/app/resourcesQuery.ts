import { queryOptions } from '@tanstack/react-query';
import type { ClientModel } from '../../domain/declarations/client-model.ts';
import { api } from './api.ts';

/** The resources visible to the current caller. Invalidated together with the shell model (modelStore). */
export const resourcesQuery = queryOptions({
  queryKey: ['/api/model'],
  queryFn: ({ signal }) => api<ClientModel>('/api/model', { signal }),
  staleTime: Infinity,
});
