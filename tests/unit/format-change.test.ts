import { afterEach, expect, test } from 'vitest';
import { readFormatsFrom } from '../../domain/values/formats.ts';
import { itemLabel } from '../../src/calendar/layout/texts.ts';
import { offsetsWith, placeItems, type PlacedItem } from '../../src/calendar/layout/placement.ts';
import { HOURS_TEXTS } from '../../src/portal/signup/filterTexts.ts';

const RANGE = { first: '2026-11-22', last: '2026-11-28' };
const ITEMS = [{ id: '1', title: 'Basics', start: '2026-11-24T22:00:00Z', end: '2026-11-24T23:00:00Z' }];

function placedItem(): PlacedItem {
  const [placed] = placeItems(ITEMS, offsetsWith('America/Denver', RANGE, ITEMS), RANGE);
  if (placed === undefined) throw new Error('The item is not in the range.');
  return placed;
}

afterEach(() => readFormatsFrom(() => undefined));

test('an event has the format of the setting, also after it changes while the process runs', () => {
  const labels = ['en-US', 'en-GB', 'en-US'].map((locale) => {
    readFormatsFrom(() => ({ locale }));
    return itemLabel(placedItem());
  });
  expect(labels).toEqual([
    'Basics, 3 – 4 PM, Tuesday, November 24, 2026',
    'Basics, 15:00 – 16:00, Tuesday, 24 November 2026',
    'Basics, 3 – 4 PM, Tuesday, November 24, 2026',
  ]);
});

test('the times of day to choose from have the format of the setting', () => {
  expect(HOURS_TEXTS.daytime()).toBe('Weekdays before 5 PM');
  readFormatsFrom(() => ({ locale: 'en-GB' }));
  expect(HOURS_TEXTS.daytime()).toBe('Weekdays before 17:00');
});
