import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './ApiError.ts';

/** Only network failures are retried. Without a connection, queries and writes fail immediately; queries in use are repeated later. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: () => onlineManager.isOnline(),
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 &&
        onlineManager.isOnline() &&
        !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
    mutations: { networkMode: 'always' },
  },
});
