import type { IssuedCode, KnownCode, OwnTickets } from '../../../../domain/calls/tickets.ts';
import { MOST_ISSUED_CODES } from '../../../../domain/sessions/signup.ts';
import { api } from '../../../app/api.ts';
import { sessionStore } from '../../../app/sessionStore.ts';
import { forgetCode, keepCodes, storedTickets } from './storedTickets.ts';

/** All calls throw ApiError. */

/** Codes of tickets for this browser, which keeps them; those that it has stay as long as they work. */
export async function fetchCodes(ids: readonly number[]): Promise<IssuedCode[]> {
  const { userName } = sessionStore.get();
  const had = storedTickets()?.codes ?? {};
  const requested = ids.slice(0, MOST_ISSUED_CODES).map((id): KnownCode => {
    const code = had[id];
    return code === undefined ? { id } : { id, code };
  });
  const issued = await api<IssuedCode[]>('/api/events/codes', { method: 'POST', json: requested });
  // Someone else may have logged in meanwhile.
  if (sessionStore.get().userName === userName) keepCodes(issued);
  return issued;
}

/** Another code, on this device alone: all that there were stop working. */
export async function renewCode(ticketId: number): Promise<void> {
  await api(`/api/events/tickets/${ticketId}/codes`, { method: 'DELETE' });
  forgetCode(ticketId);
  await fetchCodes([ticketId]);
}

/** Whether someone can show it at the door. */
export function hasCode({ ticket, session }: Pick<OwnTickets['tickets'][number], 'ticket' | 'session'>): boolean {
  const isOver = session.state === 'over' || session.state === 'cancelled';
  return !isOver && ['confirmed', 'attended', 'late'].includes(ticket.status);
}
