import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CartLine, StoreItem, Storefront } from '../../../../domain/calls/store.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { callApi, callQuery } from '../../../app/callApi.ts';
import { toastRefusal } from '../../../app/useCommand.ts';

export const MOST = 10_000;
const WRITES = ['store', 'cart'];
const storefrontQuery = () => callQuery('GET /api/store');

/** The stores and the cart, which is stored by the server: it is the same on all devices. */
export function useStorefront() {
  return useQuery({ ...storefrontQuery(), refetchOnWindowFocus: true });
}

interface Quantity {
  item: Pick<StoreItem, 'id' | 'name'>;
  storeId: number;
  quantity: number;
}

/** Sets how many of an item are in the cart. The page shows it immediately; writes follow one after the other. */
export function useSetQuantity(): (change: Quantity) => void {
  const client = useQueryClient();
  const { queryKey } = storefrontQuery();
  const show = (change: (cart: CartLine[]) => CartLine[]) =>
    client.setQueryData<Storefront>(queryKey, (old) => old && { ...old, cart: change(old.cart) });
  const { mutate } = useMutation({
    mutationKey: WRITES,
    scope: { id: WRITES.join() },
    mutationFn: ({ item, quantity }: Quantity) =>
      callApi('PUT /api/store/cart/:itemId', { params: { itemId: item.id }, body: { quantity } }),
    onMutate: async ({ item, storeId, quantity }) => {
      await client.cancelQueries({ queryKey });
      show((cart) => withQuantity(cart, { itemId: item.id, storeId, name: item.name, quantity }));
    },
    onSuccess: (cart) => {
      // An earlier answer does not have what was changed since.
      if (client.isMutating({ mutationKey: WRITES }) === 1) show(() => cart);
    },
    onError: (failure) => {
      if (failure instanceof ApiError) toastRefusal(failure);
      void client.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}

function withQuantity(cart: readonly CartLine[], line: CartLine): CartLine[] {
  const isThere = cart.some(({ itemId }) => itemId === line.itemId);
  if (line.quantity === 0) return cart.filter(({ itemId }) => itemId !== line.itemId);
  return isThere ? cart.map((other) => (other.itemId === line.itemId ? line : other)) : [...cart, line];
}

/** How many the person can have in the cart: limited by the stock and by what they have bought. */
export function mostOf({ available, limit, bought }: Pick<StoreItem, 'available' | 'limit' | 'bought'>): number {
  return Math.min(available ?? MOST, limit === null ? MOST : Math.max(limit - bought, 0), MOST);
}
