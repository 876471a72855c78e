import { expect, test } from 'vitest';
import type { EffectiveDay } from '../../domain/hours/hours.ts';
import { errandText, hoursSentence, whereToPay } from '../../domain/requests/errand.ts';

function day(date: string, weekday: number, intervals: EffectiveDay['intervals'], reason: string | null = null) {
  return { date, weekday, intervals, reason, opens: null, closes: null, closures: [] } as unknown as EffectiveDay;
}

const MONDAY = day('2026-11-30', 1, [
  { from: 9, to: 12 },
  { from: 13, to: 24 },
]);

test('the hours of today, or when it opens next and why it is closed', () => {
  expect(hoursSentence([MONDAY])).toBe('Open today, Monday, November 30: 9 AM – 12 PM, 1 PM – 12 AM');
  expect(hoursSentence([day('2026-11-26', 4, [], 'Thanksgiving'), day('2026-11-27', 5, []), MONDAY])).toBe(
    'Closed today, Thursday, November 26 (Thanksgiving); open next on Monday, November 30: 9 AM – 12 PM, 1 PM – 12 AM',
  );
  expect(hoursSentence([])).toBeNull();
});

test('an errand says what is due, until when, where and how, as far as that is known', () => {
  const place = { name: 'Makeshop', room: 'ITLL 1B10', path: null };
  const payment = { kind: 'payment', place, hours: 'Closed today', until: '2026-12-04', note: 'Card only.' } as const;
  expect(errandText(payment, 1250, false)).toBe(
    'Pay $12.50 by Friday, December 4 at Makeshop, ITLL 1B10.\nClosed today.\nCard only.',
  );
  expect(errandText({ ...payment, hours: null, until: null }, 1250, true)).toBe(
    'The price is $12.50. Accept it or ask for a change.\nIf you accept, pay at Makeshop, ITLL 1B10.\nCard only.',
  );
  const bare = { kind: 'pickup', place: null, hours: null, until: null, note: null } as const;
  expect(errandText(bare, 0, false)).toBe('');
  expect(errandText({ ...bare, kind: 'payment' }, 1250, false)).toBe('Pay $12.50.');
  expect(errandText({ ...bare, kind: 'payment' }, 1250, true)).toBe(
    'The price is $12.50. Accept it or ask for a change.',
  );
  expect(whereToPay(payment)).toBe('Where to pay: Makeshop, ITLL 1B10.\nClosed today.\nCard only.');
});
