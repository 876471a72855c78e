import type { QueryClient } from '@tanstack/react-query';
import type { OwnTicket } from '../../../domain/calls/tickets.ts';
import type { PublicSession } from '../../../domain/calls/sessions.ts';
import type { SignUpBody } from '../../../domain/calls/sign-up.ts';
import type { SessionFilter } from '../../../domain/sessions/session-filter.ts';
import { callApi, callPath, callQuery } from '../../app/callApi.ts';

const queryOf = (filter: SessionFilter) => ({ ...filter, q: filter.q || null });

/** A page of the list, or the dates of a calendar in place of those of the filter. */
export function sessionsQuery(filter: SessionFilter, part: { page: number } | { first: string; last: string }) {
  const chosen = 'page' in part ? part : { when: null, from: part.first, to: part.last };
  return callQuery('GET /api/events/sessions', { query: { ...queryOf(filter), ...chosen } });
}

/** The path of the feed of the sessions that match a filter. */
export function upcomingFeedPath(filter: SessionFilter): string {
  return callPath('GET /api/events/sessions/upcoming.ics', { query: queryOf(filter) });
}

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
