import { expect, test } from 'vitest';
import { Sealed } from '../../server/platform/sealed.ts';

const sealed = new Sealed('a secret of the server, long enough', 'tests');

test('what is sealed opens again, and cannot be read', () => {
  const value = { state: 'abc', redirectFrom: '/requests/view/päckchen' };
  const text = sealed.seal(value);
  expect(text).toMatch(/^[\w-]+$/);
  expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('state');
  expect(sealed.open(text)).toEqual(value);
  expect(sealed.seal(value)).not.toBe(text);
});

test('what was changed anywhere does not open', () => {
  const bytes = Buffer.from(sealed.seal({ a: 1 }), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(sealed.open(changed.toString('base64url'))).toBeNull();
  }
  for (const text of ['', 'x', 'x'.repeat(200), bytes.subarray(0, 20).toString('base64url')])
    expect(sealed.open(text)).toBeNull();
});

test('another purpose or another secret does not open it', () => {
  const text = sealed.seal('a');
  expect(new Sealed('a secret of the server, long enough', 'others').open(text)).toBeNull();
  expect(new Sealed('another secret of the server, as long', 'tests').open(text)).toBeNull();
});
