import { expect, test } from 'vitest';
import { centsOf, FORMULA_CASES, POSTER_CASES, posterCentsByTenths, posterPricer } from '../factories/price-cases.ts';

test.each(FORMULA_CASES)('a browser computes %s as %s cents', (formula, cents) => {
  expect(centsOf(formula)).toBe(cents);
});

test.each(POSTER_CASES)(
  'a poster of %d by %d inches, %d times, is %d cents in a browser',
  (width, height, quantity, cents) => {
    expect(posterPricer()(width, height, quantity)).toBe(cents);
  },
);

test('posters are exact in a browser for a size in each inch', () => {
  const posterCents = posterPricer();
  for (let width = 60; width <= 420; width += 7)
    for (let height = 60; height <= 960; height += 11)
      expect(posterCents(width / 10, height / 10, 3)).toBe(posterCentsByTenths(width, height, 3));
});
