import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OwnTickets } from '../../../../domain/ticket-calls.ts';
import { ownTicketsQuery } from '../signupCalls.ts';
import { clock } from '../../../ui/clock.ts';
import { keepList, keptTickets } from './keptTickets.ts';
import { keepPage } from './offlinePage.ts';
import { fetchCodes, hasCode } from './ticketCodes.ts';

const REFRESH = 30_000;

/**
 * The caller's tickets. What comes up is kept in the browser with its codes, and this page with the parts that `loadParts` loads, so that
 * they open at once and without a connection.
 */
export function useTicketList(when: 'upcoming' | 'past', page: number, loadParts: () => Promise<unknown>) {
  const isKept = when === 'upcoming' && page === 1;
  const kept = isKept ? keptTickets() : null;
  const list = useQuery({
    ...ownTicketsQuery(when, page),
    placeholderData: keepPreviousData<OwnTickets>,
    refetchInterval: REFRESH,
    ...(kept === null ? {} : { initialData: stillAhead(kept.list), initialDataUpdatedAt: 0 }),
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
      () => keepPage(loadParts),
      () => undefined,
    );
  }, [isKept, isAnswered, data, loadParts]);
  return list;
}

/** What was kept may be days old. */
function stillAhead({ tickets }: OwnTickets): OwnTickets {
  const ahead = tickets.filter(({ session }) => Date.parse(session.end) > clock.now());
  return { tickets: ahead, total: ahead.length };
}
