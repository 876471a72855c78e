import { useQueryClient } from '@tanstack/react-query';
import type { OwnTicket } from '../../../../domain/calls/tickets.ts';
import { unreachable } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { loadCode } from '../../../ui/loadCode.ts';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { showToast } from '../../../ui/toasts.ts';
import { refreshSessions, signUp } from './sessionRequests.ts';
import type { ActionSession } from './cancelTexts.ts';

const change = (id: number, to: 'accept' | 'seen') => callApi(`POST /api/events/tickets/:id/${to}`, { params: { id } });

const cancelTicket = (id: number, refundCents?: number) =>
  callApi('POST /api/events/tickets/:id/cancel', {
    params: { id },
    body: refundCents === undefined ? null : { refundCents },
  });

export type TicketAction = 'signUp' | 'cancel' | 'accept' | 'seen';

type CancelledTicket = Pick<OwnTicket, 'id' | 'status' | 'graceEndsAt'>;

/** What its owner does with a ticket. Calls may be repeated: signing up twice gives one ticket. */
export function useTicketActions(session: ActionSession, link: string | null = null) {
  const client = useQueryClient();
  const question = useCommand(async (ticket: CancelledTicket) => {
    const text = await loadCode(() => import('./cancelTexts.ts')).catch(() => {
      throw unreachable();
    });
    const effect = await text.askToCancel({ client, session, link }, ticket);
    return effect && { ...effect, doneText: text.cancelledText(ticket.status, session) };
  });

  const {
    run: act,
    runningWith,
    refusal,
    reset,
  } = useCommand(
    async (_action: TicketAction, call: () => Promise<OwnTicket>) => {
      question.reset();
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
    fault: (question.refusal ?? refusal)?.message ?? null,
    forget: () => (question.reset(), reset()),
    join: async (inAddition = false) => {
      const ticket = await act('signUp', () => signUp(session, link, inAddition ? { inAddition } : null));
      if (ticket === undefined) return;
      const undo = () => cancelTicket(ticket.id).then(() => refreshSessions(client));
      showUndoable(joinedText(ticket, session.title), undo);
    },
    accept: async (ticketId: number) => {
      const ticket = await act('accept', () => change(ticketId, 'accept'));
      if (ticket !== undefined) showToast(joinedText(ticket, session.title));
    },
    see: (ticketId: number) => act('seen', () => change(ticketId, 'seen')),
    cancel: async (ticket: CancelledTicket) => {
      const confirmed = await question.run(ticket);
      if (confirmed === undefined) return;
      const cancelled = await act('cancel', () => cancelTicket(ticket.id, confirmed.refundCents));
      if (cancelled !== undefined) showToast(confirmed.doneText);
    },
  };
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
