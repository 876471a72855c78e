import { sql } from 'kysely';
import type { Rows } from '../../../domain/generated/tables.ts';
import { PREPARED, type Tx } from '../../platform/database.ts';
import { insertRecords } from '../../platform/insert-records.ts';
import { noteLockedRows } from '../../platform/locks.ts';
import { problem } from '../../platform/problem.ts';

export interface Quantity {
  itemId: number;
  quantity: number;
}

export interface StockCause {
  kind: Rows['stockMovements']['kind'];
  reason: string | null;
  orderId?: number;
  byId: number | null;
}

/** The stock of an item before and after a change. */
export interface StockChange {
  itemId: number;
  before: number;
  after: number;
}

export interface LockedItem {
  id: number;
  name: string;
  /** Null: unlimited. */
  stock: number | null;
  reserved: number;
}

/** Locks the items by id, so that two orders with the same items never wait for each other. */
export async function lockItems(tx: Tx, ids: readonly number[]): Promise<Map<number, LockedItem>> {
  const sorted = [...new Set(ids)].toSorted((a, b) => a - b);
  noteLockedRows(tx, 'storeItems', sorted);
  const { rows } = await sql<LockedItem>`${PREPARED}
    select "id", "name", "stock", "reserved" from "storeItems" where "id" = any(${sorted}::bigint[])
    order by "id" for no key update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** One line for each item. */
export function mergeLines(lines: readonly Quantity[]): Quantity[] {
  const merged = new Map<number, number>();
  for (const { itemId, quantity } of lines) merged.set(itemId, (merged.get(itemId) ?? 0) + quantity);
  return [...merged].map(([itemId, quantity]) => ({ itemId, quantity })).toSorted((a, b) => a.itemId - b.itemId);
}

/**
 * Reserves stock for an order that is not paid yet, and returns what is reserved of each item: nothing of those with unlimited stock.
 * 409 `store.sold-out` where less is left, which ends the transaction.
 */
export async function reserve(tx: Tx, lines: readonly Quantity[]): Promise<Map<number, number>> {
  const wanted = mergeLines(lines);
  const items = await lockItems(tx, idsOf(wanted));
  const counted = wanted.filter(({ itemId }) => items.get(itemId)?.stock != null);
  const { rows } = await sql<{ id: number }>`${PREPARED}
    update "storeItems" i set "reserved" = i."reserved" + given.quantity
    from unnest(${idsOf(counted)}::bigint[], ${quantitiesOf(counted)}::bigint[]) as given (id, quantity)
    where i."id" = given.id and i."stock" - i."reserved" >= given.quantity returning i."id"`.execute(tx);
  const reserved = new Set(rows.map(({ id }) => id));
  const short = counted.filter(({ itemId }) => !reserved.has(itemId));
  if (short.length > 0)
    throw soldOut(
      short.flatMap(({ itemId }) => {
        const item = items.get(itemId);
        return item ? [{ name: item.name, left: Math.max((item.stock ?? 0) - item.reserved, 0) }] : [];
      }),
    );
  return new Map(wanted.map(({ itemId, quantity }) => [itemId, reserved.has(itemId) ? quantity : 0]));
}

export function soldOut(items: readonly { name: string; left: number }[]) {
  const texts = items.map(({ name, left }) => (left === 0 ? `${name} is sold out.` : `Only ${left} of ${name} left.`));
  return problem(409, 'store.sold-out', 'Not enough in stock', texts.join(' '));
}

/** Gives back what an order had reserved. */
export async function release(tx: Tx, reserved: readonly Quantity[]): Promise<void> {
  const given = mergeLines(reserved).filter(({ quantity }) => quantity > 0);
  if (given.length === 0) return;
  await lockItems(tx, idsOf(given));
  await sql`${PREPARED}
    update "storeItems" i set "reserved" = i."reserved" - given.quantity
    from unnest(${idsOf(given)}::bigint[], ${quantitiesOf(given)}::bigint[]) as given (id, quantity)
    where i."id" = given.id`.execute(tx);
}

/** What was reserved is sold: it leaves the stock. */
export async function consume(tx: Tx, reserved: readonly Quantity[], cause: StockCause): Promise<StockChange[]> {
  const sold = mergeLines(reserved).filter(({ quantity }) => quantity > 0);
  return moveStock(
    tx,
    sold.map(({ itemId, quantity }) => ({ itemId, quantity: -quantity })),
    cause,
    'reserved',
  );
}

/**
 * The only function that changes a stock: each change has a movement. An item with unlimited stock has a counted one from then on. 409
 * where less would be left than is reserved. `from`: what is sold was `reserved` before.
 */
export async function moveStock(
  tx: Tx,
  changes: readonly Quantity[],
  cause: StockCause,
  from: 'stock' | 'reserved' = 'stock',
): Promise<StockChange[]> {
  const moved = mergeLines(changes);
  if (moved.length === 0) return [];
  const items = await lockItems(tx, idsOf(moved));
  const done = moved.map(({ itemId, quantity }): StockChange => {
    const item = items.get(itemId);
    if (item === undefined) throw new Error(`There is no item ${itemId}.`);
    const before = item.stock ?? 0;
    const after = before + quantity;
    if (from === 'stock' && after < item.reserved) throw tooFew(item, after);
    return { itemId, before, after };
  });
  await sql`${PREPARED}
    update "storeItems" i set "stock" = coalesce(i."stock", 0) + given.quantity,
      "reserved" = i."reserved" + case when ${from} = 'reserved' then given.quantity else 0 end
    from unnest(${idsOf(moved)}::bigint[], ${quantitiesOf(moved)}::bigint[]) as given (id, quantity)
    where i."id" = given.id`.execute(tx);
  await writeMovements(tx, done, cause);
  return done;
}

function tooFew({ name, reserved }: LockedItem, after: number) {
  const detail =
    after < 0
      ? `The stock of ${name} is lower than this.`
      : `${reserved} of ${name} are reserved for orders that are being paid. Try again later.`;
  return problem(409, 'store.reserved', 'Not possible', detail);
}

/** Of changes that are stored already. */
export async function writeMovements(
  tx: Tx,
  changes: readonly StockChange[],
  { kind, reason, orderId, byId }: StockCause,
): Promise<void> {
  const records = changes.map(({ itemId, before, after }) => ({
    itemId,
    quantity: after - before,
    stockAfter: after,
    kind,
    reason,
    orderId: orderId ?? null,
    byId,
  }));
  await insertRecords(tx, 'stockMovements', records, { stamped: { at: 'atrium_now()' } });
}

function idsOf(lines: readonly Quantity[]): number[] {
  return lines.map(({ itemId }) => itemId);
}

function quantitiesOf(lines: readonly Quantity[]): number[] {
  return lines.map(({ quantity }) => quantity);
}
