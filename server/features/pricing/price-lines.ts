import { sql } from 'kysely';
import type { Discount, LineCategory, PayableLine } from '../../../domain/payments/discounts.ts';
import { priceLinesOf, type PricedLines, type TaxableLine } from '../../../domain/payments/priced-lines.ts';
import type { TaxRate } from '../../../domain/payments/taxes.ts';
import { PREPARED, type Db, type Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { entitlementsOf, type Entitlements } from './entitlements.ts';

type PriceServices = Needs<'clock' | 'engine' | 'model' | 'systemSettings'>;

interface Owed {
  /** Who owes it: their groups, codes and uses count, not those of the payer. */
  ownerId: number;
  lines: readonly PayableLine[];
  /** The only one that applies: that of what was paid for the same thing before. Null: none. Default: the best one of the person. */
  storedDiscount?: StoredDiscount | null;
}

/** A discount as it was when it was stored with a payment. */
export type StoredDiscount = Omit<Discount, 'id'>;

/** The lines with discount and taxes, for show: the last use of a discount can be taken by someone else in the meantime. */
export async function previewLines(
  services: PriceServices,
  db: Db,
  { ownerId, lines, storedDiscount }: Owed,
): Promise<PricedLines> {
  const { taxable, entitlements } = await priceFacts(services, db, { ownerId, lines });
  if (storedDiscount !== undefined) return pricedAsBefore(services, entitlements, taxable, storedDiscount);
  return priced(services, entitlements, taxable);
}

/**
 * The lines with discount and taxes, for a charge that is paid in this transaction. A discount with a number of uses is locked and counted
 * again, so that no two people get its last use. Locks come after those of charges.
 */
export async function priceLines(
  tx: Tx,
  services: PriceServices,
  { ownerId, lines, storedDiscount }: Owed,
): Promise<PricedLines> {
  const { taxable, entitlements } = await priceFacts(services, tx, { ownerId, lines });
  if (storedDiscount !== undefined) return pricedAsBefore(services, entitlements, taxable, storedDiscount);
  for (;;) {
    const result = priced(services, entitlements, taxable);
    const discount = entitlements.discounts.find(({ id }) => id === result.discountId);
    if (!discount || (discount.usesTotal === null && discount.usesPerPerson === null)) return result;
    await services.engine.lock(tx, 'discounts', [discount.id]);
    const [current] = (await entitlementsOf(services, tx, ownerId, { among: [discount.id] })).discounts;
    if (current) return result;
    entitlements.discounts = entitlements.discounts.filter(({ id }) => id !== discount.id);
  }
}

async function priceFacts(services: PriceServices, db: Db, { ownerId, lines }: Owed) {
  const taxable = await taxableLines(db, lines);
  const isTaxed = taxable.some(({ rate }) => rate);
  return { taxable, entitlements: await entitlementsOf(services, db, ownerId, { isTaxed }) };
}

function pricedAsBefore(
  services: PriceServices,
  { isTaxExempt }: Entitlements,
  lines: readonly TaxableLine[],
  discount: StoredDiscount | null,
): PricedLines {
  const discounts = discount === null ? [] : [{ ...discount, id: 0 }];
  // The first payment of the thing has used the discount.
  return { ...priced(services, { discounts, isTaxExempt }, lines), discountId: null };
}

function priced(
  { systemSettings }: PriceServices,
  { discounts, isTaxExempt }: { discounts: readonly Discount[]; isTaxExempt: boolean },
  lines: readonly TaxableLine[],
): PricedLines {
  const taxed = isTaxExempt ? lines.map((line) => ({ ...line, rate: null })) : lines;
  return priceLinesOf(taxed, { discounts, isTaxIncluded: systemSettings.value('prices.taxIncluded') });
}

/** The lines with their tax rates and the categories of their events. */
export async function taxableLines(db: Db, lines: readonly PayableLine[]): Promise<TaxableLine[]> {
  const known = new Map<string, Promise<Pick<TaxableLine, 'rate' | 'category'>>>();
  const taxable: TaxableLine[] = [];
  for (const line of lines) {
    const { category } = line;
    if (!category) {
      taxable.push(line);
      continue;
    }
    const key = JSON.stringify(category);
    const facts = known.get(key) ?? categoryFacts(db, category);
    known.set(key, facts);
    taxable.push({ ...line, ...(await facts) });
  }
  return taxable;
}

async function categoryFacts(
  db: Db,
  category: LineCategory,
): Promise<{ rate: TaxRate | null; category: LineCategory }> {
  const { eventId } = category;
  const categoryIds = eventId === undefined ? [] : await categoriesOfEvent(db, eventId);
  return { rate: await rateOf(db, category), category: { ...category, categoryIds } };
}

async function rateOf(db: Db, { formId, eventId, storeItemId }: LineCategory): Promise<TaxRate | null> {
  const [table, id]: [string, number | undefined] =
    formId !== undefined
      ? ['forms', formId]
      : eventId !== undefined
        ? ['events', eventId]
        : ['storeItems', storeItemId];
  const { rows } = await sql<TaxRate>`${PREPARED}select r."name", r."percent" from "taxRates" r
    join ${sql.table(table)} x on x."taxRateId" = r."id" where x."id" = ${id ?? 0} and r."active"`.execute(db);
  return rows[0] ?? null;
}

/** Of the event: its category and those above it. */
async function categoriesOfEvent(db: Db, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${PREPARED}with recursive above as (
      select c."id", c."parentId" from "categories" c join "events" e on e."categoryId" = c."id" where e."id" = ${eventId}
      union select c."id", c."parentId" from "categories" c join above a on a."parentId" = c."id"
    ) select "id" from above`.execute(db);
  return rows.map(({ id }) => Number(id));
}
