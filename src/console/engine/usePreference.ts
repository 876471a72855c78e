import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { httpClient } from './httpClient.ts';

/** One of the account's own settings, kept on the server. A write shows at once and is sent behind it. */
export function usePreference<T>(key: string): { ready: boolean; value: T | undefined; set: (value: T) => void } {
  const client = useQueryClient();
  const url = `/api/preferences/${encodeURIComponent(key)}`;
  const { data, isPending } = useQuery({
    queryKey: ['preferences', key],
    queryFn: async ({ signal }): Promise<T | null> => {
      const { json } = await httpClient(url, { signal });
      return (json ?? null) as T | null;
    },
    staleTime: Infinity,
    retry: false,
  });
  const set = useCallback((value: T) => {
    client.setQueryData(['preferences', key], value);
    void httpClient(url, { method: 'PUT', body: JSON.stringify(value) }).catch(() => undefined);
  }, [client, key, url]);
  return { ready: !isPending, value: data ?? undefined, set };
}
