import { sessionQueryOf, type SessionFilter } from '../../../domain/sessions/session-filter.ts';
import type { SessionChoices, UpcomingSessions } from '../../../domain/calls/session-types.ts';
import { api } from '../../app/api.ts';

/** The API of domain/ticket-calls.ts. All calls throw ApiError. */
export const ROOT = '/api/events/';

/** The query key is the path of the call, so that data embedded in the document is found by the same query. */
export function query<Answer>(path: string) {
  return { queryKey: [path], queryFn: ({ signal }: { signal: AbortSignal }) => api<Answer>(path, { signal }) };
}

/** A page of the list, or the dates of a calendar in place of those of the filter. */
export function sessionsQuery(filter: SessionFilter, part: { page: number } | { first: string; last: string }) {
  const chosen = 'page' in part ? filter : { ...filter, when: null, from: part.first, to: part.last };
  const search = new URLSearchParams(sessionQueryOf(chosen));
  if ('page' in part) search.set('page', String(part.page));
  return query<UpcomingSessions>(`${ROOT}sessions?${search}`);
}

/** What can be filtered by. */
export const choicesQuery = query<SessionChoices>(`${ROOT}sessions/choices`);

/** The path of the feed of what a filter chooses. */
export function upcomingFeedPath(filter: SessionFilter): string {
  const search = new URLSearchParams(sessionQueryOf(filter)).toString();
  return `${ROOT}sessions/upcoming.ics${search === '' ? '' : `?${search}`}`;
}
