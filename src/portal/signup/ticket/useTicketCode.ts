import { useQuery } from '@tanstack/react-query';
import { isUnreachable } from '../../../app/ApiError.ts';
import { forgetCode, useStoredCode } from './storedTickets.ts';
import { fetchCodes } from './ticketCodes.ts';

/** The code of a ticket: first the one that this browser keeps, then the one that the server says works. */
export function useTicketCode(ticketId: number): { code: string | null; fault: string | null; retry: () => void } {
  const stored = useStoredCode(ticketId);
  const { data, error, refetch } = useQuery({
    queryKey: ['code of a ticket', ticketId],
    queryFn: async () => {
      const [issued] = await fetchCodes([ticketId]);
      if (issued === undefined) forgetCode(ticketId);
      return issued?.code ?? null;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  // Where nothing can be kept, as at a kiosk, the answer is all there is.
  return { code: stored ?? data ?? null, fault: codeFault(data, error), retry: () => void refetch() };
}

function codeFault(data: string | null | undefined, error: Error | null): string | null {
  if (data === null) return 'This ticket no longer has a code.';
  if (error === null) return null;
  return isUnreachable(error) ? 'It loads once you are online.' : error.message;
}
