import { expect, test } from 'vitest';
import { readSize, formatSize } from '../../src/ui/formatSize.ts';

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 kB'],
  [25 * 1024 * 1024, '25 MB'],
  [3 * 1024 ** 4, '3072 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
  expect(readSize(words)).toBe(bytes);
});

test.each([
  ['1,024', 1024],
  [' 200KB ', 200 * 1024],
  ['.5 mb', 512 * 1024],
  ['7 byte', 7],
  ['7b', 7],
  ['', undefined],
  ['large', undefined],
  ['1.2.3', undefined],
  ['-5 MB', undefined],
  ['5 TB', undefined],
])('%s is read as %s', (typed, bytes) => {
  expect(readSize(typed)).toBe(bytes);
});
