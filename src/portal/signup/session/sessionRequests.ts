import type { QueryClient } from '@tanstack/react-query';
import type { OwnTicket } from '../../../../domain/calls/tickets.ts';
import type { PublicSession } from '../../../../domain/calls/sessions.ts';
import type { SignUpBody } from '../../../../domain/calls/sign-up.ts';
import { callApi, callQuery } from '../../../app/callApi.ts';

/** `link` opens a private session; null without one. */
export function ofSession(id: number, link: string | null = null) {
  return { params: { id }, query: { link } };
}

export function sessionQuery(id: number, link: string | null = null) {
  return callQuery('GET /api/events/sessions/:id', ofSession(id, link));
}

/** A ticket for the session, and for all others of its series where that is booked as a whole. */
export function signUp(
  { id, series }: Pick<PublicSession, 'id' | 'series'>,
  link: string | null = null,
  body: SignUpBody | null = null,
): Promise<OwnTicket> {
  const { params, query } = ofSession(id, link);
  const whole = series?.isBookedAsWhole === true ? 'true' : undefined;
  return callApi('POST /api/events/instances/:id/tickets', { params, query: { ...query, whole }, body });
}

/** A ticket changes the counts of its session and what its owner may do, so everything shown is refetched. */
export function refreshSessions(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/events/') });
}
