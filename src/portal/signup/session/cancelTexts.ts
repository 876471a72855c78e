import { NO_POLICY, describePolicy, type SignupPolicy } from '../../../../domain/sessions/signup-policy.ts';
import type { RelatedSeat, OwnTicket } from '../../../../domain/calls/tickets.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PublicSession } from '../../../../domain/calls/sessions.ts';
import type { MoneyEffect } from '../../../../domain/calls/payments.ts';
import { callApi } from '../../../app/callApi.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { clock } from '../../../ui/clock.ts';
import { sessionQuery } from './sessionRequests.ts';

export interface ActionSession {
  id: number;
  title: string;
  waiting: number;
  cancelUntil: string;
  series: PublicSession['series'];
}

export type CancelledSession = ActionSession & { policy?: SignupPolicy };

/** What the attendee gets back, which the question states and the cancellation is refused without. */
function cancelEffect({ id, status }: Pick<OwnTicket, 'id' | 'status'>): Promise<MoneyEffect> {
  if (status !== 'confirmed' && status !== 'held') return Promise.resolve({ refundCents: 0, sentences: [] });
  return callApi('GET /api/payment/:endpoint/:id/cancel-effect', { params: { endpoint: 'ticket', id } });
}

interface Canceling {
  client: QueryClient;
  session: ActionSession;
  link: string | null;
}

/** Asks whether to cancel. What the attendee gets back then; undefined: it stays. */
export async function askToCancel(
  { client, session, link }: Canceling,
  ticket: Pick<OwnTicket, 'id' | 'status' | 'graceEndsAt'>,
): Promise<MoneyEffect | undefined> {
  const shown = await currentSession(client, session, link);
  const effect = await cancelEffect(ticket);
  const question = cancelQuestion({ ...session, ...shown }, ticket, effect.sentences);
  return (await confirmModal({ ...question, cancelButtonText: 'Keep it', isDangerous: true })) ? effect : undefined;
}

/** What is asked before a ticket is canceled. `effect`: what follows, in sentences. */
export function cancelQuestion(
  session: CancelledSession,
  ticket: Pick<OwnTicket, 'status' | 'graceEndsAt'>,
  effect: readonly string[] = [],
) {
  const { waiting, policy = NO_POLICY, series } = session;
  const isLate = isLateBy(session, ticket, clock.now());
  const text =
    series?.isBookedAsWhole === true
      ? cancelSeriesText(isLate, policy)
      : cancelText(ticket.status, waiting, isLate, policy);
  return { ...text, message: [text.message, ...effect].join(' ') };
}

/** Whether canceling counts as late at `now` (epoch milliseconds). */
export function isLateBy(
  { cancelUntil }: Pick<ActionSession, 'cancelUntil'>,
  { graceEndsAt = cancelUntil }: Pick<OwnTicket, 'graceEndsAt'>,
  now: number,
): boolean {
  return now > Math.max(Date.parse(cancelUntil), Date.parse(graceEndsAt));
}

function cancelSeriesText(isLate: boolean, policy: SignupPolicy) {
  const what = 'Your seats in all remaining sessions of the series are released.';
  return {
    header: 'Cancel the whole series?',
    message: isLate ? `${lateCancellationText(policy)} ${what}` : what,
    confirmButtonText: 'Cancel all my seats',
  };
}

export function cancelText(status: OwnTicket['status'], waiting: number, isLate: boolean, policy = NO_POLICY) {
  if (status === 'waitlisted')
    return {
      header: 'Leave the waitlist?',
      message: 'Your place goes to the next person. If you rejoin, you start at the end.',
      confirmButtonText: 'Leave the list',
    };
  const isBlocked = isLate && status !== 'offered' && policy.lateCancelLimit === 1;
  const lost = waiting > 0 ? 'Your seat is offered to the next person on the waitlist.' : 'Your seat is released.';
  const back = waiting > 0 ? 'If you rejoin, you start at the end.' : 'You can sign up again while there are seats.';
  const next = isBlocked ? lost : `${lost} ${back}`;
  return {
    header: status === 'offered' ? 'Decline the seat?' : 'Cancel your seat?',
    message: isLate && status !== 'offered' ? `${lateCancellationText(policy)} ${next}` : next,
    confirmButtonText: status === 'offered' ? 'Decline' : 'Cancel my seat',
  };
}

/** What a late cancellation means, said before it is made. */
function lateCancellationText(policy: SignupPolicy): string {
  const [limit] = describePolicy({ ...policy, noShowLimit: null });
  const passed = 'The cancellation deadline has passed';
  return limit === undefined ? `${passed}.` : `${passed}, so this counts as a late cancellation. ${limit}`;
}

/** "Your seat in Resin printing depends on this and will be released." */
export function dependentsText(dependents: readonly RelatedSeat[]): string {
  return dependents.map(({ title }) => `Your seat in ${title} depends on this and will be released.`).join(' ');
}

/** With the current waitlist: the one on screen may be half a minute old. */
function currentSession(client: QueryClient, session: ActionSession, link: string | null): Promise<CancelledSession> {
  return client.fetchQuery({ ...sessionQuery(session.id, link), staleTime: 0 }).catch((): CancelledSession => session);
}

export function cancelledText(status: OwnTicket['status'], { series }: Pick<ActionSession, 'series'>): string {
  if (status === 'waitlisted') return 'You left the waitlist';
  return series?.isBookedAsWhole === true ? 'Your seats in the series are canceled' : 'Your seat is canceled';
}
