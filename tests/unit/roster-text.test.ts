import { expect, test } from 'vitest';
import { decodeRoster } from '../../src/console/resources/classes/rosterText.ts';

const bytes = (...values: number[]) => new Uint8Array(values);

test.each([
  ['UTF-8', bytes(0x5a, 0x6f, 0xc3, 0xab), 'Zoë'],
  ['UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x5a, 0x6f, 0xc3, 0xab), 'Zoë'],
  ['Windows-1252', bytes(0x5a, 0x6f, 0xeb, 0x20, 0x93, 0x80, 0x94), 'Zoë “€”'],
  ['UTF-16, small end first', bytes(0xff, 0xfe, 0x5a, 0, 0xeb, 0), 'Zë'],
  ['UTF-16, big end first', bytes(0xfe, 0xff, 0, 0x5a, 0, 0xeb), 'Zë'],
  ['UTF-16 without a byte order mark, small end first', bytes(0x5a, 0, 0xeb, 0), 'Zë'],
  ['UTF-16 without a byte order mark, big end first', bytes(0, 0x5a, 0, 0xeb), 'Zë'],
  ['nothing', bytes(), ''],
])('%s is read', (_, given, text) => {
  expect(decodeRoster(given)).toBe(text);
});
