import type { SessionFilter } from '../../../domain/sessions/session-filter.ts';
import { callPath, callQuery } from '../../app/callApi.ts';

type Part = { page: number } | { limit: number } | { first: string; last: string };

/** A page of the list, its first sessions, or the dates of a calendar in place of those of the filter. */
export function sessionsQuery(filter: SessionFilter, part: Part) {
  const chosen = 'first' in part ? { ...filter, when: null, from: part.first, to: part.last } : { ...filter, ...part };
  return callQuery('GET /api/events/sessions', { query: { ...chosen, q: filter.q || null } });
}

export const choicesQuery = callQuery('GET /api/events/sessions/choices');

export function upcomingFeedPath(filter: SessionFilter): string {
  return callPath('GET /api/events/sessions/upcoming.ics', { query: { ...filter, q: filter.q || null } });
}
