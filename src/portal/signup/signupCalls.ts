import type { QueryClient } from '@tanstack/react-query';
import type {
  OwnSession,
  OwnTicket,
  OwnTickets,
  SessionDetails,
  UpcomingSessions,
} from '../../../domain/ticket-calls.ts';
import { api } from '../../app/api.ts';

/** The API of domain/ticket-calls.ts. All calls throw ApiError. */
const ROOT = '/api/events/';

/** The query key is the path of the call, so that data embedded in the document is found by the same query. */
function query<Answer>(path: string) {
  return { queryKey: [path], queryFn: ({ signal }: { signal: AbortSignal }) => api<Answer>(path, { signal }) };
}

/** What the list is filtered by. Ids of the address; null for all. */
export interface SessionFilter {
  eventId: number | null;
  categoryId: number | null;
}

export function sessionsQuery(
  { eventId, categoryId }: SessionFilter,
  part: { page: number } | { first: string; last: string },
) {
  const search = new URLSearchParams();
  if (eventId !== null) search.set('eventId', String(eventId));
  if (categoryId !== null) search.set('categoryId', String(categoryId));
  if ('page' in part) search.set('page', String(part.page));
  else {
    search.set('from', part.first);
    search.set('to', part.last);
  }
  return query<UpcomingSessions>(`${ROOT}sessions?${search}`);
}

export function sessionQuery(id: number) {
  return query<SessionDetails>(`${ROOT}sessions/${id}`);
}

export function ownSessionQuery(id: number) {
  return query<OwnSession>(`${ROOT}sessions/${id}/own`);
}

export function ownTicketsQuery(when: 'upcoming' | 'past', page: number) {
  return query<OwnTickets>(`${ROOT}tickets?when=${when}&page=${page}`);
}

/** The address of a session's calendar file. */
export function sessionFilePath(id: number): string {
  return `${ROOT}sessions/${id}/session.ics`;
}

export function signUp(sessionId: number): Promise<OwnTicket> {
  return api(`${ROOT}instances/${sessionId}/tickets`, { method: 'POST' });
}

export function changeTicket(ticketId: number, change: 'cancel' | 'accept'): Promise<OwnTicket> {
  return api(`${ROOT}tickets/${ticketId}/${change}`, { method: 'POST' });
}

/** A ticket changes the counts of its session and what its owner may do: all that is shown is asked for again. */
export function refreshSessions(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(ROOT) });
}
