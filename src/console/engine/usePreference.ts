import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { preferenceUrl } from '../../app/preferences.ts';
import { httpClient } from './httpClient.ts';

export function preferenceQuery<T>(key: string) {
  return queryOptions({
    queryKey: ['preferences', key],
    queryFn: async ({ signal }): Promise<T | null> => {
      const { json } = await httpClient(preferenceUrl(key), { signal });
      return (json ?? null) as T | null;
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** One of the account's own settings, kept on the server. A write shows immediately and is sent behind it. */
export function usePreference<T>(key: string): { ready: boolean; value: T | undefined; set: (value: T) => void } {
  const client = useQueryClient();
  // The cache tells its watchers in a later task; a checkbox must not jump back until then.
  const [own, setOwn] = useState<{ key: string; value: T } | null>(null);
  const url = preferenceUrl(key);
  const { data, isPending } = useQuery(preferenceQuery<T>(key));
  const set = useCallback(
    (value: T) => {
      setOwn({ key, value });
      client.setQueryData(['preferences', key], value);
      void httpClient(url, { method: 'PUT', body: JSON.stringify(value) }).catch(() => undefined);
    },
    [client, key, url],
  );
  return { ready: !isPending, value: own?.key === key ? own.value : (data ?? undefined), set };
}
