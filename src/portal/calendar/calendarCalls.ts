import type { CalendarCounts, LocationCalendar } from '../../../domain/hours/calendar.ts';
import { api } from '../../app/api.ts';

/** The query key is the path of the call, so that data embedded in the document is found by the same query. */
function query<Answer>(path: string) {
  return { queryKey: [path], queryFn: ({ signal }: { signal: AbortSignal }) => api<Answer>(path, { signal }) };
}

export interface Range {
  first: string;
  last: string;
}

export function placeCalendarQuery(id: number, { first, last }: Range) {
  return query<LocationCalendar>(`/api/ViewScheduling/GetCalendarFor/${id}?from=${first}&to=${last}`);
}

export function calendarCountsQuery(id: number, { first, last }: Range) {
  return query<CalendarCounts>(`/api/ViewScheduling/GetCalendarCounts/${id}?from=${first}&to=${last}`);
}

/** A place as the choice of places lists it. */
export interface ListedPlace {
  id: number;
  displayName: string;
  buildingCode: string;
  room: string;
}

const PLACES = new URLSearchParams({ range: '[0,199]', sort: '["displayName","ASC"]' }).toString();

export const placesQuery = query<ListedPlace[]>(`/api/locations?${PLACES}`);

/** The address of a place's feed, for programs that subscribe to calendars. */
export function feedPath(id: number): string {
  return `/api/ViewScheduling/Feed/${id}.ics`;
}
