import { useQuery } from '@tanstack/react-query';
import { readRows } from './rows.ts';
import { useSession } from './useSession.ts';

/** The id of the current user's account, by which lists that show everyone's records to staff are limited to their own. */
export function useOwnAccount() {
  const { userName } = useSession();
  return useQuery({
    queryKey: ['account', userName],
    queryFn: async () => (await readRows('users', { filter: { username: userName ?? '' }, limit: 1 }))[0]?.id,
    staleTime: Infinity,
  });
}
