import { expect, test } from 'vitest';
import { randomId } from '../../src/ui/browserApis.ts';
import { sha256 } from '../../src/ui/deviceApis.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('random ids are UUIDs without the help of a secure context', () => {
  const ids = Array.from({ length: 1000 }, randomId);
  expect(ids.filter((id) => !UUID.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a digest is null where the browser does not hash', async () => {
  const bytes = new TextEncoder().encode('code');
  expect(Buffer.from((await sha256(bytes)) ?? []).toString('hex')).toMatch(/^5694d08a2e53ffca/);
  const { subtle } = crypto;
  Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
  try {
    expect(await sha256(bytes)).toBe(null);
  } finally {
    Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
  }
});
