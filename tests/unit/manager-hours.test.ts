import { expect, test } from 'vitest';
import { specialOfDate } from '../../src/console/resources/scheduling/managerItems.ts';

const row = (id: number, locationId: number | null, startsOn: string, endsOn = startsOn) => ({
  id,
  version: 1,
  locationId,
  startsOn,
  endsOn,
  reason: 'Special hours',
  closed: true,
  opensAt: null,
  closesAt: null,
});

test('hours drawn on a date change its own special hours, not those of other places or of a longer time', () => {
  const own = row(4, 7, '2026-11-26');
  const others = [row(1, null, '2026-11-26'), row(2, 8, '2026-11-26'), row(3, 7, '2026-11-25', '2026-11-27')];
  expect(specialOfDate([...others, own], 7, '2026-11-26')).toBe(own);
  expect(specialOfDate(others, 7, '2026-11-26')).toBeUndefined();
  expect(specialOfDate([own], 7, '2026-11-27')).toBeUndefined();
});
