import { expect, test } from 'vitest';
import { manyLines, oneLine } from '../../server/platform/text-lines.ts';

test.each([
  ['Ada Byron', 'Ada Byron'],
  ['x\r\nBcc: evil@example.org', 'x Bcc: evil@example.org'],
  ['a\r\nb\u202e', 'a b'],
  ['a\u2028b\u2029', 'a b'],
  ['\u2066evil\u2069\u200f\u061c', 'evil'],
  ['a\u0007\u0085\tb', 'a b'],
  ['👩\u200d🔬 é ', '👩\u200d🔬 é '],
])('as one line %j is %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test.each([
  ['a\r\nb\rc\n', 'a\nb\nc\n'],
  ['a\tb\u0007\u001b[31m', 'a\tb[31m'],
  ['a\u2028b', 'a\nb'],
])('as lines %j is %j', (text, lines) => {
  expect(manyLines(text)).toBe(lines);
});
