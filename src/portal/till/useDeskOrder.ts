import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../app/callApi.ts';
import { RetryKey } from '../../app/RetryKey.ts';
import { useCommand } from '../../app/useCommand.ts';
import { customerQuery, itemsQuery } from './customerQuery.ts';

/** Quantities by item, in the order in which the items were scanned. */
export type Basket = ReadonlyMap<number, number>;

/**
 * What is about to be ordered for a customer. It stays while the cashier looks at other steps. An order without an answer is sent again with
 * the same key: the server makes it once.
 */
export function useDeskOrder(customerId: number) {
  const client = useQueryClient();
  const [basket, setBasket] = useState<Basket>(new Map());
  const [keys] = useState(() => new RetryKey());
  const refresh = () => client.invalidateQueries({ queryKey: itemsQuery(customerId).queryKey });
  const { run, isRunning, refusal, reset } = useCommand(async () => {
    const lines = [...basket].map(([itemId, quantity]) => ({ itemId, quantity }));
    const params = { id: customerId };
    const answer = await keys.send(lines, (key) =>
      callApi('POST /api/till/customers/:id/orders', { params, body: { lines }, key }),
    );
    client.setQueryData(customerQuery(customerId).queryKey, answer);
    setBasket(new Map());
    void refresh();
    return answer;
  }, refresh);
  const setQuantity = (itemId: number, quantity: number): void => {
    const after = new Map(basket);
    if (quantity > 0) after.set(itemId, quantity);
    else after.delete(itemId);
    reset();
    setBasket(after);
  };
  return { basket, setQuantity, order: run, isRunning, refusal };
}

export type DeskOrder = ReturnType<typeof useDeskOrder>;
