import type { Endpoint } from '../../../../domain/payments/paths.ts';

/** What is paid, and with which key. */
export interface PayTarget {
  params: { endpoint: Endpoint; id: number };
  key?: string;
}
