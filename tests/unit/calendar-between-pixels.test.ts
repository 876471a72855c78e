import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zoneOffsets } from '../../domain/values/zoned-time.ts';
import type { Cell, GestureContext } from '../../src/calendar/gestures/context.ts';
import { localDays } from '../../src/calendar/gestures/localDays.ts';
import { drawnBy, heldSlot, movedBy, resizedBy } from '../../src/calendar/gestures/pointed.ts';
import { snapped } from '../../src/calendar/gestures/slots.ts';
import { axisOf, instantAt } from '../../src/calendar/layout/axis.ts';
import type { CalendarItem, CalendarSlot } from '../../src/calendar/layout/types.ts';

const MINUTE = 60_000;
/** A day of each kind: plain, skipping an hour, repeating one. */
const DATES = ['2026-05-05', '2026-03-08', '2026-11-01'];
const days = localDays('America/Denver');
const at = Date.parse(`${DATES[0]}T00:00:00Z`);
const offsets = zoneOffsets('America/Denver', at - 200 * 86_400_000, at + 300 * 86_400_000);

function contextFor(snapToTime: number): GestureContext {
  return {
    position: { view: 'week', date: '2026-05-05' },
    days,
    snapToTime,
    timeStep: 60,
    splits: [],
    canCreate: true,
    item: () => undefined,
    allowed: () => ({ move: true, resize: true, remove: true }),
    isOpen: () => true,
    isShown: () => true,
    firstMinute: () => 540,
  };
}

/** The time grid at a screen scale: the pointer is on whole physical pixels, the grid begins between two. */
const pointer = fc.record({
  date: fc.constantFrom(...DATES),
  scale: fc.constantFrom(1, 1.1, 1.25, 1.5, 1.75),
  top: fc.double({ min: 0, max: 1, noNaN: true }),
  pixels: fc.tuple(fc.integer({ min: 0, max: 1679 }), fc.integer({ min: 0, max: 1679 })),
  snapToTime: fc.constantFrom(1, 5, 15, 30),
});
type Pointer = typeof pointer extends fc.Arbitrary<infer Value> ? Value : never;

function cellsOf({ date, scale, top, pixels }: Pointer): [Cell, Cell] {
  const axis = axisOf([date], offsets);
  const cellAt = (pixel: number): Cell => {
    const instant = instantAt(axis, date, ((pixel / scale - top) / 960) * axis.length);
    return { day: date, area: 'time', ...(instant === null ? {} : { instant }) };
  };
  return [cellAt(pixels[0]), cellAt(pixels[1])];
}

function expectWholeMinutes(slot: CalendarSlot | null): void {
  for (const time of [slot?.start ?? '', slot?.end ?? '']) expect(time).toMatch(/:00\.000Z$/);
}

describe('a pointer between pixels makes times of whole minutes', () => {
  test('by drawing and by holding', () => {
    fc.assert(
      fc.property(pointer, (given) => {
        const context = contextFor(given.snapToTime);
        const [from, to] = cellsOf(given);
        const origin = snapped(from.instant ?? 0, given.snapToTime, days);
        expectWholeMinutes(drawnBy(from, origin, to, context));
        expectWholeMinutes(heldSlot(from, context));
      }),
      { numRuns: 2_000 },
    );
  });

  test('by moving and by resizing', () => {
    fc.assert(
      fc.property(pointer, fc.integer({ min: 0, max: 1_380 }), (given, minutes) => {
        const context = contextFor(given.snapToTime);
        const [from, to] = cellsOf(given);
        const start = days.at(given.date, minutes);
        const item: CalendarItem = {
          id: '1',
          title: 'Laser training',
          start: new Date(start).toISOString(),
          end: new Date(start + 45 * MINUTE).toISOString(),
        };
        expectWholeMinutes(movedBy(item, { cell: to }, (from.instant ?? 0) - start, context));
        expectWholeMinutes(resizedBy(item, to, context));
      }),
      { numRuns: 2_000 },
    );
  });

  test('with any fraction of a millisecond', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1_440, noNaN: true }), fc.constantFrom(1, 5, 15, 30), (minutes, step) => {
        const instant = days.startOf('2026-05-05') + minutes * MINUTE;
        expect(Number.isInteger(snapped(instant, step, days) / MINUTE)).toBe(true);
      }),
    );
  });
});
