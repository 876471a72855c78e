import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './ApiError.ts';

/** One cache for portal and console. What the server refused is not asked again; a lost connection is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});
