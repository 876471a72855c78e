import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sidesOf, type Extent, type Side } from '../../src/calendar/layout/overlap.ts';

/** A day's worth of extents on a coarse grid, so that they meet, touch and repeat; sorted as drawn. */
const extents = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 14 })), { maxLength: 24 })
  .map((pairs) => pairs.map(([from, length]) => ({ from, to: from + length })))
  .map((all) => all.sort((a, b) => a.from - b.from || b.to - a.to));

const near = 1e-9;
const overlap = (a: Extent, b: Extent): boolean => a.from < b.to && b.from < a.to;
const covers = (a: Side, b: Side): boolean => a.left < b.left + b.width - near && b.left < a.left + a.width - near;

function each(all: readonly Extent[], sides: readonly Side[], check: (a: number, b: number) => void): void {
  for (const a of sides.keys())
    for (const b of sides.keys()) if (a !== b && overlap(all[a] as Extent, all[b] as Extent)) check(a, b);
}

/** Indexes that are connected with one by overlaps. */
function groupOf(all: readonly Extent[], one: number): number[] {
  const group = new Set([one]);
  for (const member of group)
    for (const other of all.keys()) if (overlap(all[member] as Extent, all[other] as Extent)) group.add(other);
  return [...group];
}

function longestStreak(all: readonly Extent[], group: readonly number[]): number {
  return Math.max(
    ...group.map(
      (one) =>
        group.filter((other) => {
          const [at, { from, to }] = [(all[one] as Extent).from, all[other] as Extent];
          return from <= at && at < to;
        }).length,
    ),
  );
}

describe('events beside one another', () => {
  test('never cover each other and stay within the day', () => {
    fc.assert(
      fc.property(extents, (all) => {
        const sides = sidesOf(all);
        for (const { left, width } of sides) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + width).toBeLessThanOrEqual(1 + near);
        }
        each(all, sides, (a, b) => expect(covers(sides[a] as Side, sides[b] as Side)).toBe(false));
      }),
    );
  });

  test('are no narrower than the longest streak of their own group demands', () => {
    fc.assert(
      fc.property(extents, (all) => {
        for (const [index, { width }] of sidesOf(all).entries())
          expect(width).toBeGreaterThanOrEqual(1 / longestStreak(all, groupOf(all, index)) - near);
      }),
    );
  });

  test('have the whole width alone, and otherwise leave none beside them free', () => {
    fc.assert(
      fc.property(extents, (all) => {
        const sides = sidesOf(all);
        for (const [index, side] of sides.entries()) {
          const others = [...sides.keys()].filter(
            (other) => other !== index && overlap(all[index] as Extent, all[other] as Extent),
          );
          if (others.length === 0) expect(side).toEqual({ left: 0, width: 1 });
          const right = side.left + side.width;
          const touches = (edge: number) =>
            edge < near || edge > 1 - near
              ? true
              : others.some((other) => {
                  const { left, width } = sides[other] as Side;
                  return Math.abs(left - edge) < near || Math.abs(left + width - edge) < near;
                });
          expect([touches(side.left), touches(right)]).toEqual([true, true]);
        }
      }),
    );
  });

  test('are the same with any other group', () => {
    fc.assert(
      fc.property(extents, extents, (all, others) => {
        const later = others.map(({ from, to }) => ({ from: from + 100, to: to + 100 }));
        expect(sidesOf([...all, ...later]).slice(0, all.length)).toEqual(sidesOf(all));
      }),
    );
  });

  test('that begin together are in the order given', () => {
    fc.assert(
      fc.property(extents, (all) => {
        const sides = sidesOf(all);
        each(all, sides, (a, b) => {
          if (a < b && (all[a] as Extent).from === (all[b] as Extent).from)
            expect((sides[a] as Side).left).toBeLessThan((sides[b] as Side).left);
        });
      }),
    );
  });
});

test('two that do not meet share a side of one that meets both', () => {
  // 8 to 10, 9 to 13, 11 to 12.
  expect(
    sidesOf([
      { from: 8, to: 10 },
      { from: 9, to: 13 },
      { from: 11, to: 12 },
    ]),
  ).toEqual([
    { left: 0, width: 0.5 },
    { left: 0.5, width: 0.5 },
    { left: 0, width: 0.5 },
  ]);
});

test('touching is no overlap', () => {
  expect(
    sidesOf([
      { from: 8, to: 9 },
      { from: 9, to: 10 },
    ]),
  ).toEqual([
    { left: 0, width: 1 },
    { left: 0, width: 1 },
  ]);
});

test('a crowd elsewhere in the day makes no one narrower', () => {
  const sides = sidesOf([
    { from: 8, to: 9 },
    ...Array.from({ length: 5 }, () => ({ from: 10, to: 11 })),
    { from: 12, to: 13 },
  ]);
  expect([sides[0]?.width, sides[1]?.width, sides[6]?.width]).toEqual([1, 0.2, 1]);
});
