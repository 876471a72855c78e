import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { prepared, type Db } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';

type GroupLimit = { groupId: number; quantity: number };

/** An item that the person can buy. */
export interface SoldItem {
  id: number;
  storeId: number;
  name: string;
  sku: string;
  barcode: string | null;
  description: string | null;
  image: string | null;
  imageAlt: string | null;
  /** Of today. */
  priceCents: number;
  /** What can still be ordered; null: unlimited. */
  available: number | null;
  /** The most that this person can buy; null: no limit. */
  limit: number | null;
  /** What this person has bought of it, or is about to pay for. */
  bought: number;
}

/** The items that the person can see, of all stores or of one, by name. */
export async function soldItems(
  services: Needs<'clock' | 'model'>,
  db: Db,
  actor: Actor,
  storeId?: number,
): Promise<SoldItem[]> {
  const today = localDate(services.clock.now(), services.model.site.timezone);
  const rows = await prepared(
    db,
    db
      .selectFrom('storeItems as i')
      .innerJoin('stores as s', 's.id', 'i.storeId')
      .select([
        'i.id',
        'i.storeId',
        'i.name',
        'i.sku',
        'i.barcode',
        'i.description',
        'i.image',
        'i.imageAlt',
        'i.stock',
        'i.reserved',
      ])
      .select(['i.perUserLimit', 'i.groupLimits', 'i.groupIds'])
      .select(priceOn(today).as('priceCents'))
      .where('i.active', '=', true)
      .where('i.deletedAt', 'is', null)
      .where('s.active', '=', true)
      .where(sql<boolean>`i."storeId" = coalesce(${storeId ?? null}::bigint, i."storeId")`)
      .orderBy('i.name')
      .orderBy('i.id'),
  );
  const visible = rows.filter(({ groupIds }) => isVisible(groupIds, actor.groupIds));
  const bought = await boughtBy(db, requireAccountId(actor));
  return visible.map(({ stock, reserved, perUserLimit, groupLimits, groupIds: _, ...item }) => ({
    ...item,
    priceCents: Number(item.priceCents),
    available: stock === null ? null : Math.max(stock - reserved, 0),
    limit: limitFor(perUserLimit, groupLimits as GroupLimit[] | null, actor.groupIds),
    bought: bought.get(item.id) ?? 0,
  }));
}

/** A price change applies from its day on, also before the job has written it into the item. */
function priceOn(today: string) {
  return sql<number>`coalesce((
    select p."priceCents" from "storePrices" p
    where p."itemId" = i."id" and p."appliedAt" is null and p."startsOn" <= ${today}::date
    order by p."startsOn" desc limit 1), i."priceCents")`;
}

function isVisible(groupIds: number[] | null, held: readonly number[]): boolean {
  return groupIds === null || groupIds.length === 0 || groupIds.some((id) => held.includes(id));
}

function limitFor(
  perUserLimit: number | null,
  groupLimits: readonly GroupLimit[] | null,
  held: readonly number[],
): number | null {
  const own = (groupLimits ?? []).filter(({ groupId }) => held.includes(groupId)).map(({ quantity }) => quantity);
  return own.length > 0 ? Math.max(...own) : perUserLimit;
}

/** By item, over all orders that are not canceled or expired, without what was taken back. */
async function boughtBy(db: Db, userId: number): Promise<Map<number, number>> {
  const rows = await prepared(
    db,
    db
      .selectFrom('orderLines as l')
      .innerJoin('orders as o', 'o.id', 'l.orderId')
      .select('l.itemId')
      .select(sql<number>`sum(l."quantity" - l."returned")::int`.as('quantity'))
      .where('o.userId', '=', userId)
      .where('o.state', 'not in', ['canceled', 'expired'])
      .groupBy('l.itemId'),
  );
  return new Map(rows.map(({ itemId, quantity }) => [itemId, quantity]));
}

/** How many more of it the person can order now; null: as many as they want. */
export function orderable({ available, limit, bought }: Pick<SoldItem, 'available' | 'limit' | 'bought'>) {
  const bounds = [available, limit === null ? null : Math.max(limit - bought, 0)].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : Math.min(...bounds);
}
