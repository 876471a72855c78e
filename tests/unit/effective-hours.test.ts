import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, hoursOfDays, type Closure, type UsualHours } from '../../domain/hours/hours.ts';
import { instantOfWallTime, wallTimeOf, zoneOffsets } from '../../domain/values/zoned-time.ts';
import { openState, openSummary } from '../../src/content/cards/openState.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const STEP = 15 * MINUTE;
/** Zones with days on which their clocks change: hours that are skipped or repeated, one of them at midnight. */
const CHANGES: [string, string][] = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['America/Santiago', '2026-09-06'],
  ['America/Santiago', '2026-04-04'],
  ['America/New_York', '2026-07-01'],
];
const OPEN: UsualHours = { weekends: true, openTimes: Array<number>(7).fill(0), closeTimes: Array<number>(7).fill(24) };

const hours = fc.tuple(fc.integer({ min: 0, max: 96 }), fc.integer({ min: 0, max: 96 }));
const usual = fc.array(hours, { minLength: 7, maxLength: 7 }).map((days): UsualHours => ({
  weekends: true,
  openTimes: days.map(([from]) => from / 4),
  closeTimes: days.map(([, to]) => to / 4),
}));
const closures = fc.array(fc.tuple(fc.integer({ min: -96, max: 96 * 4 }), fc.integer({ min: 1, max: 150 })), {
  maxLength: 5,
});

/** Three days around a change. */
function around([zone, change]: [string, string], blocks: [number, number][]) {
  const from = addDays(change, -1);
  const midnight = Date.parse(`${from}T00:00:00Z`);
  const offsets = zoneOffsets(zone, midnight - 4 * DAY, midnight + 9 * DAY);
  const start = instantOfWallTime(midnight, offsets);
  const closed = blocks.map(([at, length], index): Closure => ({
    startsAt: start + at * STEP,
    endsAt: start + (at + length) * STEP,
    title: index % 2 === 0 ? `Block ${index}` : null,
  }));
  return { from, start, offsets, closed };
}

describe('effective hours', () => {
  test('are the usual ones without each closed instant, and nothing else is missing, on days of any length', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHANGES), usual, closures, (change, week, blocks) => {
        const { from, start, offsets, closed } = around(change, blocks);
        const plain = hoursOfDays(from, 3, week, []);
        const days = hoursOfDays(from, 3, week, [], { closures: closed, offsets });
        const isClosed = (instant: number) =>
          closed.some(({ startsAt, endsAt }) => startsAt <= instant && instant < endsAt);
        // A local time is closed if one of its instants is, so that a repeated one is.
        const closedWalls = new Set<number>();
        const walls = new Set<number>();
        for (let instant = start; instant < start + 3 * DAY + 2 * 60 * MINUTE; instant += STEP) {
          const wall = wallTimeOf(instant, offsets);
          walls.add(wall);
          if (isClosed(instant)) closedWalls.add(wall);
        }
        for (const wall of walls) {
          const date = new Date(wall).toISOString().slice(0, 10);
          const hour = (wall % DAY) / (60 * MINUTE);
          const isIn = (list: typeof days) =>
            list.some((day) => day.date === date && day.intervals.some(({ from, to }) => from <= hour && hour < to));
          if (!days.some((day) => day.date === date)) continue;
          expect([date, hour, isIn(days)]).toEqual([date, hour, isIn(plain) && !closedWalls.has(wall)]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('have intervals in order and apart, and a first opening and a last closing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHANGES), usual, closures, (change, week, blocks) => {
        const { from, offsets, closed } = around(change, blocks);
        for (const day of hoursOfDays(from, 3, week, [], { closures: closed, offsets })) {
          const edges = day.intervals.flatMap((interval) => [interval.from, interval.to]);
          for (const [index, edge] of edges.entries()) expect(edge).toBeGreaterThan(edges[index - 1] ?? -1);
          expect(edges.every((edge) => edge >= 0 && edge <= 24)).toBe(true);
          expect([day.opens, day.closes]).toEqual([edges[0] ?? null, edges.at(-1) ?? null]);
          for (const { from, to } of day.closures) expect(from >= 0 && from < to && to <= 24).toBe(true);
        }
      }),
    );
  });

  test.each<[string, string, [string, string], [number, number][]]>([
    ['an hour that is skipped', 'America/New_York', ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z'], [[1.5, 3.5]]],
    [
      'an hour that is repeated',
      'America/New_York',
      ['2026-11-01T05:30:00Z', '2026-11-01T06:15:00Z'],
      [
        [1, 1.25],
        [1.5, 2],
      ],
    ],
    ['both of its times', 'America/New_York', ['2026-11-01T04:30:00Z', '2026-11-01T06:30:00Z'], [[0.5, 2]]],
    ['half an hour', 'Australia/Lord_Howe', ['2026-04-04T14:30:00Z', '2026-04-04T15:10:00Z'], [[1.5, 2]]],
    [
      'a day whose clock is set back at its end',
      'America/Santiago',
      ['2026-04-05T01:00:00Z', '2026-04-05T04:00:00Z'],
      [[22, 24]],
    ],
  ])('a closure over %s in %s, %j, takes %j', (_name, zone, [startsAt, endsAt], taken) => {
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
    const offsets = zoneOffsets(zone, start - 4 * DAY, end + 4 * DAY);
    const date = new Date(wallTimeOf(start, offsets)).toISOString().slice(0, 10);
    const [day] = hoursOfDays(date, 1, OPEN, [], {
      closures: [{ startsAt: start, endsAt: end, title: null }],
      offsets,
    });
    expect(day?.closures.map(({ from, to }) => [from, to])).toEqual(taken);
  });

  test('give the titles of what shortens them as reason, unless special hours have one', () => {
    const at = (hour: number) => Date.parse('2026-12-07T00:00:00Z') + hour * 60 * MINUTE;
    const week: UsualHours = { ...OPEN, openTimes: Array<number>(7).fill(9), closeTimes: Array<number>(7).fill(17) };
    const closed = (from: number, to: number, title: string | null) => ({ startsAt: at(from), endsAt: at(to), title });
    const offsets = [{ from: 0, offset: 0 }];
    const reason = (...closures: Closure[]) => hoursOfDays('2026-12-07', 1, week, [], { closures, offsets })[0]?.reason;
    expect(reason(closed(10, 12, 'Service'), closed(11, 13, 'Service'), closed(14, 15, 'Visit'))).toBe(
      'Service, Visit',
    );
    expect(reason(closed(10, 12, null), closed(6, 9, 'Cleaning'), closed(17, 20, 'Party'))).toBeNull();
    const special = [
      {
        id: 1,
        locationId: 1,
        reason: 'Frost',
        startsOn: '2026-12-07',
        endsOn: '2026-12-07',
        closed: false,
        opensAt: 10,
        closesAt: 12,
      },
    ];
    const closures = [closed(11, 15, 'Service')];
    expect(hoursOfDays('2026-12-07', 1, week, special, { closures, offsets })[0]).toMatchObject({
      reason: 'Frost',
      opens: 10,
      closes: 11,
    });
  });

  test('of a place without usual hours are none, with its closures', () => {
    const offsets = [{ from: 0, offset: 0 }];
    const start = Date.parse('2026-12-07T10:00:00Z');
    const closures = [{ startsAt: start, endsAt: start + DAY, title: 'Moved' }];
    expect(hoursOfDays('2026-12-07', 1, null, [], { closures, offsets })).toEqual([
      {
        date: '2026-12-07',
        weekday: 1,
        opens: null,
        closes: null,
        reason: null,
        intervals: [],
        closures: [{ from: 10, to: 24, title: 'Moved' }],
      },
    ]);
  });
});

describe('a place with several hours a day', () => {
  const week: UsualHours = { ...OPEN, openTimes: Array<number>(7).fill(9), closeTimes: Array<number>(7).fill(20) };
  const start = Date.parse('2026-12-07T12:00:00Z');
  const days = hoursOfDays('2026-12-07', 2, week, [], {
    closures: [
      { startsAt: start, endsAt: start + 4 * 60 * MINUTE, title: null },
      { startsAt: start + 6 * 60 * MINUTE, endsAt: start + 20 * 60 * MINUTE, title: null },
    ],
    offsets: [{ from: 0, offset: 0 }],
  });
  test.each([
    [8, 'Closed now', 'Opens at 9 AM', 'Closed until 9 AM'],
    [11, 'Open now', 'Until 12 PM', 'Open until 12 PM'],
    [12, 'Closed now', 'Opens at 4 PM', 'Closed until 4 PM'],
    [16, 'Open now', 'Until 6 PM', 'Open until 6 PM'],
    [18, 'Closed now', 'Opens tomorrow at 9 AM', 'Closed until tomorrow 9 AM'],
  ])('says at %d: %s, %s; %s', (hour, text, detail, summary) => {
    expect(openState(days, { date: '2026-12-07', hour })).toMatchObject({ text, detail });
    expect(openSummary(days, { date: '2026-12-07', hour })).toMatchObject({ text: summary });
  });
});
