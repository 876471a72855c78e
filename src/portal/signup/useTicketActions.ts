import { useState } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { OwnTicket, RelatedSeat } from '../../../domain/calls/tickets.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { confirmModal } from '../../app/dialogs/modalQueue.ts';
import { loadCode } from '../../ui/loadCode.ts';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import { refreshSessions, sessionQuery, signUp } from './sessionRequests.ts';
import type { ActionSession, CancelledSession } from './cancelTexts.ts';

const change = (id: number, to: 'cancel' | 'accept' | 'seen') =>
  callApi(`POST /api/events/tickets/:id/${to}`, { params: { id } });

export type TicketAction = 'signUp' | 'cancel' | 'accept' | 'seen';

type CancelledTicket = Pick<OwnTicket, 'id' | 'status' | 'graceEndsAt'>;

/** What its owner does with a ticket. Calls may be repeated: signing up twice gives one ticket. */
export function useTicketActions(session: ActionSession, link: string | null = null) {
  const client = useQueryClient();
  const [isCodeMissing, setIsCodeMissing] = useState(false);
  const isWhole = session.series?.isBookedAsWhole === true;

  const {
    run: act,
    runningWith,
    refusal,
    reset,
  } = useCommand(
    async (_action: TicketAction, call: () => Promise<OwnTicket>) => {
      setIsCodeMissing(false);
      const ticket = await call();
      await refreshSessions(client);
      return ticket;
    },
    // Refused because something has changed: shows the current state.
    ({ status }) => void ((status === 409 || status === 404) && refreshSessions(client)),
  );

  return {
    /** Makes any other change, as `action`; undefined if it is refused. */
    act,
    busy: runningWith?.[0] ?? null,
    fault: isCodeMissing
      ? 'The server could not be reached. Check your connection, and try again.'
      : (refusal?.message ?? null),
    forget: () => {
      setIsCodeMissing(false);
      reset();
    },
    join: async (inAddition = false) => {
      const ticket = await act('signUp', () => signUp(session, link, inAddition ? { inAddition } : null));
      if (ticket === undefined) return;
      const undo = () => change(ticket.id, 'cancel').then(() => refreshSessions(client));
      showUndoable(joinedText(ticket, session.title), undo);
    },
    accept: async (ticketId: number) => {
      const ticket = await act('accept', () => change(ticketId, 'accept'));
      if (ticket !== undefined) showToast(joinedText(ticket, session.title));
    },
    see: (ticketId: number) => act('seen', () => change(ticketId, 'seen')),
    /** `dependents`: seats that are released with it. */
    cancel: async (ticket: CancelledTicket, dependents: readonly RelatedSeat[] = []) => {
      const text = await loadCode(() => import('./cancelTexts.ts')).catch(() => null);
      if (text === null) return setIsCodeMissing(true);
      const shown = await currentSession(client, session, link);
      const question = text.cancelQuestion({ ...session, ...shown }, ticket, dependents);
      if (!(await confirmModal({ ...question, cancelButtonText: 'Keep it', isDangerous: true }))) return;
      const cancelled = await act('cancel', () => change(ticket.id, 'cancel'));
      if (cancelled !== undefined) showToast(cancelledText(ticket.status, isWhole));
    },
  };
}

/** With the current waitlist: the one on screen may be half a minute old. */
function currentSession(client: QueryClient, session: ActionSession, link: string | null): Promise<CancelledSession> {
  return client.fetchQuery({ ...sessionQuery(session.id, link), staleTime: 0 }).catch((): CancelledSession => session);
}

function cancelledText(status: OwnTicket['status'], isWhole: boolean): string {
  if (status === 'waitlisted') return 'You left the waitlist';
  return isWhole ? 'Your seats in the series are canceled' : 'Your seat is canceled';
}

export function joinedText({ status, position }: OwnTicket, title: string): string {
  if (status === 'waitlisted') return `You are number ${position ?? 1} on the waitlist for ${title}`;
  return status === 'held' ? `A seat is held for you: ${title}` : `You have a seat: ${title}`;
}

export function cancelLabel({ status }: Pick<OwnTicket, 'status'>, isWhole: boolean): string {
  if (status === 'waitlisted') return 'Leave the waitlist';
  if (status === 'offered') return 'Decline the seat';
  return isWhole ? 'Cancel the whole series' : 'Cancel my seat';
}
