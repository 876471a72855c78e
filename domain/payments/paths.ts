import type { Charge } from '../generated/resources.ts';

/** What can be paid for, as the addresses of payments and receipts name it. */
export type Endpoint = Charge['endpoint'];

/** Characters of `from`. */
export const FROM_LENGTH = 500;

interface PageQuery {
  /** Of the charge, for people who pay for someone else. */
  key?: string | undefined;
  /** The page of this site to return to. */
  from?: string | null | undefined;
}

/** The page on which it is paid. */
export function paymentPath(endpoint: Endpoint, id: number, { key, from }: PageQuery = {}): string {
  const query = Object.entries({ key, from }).flatMap(([name, value]) =>
    value == null ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return [`/payment/${endpoint}/${id}`, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}
