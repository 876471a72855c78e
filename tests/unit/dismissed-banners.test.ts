import { expect, test } from 'vitest';
import { bannerKey } from '../../src/app/shell/dismissedBanners.ts';

test('the key of a text is its own, and one that a selector can contain', () => {
  const texts = [
    '',
    'Closed',
    'closed',
    'Closed.',
    '<p>"Quoted"</p>',
    'Geschlossen – später',
    '🙂',
    'Closed'.repeat(500),
  ];
  const keys = texts.map(bannerKey);
  expect(new Set(keys).size).toBe(texts.length);
  for (const key of keys) expect(key).toMatch(/^[a-z0-9]+$/);
  expect(bannerKey('Closed')).toBe(bannerKey('Closed'));
});
