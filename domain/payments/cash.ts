import { parseAmount } from '../values/money.ts';

/** Values of coins and bills in cents, ascending: of "0.25, 1, 5" they are 25, 100 and 500. */
export function parseDenominations(text: string): number[] {
  const values = text.split(',').flatMap((part) => parseAmount(part.trim()) ?? []);
  return [...new Set(values)].filter((cents) => cents > 0).toSorted((a, b) => a - b);
}

/** Amounts that customers probably give for a total: the next multiples of bills above it, ascending. At most four. */
export function likelyTenders(totalCents: number, denominations: readonly number[]): number[] {
  const bills = denominations.filter((cents) => cents >= SMALLEST_BILL);
  const rounded = bills.map((bill) => Math.ceil(totalCents / bill) * bill).filter((cents) => cents > totalCents);
  return [...new Set(rounded)].toSorted((a, b) => a - b).slice(0, MOST_TENDERS);
}

/** Of a drawer: the sum of its coins and bills, by value in cents. */
export function countedCents(quantities: ReadonlyMap<number, number>): number {
  return [...quantities].reduce((sum, [cents, quantity]) => sum + cents * quantity, 0);
}

/** Smaller values are coins. */
const SMALLEST_BILL = 100;
const MOST_TENDERS = 4;
