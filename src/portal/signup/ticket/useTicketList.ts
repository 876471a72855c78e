import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OwnTickets } from '../../../../domain/calls/session-types.ts';
import { TICKETS } from '../../../app/session/deviceCopy.ts';
import { keepPage } from '../../offline/keepPage.ts';
import { ownTicketsQuery } from '../signupCalls.ts';
import { keepList, keptList, keptTickets } from './keptTickets.ts';
import { fetchCodes, hasCode } from './ticketCodes.ts';

const REFRESH = 30_000;

/**
 * The caller's tickets. What comes up is kept in the browser with its codes, and this page, so that they open immediately and without a
 * connection.
 */
export function useTicketList(when: 'upcoming' | 'past', page: number) {
  const isKept = when === 'upcoming' && page === 1;
  const initialData = isKept ? keptList() : undefined;
  const list = useQuery({
    ...ownTicketsQuery(when, page),
    placeholderData: keepPreviousData<OwnTickets>,
    refetchInterval: REFRESH,
    ...(initialData === undefined ? {} : { initialData, initialDataUpdatedAt: 0 }),
  });
  const { data, isFetchedAfterMount, isPlaceholderData, error } = list;
  const isAnswered = isFetchedAfterMount && !isPlaceholderData && error === null;
  useEffect(() => {
    if (!isKept || !isAnswered || data === undefined) return;
    keepList(data);
    const had = keptTickets()?.codes ?? {};
    const shown = data.tickets.filter(hasCode).map(({ ticket }) => ticket.id);
    if (shown.length === 0) return;
    const missing = shown.filter((id) => had[id] === undefined);
    const isThere = missing.length === 0 ? Promise.resolve() : fetchCodes(missing);
    // Without the codes the dialog says so; it asks again itself.
    isThere.then(
      () => keepPage(TICKETS, TICKETS.page),
      () => undefined,
    );
  }, [isKept, isAnswered, data]);
  return list;
}
