import { callQuery } from '../../app/callApi.ts';

export function customerQuery(id: number) {
  return callQuery('GET /api/till/customers/:id', { params: { id } });
}
