import { callQuery } from '../../app/callApi.ts';

export function centerViewQuery(id: number | string) {
  return callQuery('GET /api/centers/:id/view', { params: { id } });
}
