import { portionOf } from '../../../domain/requests/fractions.ts';

/** What was booked for tax and discount, and is reversed by a refund. In minor units. */
export interface RefundShare {
  taxCents: number;
  discountCents: number;
}

interface Refunded {
  /** `paidAt`: when all of it was paid. */
  before: { paidCents: number; paidAt: string | null };
  after: { paidCents: number };
  /** Not reversed by earlier refunds of the charge. */
  left: RefundShare;
  /** Of the lines that are refunded. Default: in proportion to the amount. */
  share?: RefundShare | undefined;
}

export const NOTHING: RefundShare = { taxCents: 0, discountCents: 0 };

/** What a refund of a charge reverses. The refund that leaves nothing paid reverses the rest. */
export function reversedShare({ before, after, left, share }: Refunded): RefundShare {
  // Booked when all of the charge was paid.
  if (before.paidAt == null) return NOTHING;
  if (after.paidCents === 0) return left;
  const part = (of: keyof RefundShare): number =>
    share === undefined
      ? left[of] - portionOf(left[of], after.paidCents, before.paidCents)
      : Math.min(share[of], left[of]);
  return { taxCents: part('taxCents'), discountCents: part('discountCents') };
}

/** The share of each part of an amount. They add up to it. */
export function splitShare(share: RefundShare, amounts: readonly number[], whole: number): RefundShare[] {
  let end = 0;
  return amounts.map((amount) => {
    const start = end;
    end += amount;
    const part = (of: keyof RefundShare): number =>
      portionOf(share[of], end, whole) - portionOf(share[of], start, whole);
    return { taxCents: part('taxCents'), discountCents: part('discountCents') };
  });
}

export function subtractShare(from: RefundShare, share: RefundShare): RefundShare {
  return { taxCents: from.taxCents - share.taxCents, discountCents: from.discountCents - share.discountCents };
}
