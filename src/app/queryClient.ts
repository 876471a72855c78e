import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './ApiError.ts';

/** The query cache shared by portal and console. Refusals are not retried; network failures are, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});
