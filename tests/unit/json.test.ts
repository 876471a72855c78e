import { describe, expect, test } from 'vitest';
import { canonicalJson, sameJson } from '../../domain/values/json.ts';

describe('equality of JSON', () => {
  test.each([
    [
      { a: 1, b: [{ c: 2, d: 3 }] },
      { b: [{ d: 3, c: 2 }], a: 1 },
    ],
    [null, undefined],
    [{ a: 1, b: undefined }, { a: 1 }],
    [[], []],
  ])('%j says the same as %j', (one, other) => {
    expect(sameJson(one, other)).toBe(true);
    expect(sameJson(other, one)).toBe(true);
  });

  test.each<[unknown, unknown]>([
    [{ a: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [[undefined], []],
    ['1', 1],
    [null, false],
    [{ toString: undefined, a: 1 }, { a: 2 }],
    [{ constructor: {} }, {}],
  ])('%j says something else than %j', (one, other) => {
    expect(sameJson(one, other)).toBe(false);
    expect(sameJson(other, one)).toBe(false);
  });
});

test('equal values have the same text, with any order of their keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  expect(canonicalJson({ a: 'x', b: [{ c: null, d: 1 }] })).toBe(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' }));
});
