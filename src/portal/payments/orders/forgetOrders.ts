import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../app/callApi.ts';

/** What is shown of orders, stock and cart is read again. */
export async function forgetOrders(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: callQuery('GET /api/store').queryKey }),
    client.invalidateQueries({ queryKey: callQuery('GET /api/store/orders').queryKey }),
  ]);
}
