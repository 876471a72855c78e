import { callQuery } from '../../../app/callApi.ts';

/** `token`: the id in the receipt's address. */
export function receiptQuery(endpoint: string, token: string) {
  return callQuery('GET /api/receipt/:endpoint/:token', { params: { endpoint, token } });
}
