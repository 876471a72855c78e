/** Exact fractions. They are not reduced; their size is bounded instead, so that hostile numbers stay cheap. */
export interface Fraction {
  top: bigint;
  /** Positive. */
  bottom: bigint;
}

const LARGEST = 1n << 16_384n;

/** A division by zero, or more digits than a price can need. */
export class NotComputable extends Error {}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d{1,3}))?$/;

/** From the decimal text of a number: 0.1 is exactly one tenth. */
export function fraction(value: number | bigint | string): Fraction {
  const [, sign, whole, decimals = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? [];
  if (whole === undefined) throw new NotComputable();
  const top = BigInt(`${sign}${whole}${decimals}`);
  const scale = Number(exponent) - decimals.length;
  return scale >= 0 ? made(top * 10n ** BigInt(scale), 1n) : made(top, 10n ** BigInt(-scale));
}

export function add(a: Fraction, b: Fraction): Fraction {
  return a.bottom === b.bottom
    ? made(a.top + b.top, a.bottom)
    : made(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}

export function negate({ top, bottom }: Fraction): Fraction {
  return { top: -top, bottom };
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return made(a.top * b.top, a.bottom * b.bottom);
}

export function divide(a: Fraction, b: Fraction): Fraction {
  if (b.top === 0n) throw new NotComputable();
  return b.top > 0n ? made(a.top * b.bottom, a.bottom * b.top) : made(-a.top * b.bottom, -a.bottom * b.top);
}

/** Negative, zero or positive, as a is less than, equal to or greater than b. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.top * b.bottom - b.top * a.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function floor({ top, bottom }: Fraction): bigint {
  const quotient = top / bottom;
  return top % bottom < 0n ? quotient - 1n : quotient;
}

/** Half-up: 0.5 becomes 1, and -0.5 becomes 0. */
export function round({ top, bottom }: Fraction): bigint {
  return floor({ top: 2n * top + bottom, bottom: 2n * bottom });
}

/** Exact, rounded half-up. `percent` has few decimals: its decimal text is exact. */
export function percentOf(percent: number, cents: number): number {
  return Number(round(divide(multiply(fraction(percent), fraction(cents)), fraction(100))));
}

/** `total` × `part` / `whole`, exact, rounded half-up. */
export function portionOf(total: number, part: number, whole: number): number {
  return Number(round(divide(multiply(fraction(total), fraction(part)), fraction(whole))));
}

function made(top: bigint, bottom: bigint): Fraction {
  if (top > LARGEST || top < -LARGEST || bottom > LARGEST) throw new NotComputable();
  return { top, bottom };
}
