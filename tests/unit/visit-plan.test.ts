import { describe, expect, test } from 'vitest';
import { planVisit, type PlannedVisit } from '../../server/features/taps/visit-plan.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = 1_000 * HOUR;

const visit = (arrivedAt: number, departedAt: number | null = null, isAutoClosed = false): PlannedVisit => ({
  id: 1,
  arrivedAt,
  departedAt,
  isAutoClosed,
});

describe('a tap', () => {
  test.each([
    ['without a visit is an arrival', null, null, 'arrive'],
    ['within moments of the arrival is a repeat', visit(NOW - 19_999), null, 'repeat'],
    ['after that is the departure', visit(NOW - 20_000), null, 'depart'],
    ['within moments of the departure is a repeat', visit(NOW - HOUR, NOW - 19_999), null, 'repeat'],
    ['after that is the next arrival', visit(NOW - HOUR, NOW - 20_000), null, 'arrive'],
    ['soon after the hours closed the visit is its departure', visit(NOW - 5 * HOUR, NOW - HOUR, true), null, 'depart'],
    ['before the hours closed the visit is its departure', visit(NOW - HOUR, NOW + HOUR, true), null, 'depart'],
    [
      'long after the hours closed the visit is an arrival',
      visit(NOW - 9 * HOUR, NOW - 2 * HOUR, true),
      null,
      'arrive',
    ],
    ['within a visit that has ended changes nothing', visit(NOW - HOUR, NOW + HOUR), null, 'repeat'],
    ['before a later visit begins it', null, visit(NOW + HOUR), 'extend'],
    ['moments before a later visit is the same tap', null, visit(NOW + 19_999), 'repeat'],
    ['a day before a later visit is one of its own', null, visit(NOW + 24 * HOUR), 'arriveBefore'],
  ] as const)('%s', (_, last, next, kind) => {
    expect(planVisit(NOW, last, next).kind).toBe(kind);
  });

  test('repeats an arrival or a departure', () => {
    expect(planVisit(NOW, visit(NOW - 1_000), null)).toMatchObject({ isArrival: true });
    expect(planVisit(NOW, visit(NOW - HOUR, NOW - 1_000), null)).toMatchObject({ isArrival: false });
  });
});
