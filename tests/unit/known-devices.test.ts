import { expect, test } from 'vitest';
import { KNOWN_DAYS, knownDevice, rememberedDevice } from '../../server/features/accounts/known-devices.ts';

const SECRET = 'a secret of the server, long enough';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;

test('a device is known to the accounts that logged in on it, and to no others', () => {
  const one = rememberedDevice(undefined, 'amara', SECRET, NOW);
  const both = rememberedDevice(one, 'bo', SECRET, NOW);
  expect(knownDevice(one, 'amara', SECRET, NOW)).toMatch(/^[\w-]{16}$/);
  expect(knownDevice(one, 'bo', SECRET, NOW)).toBeNull();
  expect(knownDevice(both, 'amara', SECRET, NOW)).toBe(knownDevice(one, 'amara', SECRET, NOW));
  expect(knownDevice(both, 'bo', SECRET, NOW)).not.toBeNull();
  expect(both).not.toContain('amara');
});

test('a device expires, and one from the future is invalid', () => {
  const cookie = rememberedDevice(undefined, 'amara', SECRET, NOW);
  expect(knownDevice(cookie, 'amara', SECRET, NOW + KNOWN_DAYS * DAY)).not.toBeNull();
  expect(knownDevice(cookie, 'amara', SECRET, NOW + (KNOWN_DAYS + 1) * DAY)).toBeNull();
  expect(knownDevice(cookie, 'amara', SECRET, NOW - 2 * DAY)).toBeNull();
});

test('a device cannot be forged without the secret', () => {
  const cookie = rememberedDevice(undefined, 'amara', SECRET, NOW);
  const [id = '', day = '', signature = ''] = cookie.split('.');
  for (const forged of [
    rememberedDevice(undefined, 'amara', 'another secret', NOW),
    `${id}.${Number(day) + 1}.${signature}`,
    `${'x'.repeat(16)}.${day}.${signature}`,
    `${id}.${day}.${'x'.repeat(43)}`,
    `${id}.${day}.`,
    '',
    '~~~',
    'x'.repeat(10_000),
  ])
    expect(knownDevice(forged, 'amara', SECRET, NOW), forged.slice(0, 90)).toBeNull();
});

test('a device keeps the five accounts that logged in last', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const cookie = names.reduce<string | undefined>((sum, name) => rememberedDevice(sum, name, SECRET, NOW), undefined);
  expect(names.map((name) => knownDevice(cookie, name, SECRET, NOW) !== null)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect((cookie ?? '').length).toBeLessThan(500);
});
