import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reversedShare, splitShare, subtractShare } from '../../server/features/payments/refund-share.ts';

const cents = fc.integer({ min: 0, max: 1_000_000_000 });
const paidAt = '2026-11-27T10:00:00.000Z';

describe('what refunds reverse', () => {
  it('adds up to all tax and discount, in any parts, within what is left', () => {
    const refund = fc.record({
      part: fc.integer({ min: 1, max: 1000 }),
      share: fc.option(fc.record({ taxCents: cents, discountCents: cents })),
    });
    fc.assert(
      fc.property(cents, cents, cents, fc.array(refund), (amountCents, taxCents, discountCents, refunds) => {
        let paidCents = amountCents;
        let left = { taxCents, discountCents };
        const steps = [...refunds, { part: 1000, share: null }];
        for (const { part, share } of steps) {
          const after = { paidCents: paidCents - Math.ceil((paidCents * part) / 1000) };
          const reversed = reversedShare({ before: { paidCents, paidAt }, after, left, share: share ?? undefined });
          for (const of of ['taxCents', 'discountCents'] as const) {
            expect(Number.isSafeInteger(reversed[of])).toBe(true);
            expect(reversed[of]).toBeGreaterThanOrEqual(0);
            expect(reversed[of]).toBeLessThanOrEqual(left[of]);
          }
          left = subtractShare(left, reversed);
          ({ paidCents } = after);
        }
        expect(left).toEqual({ taxCents: 0, discountCents: 0 });
      }),
    );
  });

  it('is nothing while the charge was never fully paid', () => {
    const left = { taxCents: 80, discountCents: 0 };
    const after = { paidCents: 0 };
    expect(reversedShare({ before: { paidCents: 500, paidAt: null }, after, left })).toEqual({
      ...{ taxCents: 0, discountCents: 0 },
    });
  });

  it('is shared by the payments that are refunded', () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 }),
        (taxCents, discountCents, amounts) => {
          const whole = amounts.reduce((sum, amount) => sum + amount, 0);
          const shares = splitShare({ taxCents, discountCents }, amounts, whole);
          expect(shares.reduce((left, share) => subtractShare(left, share), { taxCents, discountCents })).toEqual({
            ...{ taxCents: 0, discountCents: 0 },
          });
          for (const share of shares) expect(Math.min(share.taxCents, share.discountCents)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
