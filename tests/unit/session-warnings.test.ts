import { expect, test } from 'vitest';
import { formatSpecialHours } from '../../domain/hours/special-hours-text.ts';
import { editWarnings } from '../../src/console/resources/sessions/sessionValues.ts';

const NOW = Date.parse('2026-11-24T17:00:00Z');
const PAST = { startsAt: '2026-11-24T15:00:00.000Z', endsAt: '2026-11-24T16:00:00.000Z' };
const AHEAD = { startsAt: '2026-11-24T18:00:00.000Z', endsAt: '2026-11-24T19:00:00.000Z' };

test('a session that is edited is noted in the past while it can still take place, and without a place once it is published', () => {
  const warnings = (data: object) => editWarnings({ locationId: 1, status: 'published', ...data }, NOW);
  expect(warnings(AHEAD)).toEqual([]);
  expect(warnings(PAST)).toEqual(['This session is in the past.']);
  expect(warnings({ ...PAST, status: 'done' })).toEqual([]);
  expect(warnings({ ...PAST, dates: [AHEAD] })).toEqual([]);
  expect(warnings({ ...AHEAD, locationId: null })).toEqual([expect.stringContaining('without a place')]);
  expect(warnings({ ...AHEAD, locationId: null, status: 'draft' })).toEqual([]);
  expect(warnings({ ...AHEAD, locationId: null, joinUrl: 'https://meet.example' })).toEqual([]);
  expect(warnings({ ...AHEAD, locationId: null, dates: [{ ...AHEAD, locationId: 2 }] })).toEqual([]);
});

test('special hours are named with their days', () => {
  const day = { locationId: null, startsOn: '2026-05-05', endsOn: '2026-05-05' };
  const closed = { closed: true, opensAt: null, closesAt: null };
  expect(formatSpecialHours({ ...day, ...closed })).toBe('Closed on May 5, 2026');
  expect(formatSpecialHours({ ...day, endsOn: '2026-05-08', closed: false, opensAt: 10, closesAt: 14 })).toBe(
    'Open 10 AM – 2 PM from May 5, 2026 to May 8, 2026',
  );
});
