import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OwnTickets } from '../../../../domain/calls/tickets.ts';
import { TICKETS } from '../../../app/deviceCopy.ts';
import { keepPage } from '../../offline/keepPage.ts';
import { callQuery } from '../../../app/callApi.ts';
import { keepList, storedList, storedTickets } from './storedTickets.ts';
import { fetchCodes, hasCode } from './ticketCodes.ts';

const REFRESH = 30_000;

/** Upcoming tickets, their codes and this page are stored in the browser, so that they open without a connection. */
export function useTicketList(when: 'upcoming' | 'past', page: number) {
  const isStored = when === 'upcoming' && page === 1;
  const initialData = isStored ? storedList() : undefined;
  const list = useQuery({
    ...callQuery('GET /api/events/tickets', { query: { when, page } }),
    placeholderData: keepPreviousData<OwnTickets>,
    refetchInterval: REFRESH,
    ...(initialData === undefined ? {} : { initialData, initialDataUpdatedAt: 0 }),
  });
  const { data, isFetchedAfterMount, isPlaceholderData, error } = list;
  const isAnswered = isFetchedAfterMount && !isPlaceholderData && error === null;
  useEffect(() => {
    if (!isStored || !isAnswered || data === undefined) return;
    keepList(data);
    const had = storedTickets()?.codes ?? {};
    const shown = data.tickets.filter(hasCode).map(({ ticket }) => ticket.id);
    if (shown.length === 0) return;
    const missing = shown.filter((id) => had[id] === undefined);
    const isThere = missing.length === 0 ? Promise.resolve() : fetchCodes(missing);
    // Without the codes the dialog says so; it asks again itself.
    isThere.then(
      () => keepPage(TICKETS, TICKETS.page),
      () => undefined,
    );
  }, [isStored, isAnswered, data]);
  return list;
}
