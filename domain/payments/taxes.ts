import { add, divide, fraction, multiply, round } from '../requests/fractions.ts';

export interface TaxRate {
  name: string;
  /** With at most three decimals. */
  percent: number;
}

/** Lines of one rate, after discount. */
export interface TaxedAmount {
  rate: TaxRate;
  amountCents: number;
}

export interface Tax extends TaxRate {
  taxCents: number;
}

/**
 * The tax on amounts, in minor units. Amounts of one rate are added up first; the tax on their sum is rounded once, half-up. `isIncluded`:
 * the amounts already contain it. Negative sums have no tax.
 */
export function taxOf(amounts: readonly TaxedAmount[], isIncluded: boolean): Tax[] {
  const sums = new Map<string, TaxedAmount>();
  for (const { rate, amountCents } of amounts) {
    const key = `${rate.percent} ${rate.name}`;
    sums.set(key, { rate, amountCents: amountCents + (sums.get(key)?.amountCents ?? 0) });
  }
  return [...sums.values()].flatMap(({ rate, amountCents: sum }) => {
    const taxCents = sum > 0 ? taxOnSum(rate.percent, sum, isIncluded) : 0;
    return taxCents > 0 ? [{ ...rate, taxCents }] : [];
  });
}

function taxOnSum(percent: number, sum: number, isIncluded: boolean): number {
  const rate = fraction(percent);
  const whole = isIncluded ? add(fraction(100), rate) : fraction(100);
  return Number(round(divide(multiply(fraction(sum), rate), whole)));
}
