import { describe, expect, test } from 'vitest';
import type { TillItem } from '../../domain/calls/till.ts';
import { itemOfCode, matchingItems, stockText } from '../../src/portal/till/itemSearch.ts';

const item = (id: number, name: string, sku: string, barcode: string | null = null): TillItem => ({
  ...{ id, name, sku, barcode, store: 'Makeshop', priceCents: 100, available: null, limit: null, bought: 0 },
});
const ITEMS = [
  item(1, 'Acrylic sheet, clear', 'ACR-3C', '40063813'),
  item(2, 'Acrylic sheet, black', 'ACR-3B'),
  item(3, 'Tube of acrylic paint', '40063813'),
];
const idsOf = (items: readonly TillItem[]) => items.map(({ id }) => id);

describe('a code', () => {
  test('is the barcode, or else the stock number, in any case', () => {
    expect(itemOfCode(ITEMS, ' 40063813 ')?.id).toBe(1);
    expect(itemOfCode(ITEMS, 'acr-3b')?.id).toBe(2);
    expect(itemOfCode(ITEMS, 'ACR')).toBeUndefined();
    expect(itemOfCode(ITEMS, '')).toBeUndefined();
  });
});

describe('a name', () => {
  test('matches by all of its words; names that begin with it come first', () => {
    expect(idsOf(matchingItems(ITEMS, 'acrylic'))).toEqual([1, 2, 3]);
    expect(idsOf(matchingItems(ITEMS.toReversed(), 'ACRYLIC'))).toEqual([2, 1, 3]);
    expect(idsOf(matchingItems(ITEMS, 'black sheet'))).toEqual([2]);
    expect(idsOf(matchingItems(ITEMS, '  '))).toEqual([]);
  });

  test('lists at most eight items', () => {
    const many = Array.from({ length: 20 }, (_, id) => item(id, 'Screw', `S-${id}`));
    expect(matchingItems(many, 'screw')).toHaveLength(8);
  });
});

test('the stock says what is left and the limit of the person', () => {
  expect(stockText({ available: null, limit: null, bought: 0 })).toBe('');
  expect(stockText({ available: 0, limit: null, bought: 0 })).toBe('Sold out');
  expect(stockText({ available: 3, limit: 2, bought: 1 })).toBe('3 left · Limit 2 per person, 1 already ordered');
});
