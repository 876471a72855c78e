import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readable } from '../../server/platform/http/unreadable-address.ts';

test.each([
  ['/%', '/%25'],
  ['/a%20b/%zz', '/a%20b/%25zz'],
  ['/content/static/%E0%A4%A?x=%', '/content/static/%25E0%25A4%25A?x=%'],
  ['/%00/a?b=%00', '/%EF%BF%BD/a?b=%EF%BF%BD'],
  ['/content/static/about?x=1', '/content/static/about?x=1'],
])('the nearest address to %s is %s', (given, wanted) => {
  expect(readable(given)).toBe(wanted);
});

test('the nearest address of any can be read', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const [path = ''] = readable(`/${text}`).split(/[?#]/);
      expect(() => decodeURIComponent(path)).not.toThrow();
      expect(path).not.toContain('%00');
    }),
  );
});
