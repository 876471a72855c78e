import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { viewsByDay } from '../../server/features/demo/seed-views.ts';

const now = DateTime.fromISO('2026-03-12T15:30:00', { zone: 'America/Denver' });
const page = { pageName: 'Safety', path: '/content/static/safety', category: 'Policies', weekly: 700 };
const history = { weeks: [0, 1, 2], days: [1, 1, 1, 1, 1, 1, 1], pages: [page] };

test('the days run up to today, across a change of clocks, and a day without views is left out', () => {
  const days = viewsByDay(history, now).map(({ day }) => day);
  expect(days).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
    '2026-03-09',
    '2026-03-10',
    '2026-03-11',
    '2026-03-12',
  ]);
});

test('a week has about the declared number of views, and the same each time', () => {
  const views = viewsByDay(history, now);
  const usual = views.slice(0, 7).reduce((sum, row) => sum + row.views, 0);
  expect(usual).toBeGreaterThan(700 * 0.75);
  expect(usual).toBeLessThan(700 * 1.25);
  expect(viewsByDay(history, now)).toEqual(views);
  expect(views[0]).toEqual({
    pageName: 'Safety',
    path: '/content/static/safety',
    category: 'Policies',
    day: '2026-03-02',
    views: expect.any(Number),
  });
});
