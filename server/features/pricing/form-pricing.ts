import { appliesTo, type Discount } from '../../../domain/payments/discounts.ts';
import type { TaxRate } from '../../../domain/payments/taxes.ts';
import type { Db } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { entitlementsOf, type LimitedDiscount } from './entitlements.ts';
import { taxableLines } from './price-lines.ts';

/** What a form needs to compute a person's price while they fill it in: their discounts for it, without codes and limits, and the tax. */
export async function formPricing(
  services: Needs<'clock' | 'db' | 'model' | 'systemSettings'>,
  userId: number,
  formId: number,
): Promise<{ discounts: Discount[]; rate: TaxRate | null; isTaxIncluded: boolean }> {
  const { db, systemSettings } = services;
  const { discounts, isTaxExempt } = await entitlementsOf(services, db, userId);
  return {
    discounts: discounts.filter((discount) => appliesTo(discount, { category: { formId } })).map(withoutTerms),
    rate: isTaxExempt ? null : await rateOfForm(db, formId),
    isTaxIncluded: systemSettings.value('prices.taxIncluded'),
  };
}

async function rateOfForm(db: Db, formId: number): Promise<TaxRate | null> {
  const [line] = await taxableLines(db, [{ label: '', amountCents: 0, category: { formId } }]);
  return line?.rate ?? null;
}

function withoutTerms(discount: LimitedDiscount): Discount {
  const { id, name, percent, amountCents, scope, formId, storeItemId, eventId, categoryId } = discount;
  return { id, name, percent, amountCents, scope, formId, storeItemId, eventId, categoryId };
}
