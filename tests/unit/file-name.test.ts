import { expect, test } from 'vitest';
import { cleanFileName } from '../../server/platform/file-name.ts';

test.each([
  ['plate.png', 'plate.png'],
  ['C:\\photos\\plate.png', 'plate.png'],
  ['../../etc/passwd', 'passwd'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['\u2066a\u2069\u200e\u200f\u061cb.pdf', 'ab.pdf'],
  ['a\u2028\u2029\ufeff\u00ad\u200bb.pdf', 'ab.pdf'],
  ['a\u{e0041}\ue000b.pdf', 'ab.pdf'],
  ['two\u00a0 \u3000words.pdf', 'two words.pdf'],
  [' plate.png ', 'plate.png'],
  ['Überblick – 日本語.pdf', 'Überblick – 日本語.pdf'],
  ['👩‍🔧.png', '👩‍🔧.png'],
  ['می‌خواهم.pdf', 'می‌خواهم.pdf'],
])('%j is called %j', (given, expected) => {
  expect(cleanFileName(given)).toBe(expected);
});

test.each([
  '',
  'a\u0000b.pdf',
  'a\nb.pdf',
  'a\u001bb.pdf',
  'a\u007fb.pdf',
  'a\u0085b.pdf',
  'a\ud800b.pdf',
  ' ',
  '/',
  '\u202e',
  `${'a'.repeat(256)}`,
])('%j is no name', (given) => {
  expect(cleanFileName(given)).toBeNull();
});
