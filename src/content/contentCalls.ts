import { callQuery } from '../app/callApi.ts';

export function contentPageQuery(title: string) {
  return callQuery('GET /api/content/page', { query: { title } });
}

export function sharedDraftQuery(link: string) {
  return callQuery('GET /api/content/draft', { query: { link } });
}

export function weekHoursQuery(id: number) {
  return callQuery('GET /api/locations/:id/hours', { params: { id } });
}

export function todayQuery(id: number) {
  return callQuery('GET /api/ViewScheduling/GetCalendarFor/:id', { params: { id }, query: { today: 'true' } });
}
