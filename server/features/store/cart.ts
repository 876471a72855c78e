import { sql } from 'kysely';
import type { CartLine } from '../../../domain/calls/store.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { prepared, transaction, type Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { ReadServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { soldItems } from './catalog.ts';
import type { Quantity } from './stock.ts';

/** Of a cart. */
const MOST_LINES = 50;

/** In the order in which they were put into the cart. */
export async function readCart(db: Db, userId: number): Promise<CartLine[]> {
  return prepared(
    db,
    db
      .selectFrom('cartItems as c')
      .innerJoin('storeItems as i', 'i.id', 'c.itemId')
      .select(['c.itemId', 'c.quantity', 'i.storeId', 'i.name'])
      .where('c.userId', '=', userId)
      .orderBy('c.id'),
  );
}

/** Zero takes the item out of the cart. Reserves nothing. Returns the cart. */
export async function setQuantity(
  services: ReadServices,
  actor: Actor,
  itemId: number,
  quantity: number,
): Promise<CartLine[]> {
  const userId = requireAccountId(actor);
  if (quantity > 0) {
    const items = await soldItems(services, services.db, actor);
    if (!items.some(({ id }) => id === itemId))
      throw problem(404, 'store.no-item', 'Not found', 'This item is not for sale anymore.');
  }
  return transaction(services.db, async (tx) => {
    if (quantity === 0) await takeOut(tx, userId, [itemId]);
    else await putIn(tx, userId, [{ itemId, quantity }], 'replace');
    const cart = await readCart(tx, userId);
    if (cart.length > MOST_LINES)
      throw problem(409, 'store.cart-full', 'Not possible', `A cart has at most ${MOST_LINES} different items.`);
    return cart;
  });
}

/** `add`: items of an order that was not paid come back to what is there already. */
export async function putIn(db: Db, userId: number, lines: readonly Quantity[], mode: 'replace' | 'add') {
  for (const { itemId, quantity } of lines)
    await sql`insert into "cartItems" ("userId", "itemId", "quantity") values (${userId}, ${itemId}, ${quantity})
      on conflict ("userId", "itemId") do update set "updatedAt" = atrium_now(), "version" = "cartItems"."version" + 1,
        "quantity" = least(10000, excluded."quantity" + case when ${mode} = 'add' then "cartItems"."quantity" else 0 end)`.execute(
      db,
    );
}

export async function takeOut(db: Db, userId: number, itemIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('cartItems')
    .where('userId', '=', userId)
    .where('itemId', '=', sql<number>`any(${[...itemIds]}::bigint[])`)
    .execute();
}
