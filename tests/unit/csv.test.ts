import { expect, test } from 'vitest';
import { csvCell } from '../../domain/values/csv.ts';

const BLANKS = [
  '',
  ' ',
  '  ',
  '\t',
  '\r',
  '\n',
  '\v',
  '\f',
  '\u0000',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u00ad',
];
const UNSEEN = ['\u1680', '\u2003', '\u2028', '\u202e', '\u2066', '\u200b', '\u2060', '\u3000', '\ufeff', '\u{e0020}'];

test.each([...BLANKS, ...UNSEEN, ' \u00a0\ufeff '].map((start) => [JSON.stringify(start), start] as const))(
  'a formula behind %s is text',
  (_name, start) => {
    for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠'])
      expect(csvCell(`${start}${sign}1+1`).replace(/^"/, '').startsWith("'"), sign).toBe(true);
  },
);

test.each(['Laser', ' Laser = light', '5 - 3', 'a@b.example', '', '   ', 'ünder'])('%j stays as it is', (text) => {
  expect(csvCell(text)).toBe(text);
});

test('quotes and separators are quoted', () => {
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  expect(csvCell('=1;2')).toBe('"\'=1;2"');
});
