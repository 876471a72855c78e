import { describe, expect, test } from 'vitest';
import { filterDates, NO_FILTER, sessionFilterIn, sessionQueryOf } from '../../domain/sessions/session-filter.ts';
import { widerFilters } from '../../src/portal/signup/filterTexts.ts';

const filterIn = (query: string) => {
  const search = new URLSearchParams(query);
  return sessionFilterIn((name) => search.get(name));
};
const queryOf = (query: string) => new URLSearchParams(sessionQueryOf(filterIn(query))).toString();

describe('the filter of an address', () => {
  test.each([
    'eventId=3&categoryId=4&locationId=5&q=laser+cutter&when=week&hours=evenings&seats=free',
    'from=2026-11-24&to=2026-11-30',
    'from=2026-11-24',
    '',
  ])('%s is read and written', (query) => expect(queryOf(query)).toBe(query));

  test.each([
    ['eventId=x&categoryId=-1&locationId=0', ''],
    ['eventId=&when=&hours=&q=++', ''],
    ['when=dates&hours=nights&seats=1', ''],
    ['from=2026-02-30&to=yesterday', ''],
    ['from=2026-11-30&to=2026-11-24', 'from=2026-11-30'],
    [`q=a%00b`, 'q=ab'],
  ])('%s counts as %s', (given, counts) => expect(queryOf(given)).toBe(counts));

  test('of words is cut', () => expect(filterIn(`q=${'x'.repeat(500)}`).q).toHaveLength(100));
});

describe('dates', () => {
  test.each([
    ['today', '2026-11-24', '2026-11-24', '2026-11-24'],
    ['week', '2026-11-24', '2026-11-24', '2026-11-28'],
    ['week', '2026-11-28', '2026-11-28', '2026-11-28'],
    ['week', '2026-11-29', '2026-11-29', '2026-12-05'],
    ['month', '2026-12-24', '2026-12-24', '2026-12-31'],
    ['month', '2028-02-01', '2028-02-01', '2028-02-29'],
  ] as const)('of %s at %s are %s to %s', (when, today, from, to) =>
    expect(filterDates({ ...NO_FILTER, when, from: '2020-01-01' }, today)).toEqual({ from, to }),
  );

  test('of a range are its own', () =>
    expect(filterDates(filterIn('from=2026-11-24'), '2026-01-01')).toEqual({ from: '2026-11-24', to: null }));
});

test('each filter can be removed alone', () => {
  const filter = filterIn('eventId=3&q=laser&from=2026-11-24&to=2026-11-30&seats=free');
  expect(
    widerFilters(filter).map(({ label, filter: next }) => [
      label,
      new URLSearchParams(sessionQueryOf(next)).toString(),
    ]),
  ).toEqual([
    ['Including full sessions', 'eventId=3&q=laser&from=2026-11-24&to=2026-11-30'],
    ['Any day', 'eventId=3&q=laser&seats=free'],
    ['All events', 'q=laser&from=2026-11-24&to=2026-11-30&seats=free'],
    ['Without “laser”', 'eventId=3&from=2026-11-24&to=2026-11-30&seats=free'],
  ]);
  expect(widerFilters(NO_FILTER)).toEqual([]);
});
