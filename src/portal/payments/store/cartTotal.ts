import type { CartLine, OpenStore, StoreItem, Storefront } from '../../../../domain/calls/store.ts';

export interface PricedLine {
  line: CartLine;
  /** Null: it is not for sale anymore. */
  item: StoreItem | null;
}

/** What is in the cart of one store. */
export function linesOfStore({ id, items }: OpenStore, cart: readonly CartLine[]): PricedLine[] {
  return cart
    .filter(({ storeId }) => storeId === id)
    .map((line) => ({ line, item: items.find((item) => item.id === line.itemId) ?? null }));
}

export function linesTotal(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { line, item }) => sum + (item?.priceCents ?? 0) * line.quantity, 0);
}

export function cartTotal({ stores, cart }: Storefront): number {
  return stores.reduce((sum, store) => sum + linesTotal(linesOfStore(store, cart)), 0);
}
