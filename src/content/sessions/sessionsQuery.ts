import type { SessionFilter } from '../../../domain/sessions/session-filter.ts';
import { callPath, callQuery } from '../../app/callApi.ts';

const filterQuery = (filter: SessionFilter) => ({ ...filter, q: filter.q || null });

/** A page of the list, its first sessions, or the dates of a calendar in place of those of the filter. */
export function sessionsQuery(
  filter: SessionFilter,
  part: { page: number } | { limit: number } | { first: string; last: string },
) {
  const chosen = 'first' in part ? { when: null, from: part.first, to: part.last } : part;
  return callQuery('GET /api/events/sessions', { query: { ...filterQuery(filter), ...chosen } });
}

/** The path of the feed of the sessions that match a filter. */
export function upcomingFeedPath(filter: SessionFilter): string {
  return callPath('GET /api/events/sessions/upcoming.ics', { query: filterQuery(filter) });
}
