import type { QueryClient } from '@tanstack/react-query';

/** Reads again what shows records of a resource: queries under its name, and those whose `meta` says that they read it. */
export function refreshResource(client: QueryClient, name: string): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey, meta }) => queryKey[0] === name || (meta?.['reads'] as string | undefined) === name,
  });
}
