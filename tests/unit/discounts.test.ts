import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appliesTo,
  bestDiscount,
  isEntitled,
  normalizeCode,
  type Discount,
  type DiscountPerson,
  type DiscountTerms,
} from '../../domain/payments/discounts.ts';
import { percentOf } from '../../domain/requests/fractions.ts';
import { priceLinesOf, sharesOf, type TaxableLine } from '../../domain/payments/priced-lines.ts';
import { taxOf } from '../../domain/payments/taxes.ts';

const ANY: Discount = {
  id: 1,
  name: 'Students',
  percent: null,
  amountCents: null,
  scope: 'everything',
  formId: null,
  storeItemId: null,
  eventId: null,
  categoryId: null,
};
const poster = (amountCents: number) => ({ label: 'Poster', amountCents, category: { formId: 7 } });

const percents = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000);
const discounts = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 20 }),
    value: fc.oneof(
      percents.map((percent) => ({ percent, amountCents: null })),
      fc.integer({ min: 1, max: 5_000_000 }).map((amountCents) => ({ percent: null, amountCents })),
    ),
    formId: fc.constantFrom(null, 7, 8),
  }),
  { maxLength: 6 },
);
const lines = fc.array(
  fc.record({
    label: fc.constant('Line'),
    amountCents: fc.integer({ min: -1_000, max: 1_000_000 }),
    category: fc.constantFrom({ formId: 7 }, { formId: 8 }, undefined),
    rate: fc.constantFrom(null, { name: 'Sales tax', percent: 8.81 }, { name: 'City', percent: 0.125 }),
  }),
  { minLength: 1, maxLength: 8 },
);
const made = (given: { id: number; value: object; formId: number | null }[]): Discount[] =>
  given.map(({ id, value, formId }, at) => ({ ...ANY, id: id * 10 + at, ...value, formId }));
const sum = (values: readonly { amountCents: number }[]) => values.reduce((total, one) => total + one.amountCents, 0);

describe('the best discount', () => {
  it('takes a percentage of the price, rounded half-up once', () => {
    const percent = { ...ANY, percent: 20 };
    expect(bestDiscount([poster(4200)], [percent])).toEqual({
      discountId: 1,
      amountCents: 840,
      reason: 'Students, 20% off',
    });
    expect(bestDiscount([poster(3), poster(2)], [{ ...ANY, percent: 50 }])?.amountCents).toBe(3);
    expect(percentOf(0.1, 500)).toBe(1);
    expect(percentOf(0.1, 499)).toBe(0);
  });

  it('is at most the price', () => {
    expect(bestDiscount([poster(300)], [{ ...ANY, amountCents: 500 }])?.amountCents).toBe(300);
    const rebate = { label: 'Rebate', amountCents: -250, category: { formId: 8 } };
    expect(bestDiscount([poster(300), rebate], [{ ...ANY, amountCents: 500, formId: 7 }])?.amountCents).toBe(50);
  });

  it('is the one that saves the most, and of equal ones the oldest', () => {
    const [five, half, same] = [
      { ...ANY, amountCents: 500 },
      { ...ANY, id: 2, percent: 50 },
      { ...ANY, id: 3, percent: 50 },
    ];
    expect(bestDiscount([poster(800)], [same, half, five])?.discountId).toBe(1);
    expect(bestDiscount([poster(2000)], [same, half, five])?.discountId).toBe(2);
    fc.assert(
      fc.property(lines, discounts, (given, some) => {
        const all = made(some);
        const best = bestDiscount(given, all)?.amountCents ?? 0;
        expect(best).toBe(Math.max(0, ...all.map((one) => bestDiscount(given, [one])?.amountCents ?? 0)));
      }),
    );
  });

  it('applies to the form, item, event or category that it names, and never to a top-up', () => {
    const events = { ...ANY, scope: 'events' as const, categoryId: 4 };
    expect(appliesTo(events, { category: { eventId: 1, categoryIds: [9, 4] } })).toBe(true);
    expect(appliesTo(events, { category: { eventId: 1, categoryIds: [9] } })).toBe(false);
    expect(appliesTo({ ...ANY, scope: 'store' }, { category: { formId: 7 } })).toBe(false);
    expect(appliesTo({ ...ANY, storeItemId: 3 }, { category: { storeItemId: 3 } })).toBe(true);
    expect(appliesTo({ ...ANY, storeItemId: 3 }, { category: { storeItemId: 2 } })).toBe(false);
    expect(appliesTo(ANY, { category: undefined })).toBe(false);
  });
});

describe('who gets a discount', () => {
  const terms: DiscountTerms = {
    id: 1,
    active: true,
    groupId: null,
    startsOn: null,
    endsOn: null,
    code: null,
    usesTotal: null,
    usesPerPerson: null,
  };
  const person: DiscountPerson = { groupIds: [5], today: '2026-11-28', enteredIds: [], uses: new Map() };
  const used = { ...person, uses: new Map([[1, { total: 3, own: 1 }]]) };

  it.each<[string, Partial<DiscountTerms>, DiscountPerson, boolean]>([
    ['everyone', {}, person, true],
    ['members of the group', { groupId: 5 }, person, true],
    ['not others', { groupId: 6 }, person, false],
    ['not when inactive', { active: false }, person, false],
    ['on the first day', { startsOn: '2026-11-28' }, person, true],
    ['not before', { startsOn: '2026-11-29' }, person, false],
    ['on the last day', { endsOn: '2026-11-28' }, person, true],
    ['not after', { endsOn: '2026-11-27' }, person, false],
    ['not without the code', { code: 'SPRING' }, person, false],
    ['with the code', { code: 'SPRING' }, { ...person, enteredIds: [1] }, true],
    ['while there are uses', { usesTotal: 4, usesPerPerson: 2 }, used, true],
    ['not after the last use', { usesTotal: 3 }, used, false],
    ['not after the last own use', { usesPerPerson: 1 }, used, false],
  ])('%s', (_what, given, who, is) => {
    expect(isEntitled({ ...terms, ...given }, who)).toBe(is);
  });

  it('enters a code in any case, with spaces and hyphens', () => {
    expect(normalizeCode(' spring-2027 ')).toBe('SPRING2027');
    expect(normalizeCode('ｓｐｒｉｎｇ – 2027')).toBe('SPRING2027');
  });
});

describe('taxes', () => {
  const rate = { name: 'Sales tax', percent: 8.81 };

  it('are rounded once for each rate, on the sum of its lines', () => {
    const amounts = [33, 33, 34].map((amountCents) => ({ rate, amountCents }));
    expect(taxOf(amounts, false)).toEqual([{ ...rate, taxCents: 9 }]);
    expect(taxOf([{ rate: { name: 'Quarter', percent: 0.125 }, amountCents: 400 }], false)[0]?.taxCents).toBe(1);
    expect(taxOf([{ rate, amountCents: -500 }], false)).toEqual([]);
  });

  it('are contained in prices that include them', () => {
    expect(taxOf([{ rate: { name: 'VAT', percent: 19 }, amountCents: 11_900 }], true)[0]?.taxCents).toBe(1_900);
    const line = { ...poster(11_900), rate: { name: 'VAT', percent: 19 } };
    const priced = priceLinesOf([line], { discounts: [], isTaxIncluded: true });
    expect(priced).toMatchObject({ amountCents: 11_900, taxCents: 1_900, lines: [{ kind: 'item' }] });
  });

  it('are those of the discounted price', () => {
    const priced = priceLinesOf([{ ...poster(10_000), rate: { name: 'City', percent: 10 } }], {
      discounts: [{ ...ANY, percent: 20 }],
      isTaxIncluded: false,
    });
    expect(priced).toMatchObject({ amountCents: 8_800, discountCents: 2_000, taxCents: 800 });
    expect(priced.lines.map(({ label, amountCents }) => [label, amountCents])).toEqual([
      ['Poster', 10_000],
      ['Students, 20% off', -2_000],
      ['City, 10%', 800],
    ]);
  });
});

describe('priced lines', () => {
  it('add up to the amount, with discount and taxes within the price', () => {
    fc.assert(
      fc.property(lines, discounts, fc.boolean(), (given, some, isTaxIncluded) => {
        const priced = priceLinesOf(given as TaxableLine[], { discounts: made(some), isTaxIncluded });
        const items = sum(given);
        expect(sum(priced.lines)).toBe(priced.amountCents);
        expect(priced.lines.reduce((all, { totalCents = 0 }) => all + totalCents, 0)).toBe(priced.amountCents);
        const parts = (of: 'discountCents' | 'taxCents') =>
          priced.lines.reduce((all, line) => all + (line[of] ?? 0), 0);
        expect(parts('discountCents')).toBe(priced.discountCents);
        expect(parts('taxCents')).toBe(priced.taxCents);
        expect(priced.discountCents).toBeLessThanOrEqual(Math.max(0, items));
        const added = isTaxIncluded ? 0 : priced.taxCents;
        expect(priced.amountCents).toBe(items - priced.discountCents + added);
        expect(priced.taxes.reduce((total, { taxCents }) => total + taxCents, 0)).toBe(priced.taxCents);
        expect(priced.discountId === null).toBe(priced.discountCents === 0);
      }),
    );
  });

  it('have the total of each item, with its part of the discount and the tax', () => {
    const discount = { ...ANY, percent: 50, storeItemId: 1 };
    const given = [
      { label: 'Board', amountCents: 1000, category: { storeItemId: 1 }, rate: { name: 'City', percent: 10 } },
      { label: 'Wire', amountCents: 1000, category: { storeItemId: 2 } },
    ];
    const { lines } = priceLinesOf(given, { discounts: [discount], isTaxIncluded: false });
    expect(lines.flatMap(({ totalCents }) => totalCents ?? [])).toEqual([550, 1000]);
  });

  it('share a discount without losing a cent', () => {
    const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(weights, fc.nat(100), (given, percent) => {
        const total = given.reduce((all, weight) => all + weight, 0);
        const amount = Math.floor((total * percent) / 100);
        const shares = sharesOf(amount, given);
        expect(shares.reduce((all, share) => all + share, 0)).toBe(amount);
        for (const [at, share] of shares.entries()) expect(share).toBeLessThanOrEqual(given[at]!);
      }),
    );
  });
});
