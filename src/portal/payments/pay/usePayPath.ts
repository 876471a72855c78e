import { createPath, useLocation } from 'react-router-dom';
import { FROM_LENGTH, paymentPath, type Endpoint } from '../../../../domain/payments/paths.ts';

/** The page on which something is paid, from which people return to the current page. */
export function usePayPath(): (endpoint: Endpoint, id: number) => string {
  const from = createPath(useLocation());
  return (endpoint, id) => paymentPath(endpoint, id, from.length > FROM_LENGTH ? {} : { from });
}
