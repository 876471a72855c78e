import { api } from '../../app/api.ts';
import { callQuery } from '../../app/callApi.ts';

export interface Range {
  first: string;
  last: string;
}

export function placeCalendarQuery(id: number, { first, last }: Range) {
  return callQuery('GET /api/ViewScheduling/GetCalendarFor/:id', { params: { id }, query: { from: first, to: last } });
}

export function calendarCountsQuery(id: number, { first, last }: Range) {
  return callQuery('GET /api/ViewScheduling/GetCalendarCounts/:id', {
    params: { id },
    query: { from: first, to: last },
  });
}

export interface ListedPlace {
  id: number;
  displayName: string;
  buildingCode: string;
  room: string;
}

const PLACES = `/api/locations?${new URLSearchParams({ range: '[0,199]', sort: '["displayName","ASC"]' })}`;

/** The query key is the path, so that data embedded in the document is found by the same query. */
export const placesQuery = {
  queryKey: [PLACES],
  queryFn: ({ signal }: { signal: AbortSignal }) => api<ListedPlace[]>(PLACES, { signal }),
};

export function feedPath(id: number): string {
  return `/api/ViewScheduling/Feed/${id}.ics`;
}
