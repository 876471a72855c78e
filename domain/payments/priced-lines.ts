import { appliesTo, bestDiscount, type AppliedDiscount, type Discount, type PayableLine } from './discounts.ts';
import { taxOf, type Tax, type TaxedAmount, type TaxRate } from './taxes.ts';

export interface TaxableLine extends PayableLine {
  /** None: not taxed. */
  rate?: TaxRate | null;
}

export interface PricedLine {
  label: string;
  amountCents: number;
  kind: 'item' | 'discount' | 'tax';
  /** Of an item: with its part of the discount and the tax. They add up to the whole amount. */
  totalCents?: number;
  /** Its part of the discount. Positive. */
  discountCents?: number;
  /** Its part of the tax, also where the price contains it. */
  taxCents?: number;
}

/** Amounts in minor units. `amountCents` is the sum of the lines. */
export interface PricedLines {
  lines: PricedLine[];
  amountCents: number;
  /** Also where prices include it: then no line has it. */
  taxCents: number;
  taxes: Tax[];
  /** Positive. */
  discountCents: number;
  discountId: number | null;
  /** Null for an amount. */
  discountPercent: number | null;
  discountReason: string | null;
}

interface Terms {
  /** Those that the person is entitled to. */
  discounts: readonly Discount[];
  /** Whether prices include taxes. */
  isTaxIncluded: boolean;
}

/** Lines with the best discount and their taxes. The server and the form of a request compute it with the same code. */
export function priceLinesOf(lines: readonly TaxableLine[], { discounts, isTaxIncluded }: Terms): PricedLines {
  const best = bestDiscount(lines, discounts);
  const discount = discounts.find(({ id }) => id === best?.discountId);
  const discountShares = discountSharesOf(lines, discount, best);
  const discounted = lines.map(({ amountCents }, at) => amountCents - discountShares[at]!);
  const taxes = taxOf(taxedAmounts(lines, discounted), isTaxIncluded);
  const taxShares = taxSharesOf(lines, discounted, taxes);
  const priced: PricedLine[] = [
    ...lines.map(({ label, amountCents }, at) => ({
      ...{ label, amountCents, kind: 'item' as const },
      totalCents: discounted[at]! + (isTaxIncluded ? 0 : taxShares[at]!),
      discountCents: discountShares[at]!,
      taxCents: taxShares[at]!,
    })),
    ...(best ? [{ label: best.reason, amountCents: -best.amountCents, kind: 'discount' as const }] : []),
    ...(isTaxIncluded ? [] : taxes.map(taxLine)),
  ];
  return {
    lines: priced,
    amountCents: priced.reduce((sum, { amountCents }) => sum + amountCents, 0),
    taxCents: taxes.reduce((sum, { taxCents }) => sum + taxCents, 0),
    taxes,
    discountCents: best?.amountCents ?? 0,
    discountId: best?.discountId ?? null,
    discountPercent: discount?.percent ?? null,
    discountReason: best?.reason ?? null,
  };
}

function taxLine({ name, percent, taxCents }: Tax): PricedLine {
  return { label: `${name}, ${percent}%`, amountCents: taxCents, kind: 'tax' };
}

/** The discount is shared by the lines to which it applies. */
function discountSharesOf(
  lines: readonly TaxableLine[],
  discount: Discount | undefined,
  best: AppliedDiscount | null,
): number[] {
  return sharesOf(
    best?.amountCents ?? 0,
    lines.map((line) => (discount && appliesTo(discount, line) ? Math.max(0, line.amountCents) : 0)),
  );
}

function taxedAmounts(lines: readonly TaxableLine[], discounted: readonly number[]): TaxedAmount[] {
  return lines.flatMap(({ rate, category }, at) => (rate && category ? [{ rate, amountCents: discounted[at]! }] : []));
}

/** The tax of each rate is shared by its lines. */
function taxSharesOf(lines: readonly TaxableLine[], discounted: readonly number[], taxes: readonly Tax[]): number[] {
  const shares = lines.map(() => 0);
  for (const { name, percent, taxCents } of taxes) {
    const isTaxed = ({ rate, category }: TaxableLine) => category && rate?.name === name && rate.percent === percent;
    const weights = lines.map((line, at) => (isTaxed(line) ? Math.max(0, discounted[at]!) : 0));
    for (const [at, share] of sharesOf(taxCents, weights).entries()) shares[at]! += share;
  }
  return shares;
}

/** The amount in proportion to the weights, in whole units; the largest remainders get the rest. */
export function sharesOf(amount: number, weights: readonly number[]): number[] {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  if (total === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((product) => Number(product / total));
  const rest = amount - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((product, at) => ({ at, remainder: product % total }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder < b.remainder ? 1 : -1));
  for (const { at } of byRemainder.slice(0, rest)) shares[at]! += 1;
  return shares;
}
