import type { LocationCalendar } from '../../domain/hours/calendar.ts';
import type { ContentPage, WeekHours } from '../../domain/content/content.ts';
import type { SharedDraft } from '../../domain/content/page-content.ts';
import { readApi } from '../app/api.ts';

/**
 * Queries of public pages. The query key is the path of the call, so that data embedded in the document (src/app/documentState.ts)
 * is found by the same query.
 */
function query<Answer>(path: string) {
  return { queryKey: [path], queryFn: ({ signal }: { signal: AbortSignal }) => readApi<Answer>(path, { signal }) };
}

export function contentPageQuery(name: string) {
  return query<ContentPage>(`/api/content/page?title=${encodeURIComponent(name)}`);
}

export function sharedDraftQuery(link: string) {
  return query<SharedDraft>(`/api/content/draft?link=${encodeURIComponent(link)}`);
}

export function weekHoursQuery(locationId: number) {
  return query<WeekHours>(`/api/locations/${locationId}/hours`);
}

export function todayQuery(locationId: number) {
  return query<LocationCalendar>(`/api/ViewScheduling/GetCalendarFor/${locationId}?today=true`);
}
