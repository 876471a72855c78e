import { callQuery } from '../../app/callApi.ts';

export function customerQuery(id: number) {
  return callQuery('GET /api/till/customers/:id', { params: { id } });
}

/** What the customer can buy. */
export function itemsQuery(customerId: number) {
  return callQuery('GET /api/till/customers/:id/items', { params: { id: customerId } });
}
