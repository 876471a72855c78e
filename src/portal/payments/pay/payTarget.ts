import type { Endpoint } from '../../../../domain/payments/paths.ts';
import type { WayBack } from './wayBack.ts';

/** What is paid, and with which key. */
export interface PayTarget {
  params: { endpoint: Endpoint; id: number };
  key?: string;
  /** The page to return to after the payment; none for people who pay for someone else. */
  back?: WayBack;
}
