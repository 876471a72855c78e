import type { ContentPage, LocationCalendar, WeekHours } from '../../domain/content.ts';
import { api } from '../app/api.ts';

/**
 * Queries of what public pages show. A query's key is the path of its call, so that the document can bring the answer along
 * (src/app/documentState.ts) and the same query finds it.
 */
function query<Answer>(path: string) {
  return { queryKey: [path], queryFn: ({ signal }: { signal: AbortSignal }) => api<Answer>(path, { signal }) };
}

export function contentPageQuery(name: string) {
  return query<ContentPage>(`/api/content/page?title=${encodeURIComponent(name)}`);
}

export function weekHoursQuery(locationId: number) {
  return query<WeekHours>(`/api/locations/${locationId}/hours`);
}

export function todayQuery(locationId: number) {
  return query<LocationCalendar>(`/api/ViewScheduling/GetCalendarFor/${locationId}?today=true`);
}
