import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './ApiError.ts';

/**
 * The query cache shared by portal and console. Refusals are not retried; network failures are, twice. Nothing waits in silence for a
 * connection: without one, queries and writes fail at once, and queries in use are repeated when it is back.
 */
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
