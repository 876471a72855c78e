import type { BenchEvent } from './calendar-page.ts';

const TITLES = ['Laser cutter training', '3D printing', 'Staff meeting', 'Sewing', 'Open makeshop', 'Resume workshop'];

/** Events of one to twelve quarters of an hour between 7:00 and 22:00 on the days [first, last] of September 2026, the same each time. */
export function benchEvents(count: number, first: number, last: number): BenchEvent[] {
  const random = seeded(count);
  return Array.from({ length: count }, (_, index) => {
    const day = first + Math.floor(random() * (last - first + 1));
    const quarters = 1 + Math.floor(random() * 12);
    const start = 28 + Math.floor(random() * (88 - quarters - 28));
    return {
      id: String(index),
      title: `${TITLES[Math.floor(random() * TITLES.length)]} ${index}`,
      start: wallTime(day, start),
      end: wallTime(day, start + quarters),
    };
  });
}

function wallTime(day: number, quarter: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `2026-09-${two(day)}T${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
}

/** mulberry32: numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
