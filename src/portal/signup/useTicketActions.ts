import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { OtherSeat, RelatedSeat } from '../../../domain/related-seats.ts';
import type { OwnTicket, PublicSession } from '../../../domain/ticket-calls.ts';
import { NO_POLICY, policyWords, type SignupPolicy } from '../../../domain/signup-policy.ts';
import { ApiError } from '../../app/ApiError.ts';
import { useDialogs } from '../../app/useDialogs.ts';
import { clock } from '../../ui/clock.ts';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import { changeTicket, refreshSessions, sessionQuery, signUp } from './signupCalls.ts';
import { dependentWords, pointText } from './sessionTexts.ts';

export type TicketAction = 'signUp' | 'cancel' | 'accept' | 'seen';

/** The session of a ticket, for words. */
export interface ActionSession {
  id: number;
  title: string;
  waiting: number;
  cancelUntil: string;
  start: string;
  series: PublicSession['series'];
}

/** What its owner does with a ticket. Calls may be repeated: signing up twice gives one ticket. */
export function useTicketActions(session: ActionSession, link: string | null = null) {
  const client = useQueryClient();
  const { confirm } = useDialogs();
  const [busy, setBusy] = useState<TicketAction | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const isWhole = session.series?.isBookedAsWhole === true;

  const act = async (action: TicketAction, call: () => Promise<OwnTicket>): Promise<OwnTicket | null> => {
    setFault(null);
    setBusy(action);
    try {
      const ticket = await call();
      await refreshSessions(client);
      return ticket;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
      // Refused because something has changed: shows how it stands now.
      if (error.status === 409 || error.status === 404) await refreshSessions(client);
      return null;
    } finally {
      setBusy(null);
    }
  };

  return {
    busy,
    fault,
    forget: () => setFault(null),
    join: async (inAddition = false) => {
      const ticket = await act('signUp', () => signUp(session, link, inAddition ? { inAddition } : undefined));
      if (ticket === null) return;
      const undo = () => changeTicket(ticket.id, 'cancel').then(() => refreshSessions(client));
      showUndoable(joinedWords(ticket, session.title), undo);
    },
    /** From another session of the event. */
    move: async (seat: OtherSeat) => {
      const ticket = await act('signUp', () => signUp(session, link, { moveFrom: seat.ticketId }));
      if (ticket === null) return;
      const back = { id: seat.sessionId, series: null };
      const undo = () => signUp(back, null, { moveFrom: ticket.id }).then(() => refreshSessions(client));
      showUndoable(`Your seat is moved to ${pointText(session.start)}`, undo);
    },
    /** `givenUp`: the seats that accepting gives up. */
    accept: async (ticketId: number, givenUp: readonly OtherSeat[] = []) => {
      const isSure =
        givenUp.length === 0 ||
        (await confirm({
          header: 'Accept this seat?',
          message: `You give up your seat on ${givenUp.map(({ start }) => pointText(start)).join(' and ')}.`,
          confirmButtonText: 'Accept and give it up',
          cancelButtonText: 'Keep my seat',
        }));
      if (!isSure) return;
      const ticket = await act('accept', () => changeTicket(ticketId, 'accept'));
      if (ticket !== null) showToast(joinedWords(ticket, session.title));
    },
    /** That the session was moved. */
    see: (ticketId: number) => act('seen', () => changeTicket(ticketId, 'seen')),
    /** `dependents`: seats that are released with it. */
    cancel: async (
      ticket: Pick<OwnTicket, 'id' | 'status' | 'graceEndsAt'>,
      dependents: readonly RelatedSeat[] = [],
    ) => {
      const isLate = isLateBy(session, ticket, clock.now());
      // Who waits by now: what is shown may be half a minute old.
      const { waiting, policy = NO_POLICY } = await client
        .fetchQuery({ ...sessionQuery(session.id, link), staleTime: 0 })
        .catch((): ActionSession & { policy?: SignupPolicy } => session);
      const words = isWhole ? cancelSeriesWords(isLate, policy) : cancelWords(ticket.status, waiting, isLate, policy);
      const message = [dependentWords(dependents), words.message].filter(Boolean).join(' ');
      if (!(await confirm({ ...words, message, cancelButtonText: 'Keep it', isDangerous: true }))) return;
      const done = await act('cancel', () => changeTicket(ticket.id, 'cancel'));
      if (done !== null) showToast(cancelledWords(ticket.status, isWhole));
    },
  };
}

/** Whether cancelling counts as late at `now` (epoch milliseconds). */
export function isLateBy(
  { cancelUntil }: Pick<ActionSession, 'cancelUntil'>,
  { graceEndsAt = cancelUntil }: Pick<OwnTicket, 'graceEndsAt'>,
  now: number,
): boolean {
  return now > Math.max(Date.parse(cancelUntil), Date.parse(graceEndsAt));
}

function cancelledWords(status: OwnTicket['status'], isWhole: boolean): string {
  if (status === 'waitlisted') return 'You are off the waiting list';
  return isWhole ? 'Your seats in the series are cancelled' : 'Your seat is cancelled';
}

function cancelSeriesWords(isLate: boolean, policy: SignupPolicy) {
  const what = 'Your seats in all sessions of the series that are still to come become free for somebody else.';
  return {
    header: 'Cancel the whole series?',
    message: isLate ? `${lateWords(policy)} ${what}` : what,
    confirmButtonText: 'Cancel all my seats',
  };
}

export function joinedWords({ status, position }: OwnTicket, title: string): string {
  if (status === 'waitlisted') return `You are number ${position ?? 1} on the waiting list for ${title}`;
  return status === 'held' ? `A seat is held for you: ${title}` : `You have a seat: ${title}`;
}

/** What the question before cancelling says. */
export function cancelWords(status: OwnTicket['status'], waiting: number, isLate: boolean, policy = NO_POLICY) {
  if (status === 'waitlisted')
    return {
      header: 'Leave the waiting list?',
      message: 'Your place goes to the next person. If you come back, you wait at the end.',
      confirmButtonText: 'Leave the list',
    };
  const isBlocked = isLate && status !== 'offered' && policy.lateCancelLimit === 1;
  const gone =
    waiting > 0
      ? 'Your seat is offered to the person who has waited longest.'
      : 'Your seat becomes free for somebody else.';
  const back = waiting > 0 ? 'If you come back, you wait at the end.' : 'You can sign up again while there are seats.';
  const next = isBlocked ? gone : `${gone} ${back}`;
  return {
    header: status === 'offered' ? 'Decline the seat?' : 'Cancel your seat?',
    message: isLate && status !== 'offered' ? `${lateWords(policy)} ${next}` : next,
    confirmButtonText: status === 'offered' ? 'Decline' : 'Cancel my seat',
  };
}

/** What a late cancellation means, said before it is made. */
function lateWords(policy: SignupPolicy): string {
  const [limit] = policyWords({ ...policy, noShowLimit: null });
  const passed = 'The deadline to cancel in time has passed';
  return limit === undefined ? `${passed}.` : `${passed}, so this counts as a late cancellation. ${limit}`;
}
