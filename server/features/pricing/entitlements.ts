import { sql } from 'kysely';
import {
  isEntitled,
  type Discount,
  type DiscountPerson,
  type DiscountTerms,
} from '../../../domain/payments/discounts.ts';
import { prepared, type Db } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Needs } from '../../services.ts';
import { GROUP_IDS_OF_USER } from '../accounts/held-roles.ts';

export type LimitedDiscount = Discount & DiscountTerms;

export interface Entitlements {
  /** Those that the person can use now. */
  discounts: LimitedDiscount[];
  /** By one of their groups. */
  isTaxExempt: boolean;
}

/** The discounts of a person, their uses included. `among`: only of these. `isTaxed`: whether there are taxes to be exempt from. */
export async function entitlementsOf(
  services: Needs<'clock' | 'model'>,
  db: Db,
  userId: number,
  { among, isTaxed = true }: { among?: readonly number[]; isTaxed?: boolean } = {},
): Promise<Entitlements> {
  const discounts = await activeDiscounts(db, among);
  if (discounts.length === 0 && !isTaxed) return { discounts: [], isTaxExempt: false };
  const { isTaxExempt, ...person } = await discountPersonOf(services, db, userId, discounts);
  return {
    discounts: discounts.filter((discount) => isEntitled(discount, person)),
    isTaxExempt,
  };
}

/** What the terms of these discounts depend on. */
export async function discountPersonOf(
  services: Needs<'clock' | 'model'>,
  db: Db,
  userId: number,
  discounts: readonly DiscountTerms[],
): Promise<DiscountPerson & Pick<Entitlements, 'isTaxExempt'>> {
  const groups = await activeGroupsOfPerson(db, userId);
  const limited = discounts.filter(({ usesTotal, usesPerPerson }) => usesTotal !== null || usesPerPerson !== null);
  return {
    groupIds: groups.map(({ id }) => id),
    isTaxExempt: groups.some(({ taxExempt }) => taxExempt === true),
    today: localDate(services.clock.now(), services.model.site.timezone),
    enteredIds: discounts.some(({ code }) => code !== null) ? await enteredBy(db, userId) : [],
    uses: await discountUses(
      db,
      userId,
      limited.map(({ id }) => id),
    ),
  };
}

async function activeGroupsOfPerson(db: Db, userId: number): Promise<{ id: number; taxExempt: boolean | null }[]> {
  const query = db
    .selectFrom('groups as g')
    .innerJoin('users as u', (join) => join.on(sql<boolean>`${GROUP_IDS_OF_USER} @> to_jsonb(g."id")`))
    .select(['g.id', 'g.taxExempt'])
    .where('u.id', '=', userId)
    .where('g.active', '=', true);
  return prepared(db, query);
}

async function activeDiscounts(db: Db, among: readonly number[] | undefined): Promise<LimitedDiscount[]> {
  const query = db
    .selectFrom('discounts')
    .select(['id', 'name', 'percent', 'amountCents', 'formId', 'storeItemId', 'eventId', 'categoryId'])
    .select(['active', 'groupId', 'startsOn', 'endsOn', 'code', 'usesTotal', 'usesPerPerson'])
    .select(({ fn, val }) => fn.coalesce('scope', val('everything' as const)).as('scope'))
    .where('active', '=', true)
    .orderBy('id');
  return prepared(db, among === undefined ? query : query.where('id', '=', sql<number>`any(${among}::bigint[])`));
}

async function enteredBy(db: Db, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('enteredCodes').select('discountId').where('userId', '=', userId).execute();
  return rows.map(({ discountId }) => discountId);
}

/**
 * A charge uses its discount from its first payment on, also while a card payment is in progress, until all of it is refunded. What is free
 * by its discount uses it, too.
 */
async function discountUses(db: Db, userId: number, ids: readonly number[]): Promise<DiscountPerson['uses']> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('charges as c')
    .select(({ fn }) => ['c.discountId', fn.countAll<number>().as('total')])
    .select(sql<number>`count(*) filter (where c."userId" = ${userId})`.as('own'))
    .where('c.discountId', 'in', ids)
    .where(({ eb, or, and, exists, selectFrom }) =>
      or([
        eb('c.paidCents', '>', 0),
        and([eb('c.state', '=', 'paid'), eb('c.amountCents', '=', 0)]),
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.chargeId', '=', 'c.id')
            .where('p.state', 'in', ['created', 'open']),
        ),
      ]),
    )
    .groupBy('c.discountId')
    .execute();
  return new Map(
    rows.map(({ discountId, total, own }) => [Number(discountId), { total: Number(total), own: Number(own) }]),
  );
}
