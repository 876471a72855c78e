import type { Charge } from '../generated/resources.ts';

/** What can be paid for, as the addresses of payments and receipts name it. */
export type Endpoint = Charge['endpoint'];

/** The page on which it is paid. `key`: of the charge, for people who pay for someone else. */
export function paymentPath(endpoint: Endpoint, id: number, key?: string): string {
  return `/payment/${endpoint}/${id}${key === undefined ? '' : `?key=${encodeURIComponent(key)}`}`;
}
