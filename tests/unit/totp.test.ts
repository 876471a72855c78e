import { expect, test } from 'vitest';
import { base32, matchingStep, otpauthUri, timeStep, totpCode } from '../../server/features/accounts/totp.ts';

const SECRET = Buffer.from('12345678901234567890');

/** Appendix B of RFC 6238, for SHA-1. */
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i the code is %s', (seconds, code) => {
  expect(totpCode(SECRET, timeStep(seconds * 1000), 8)).toBe(code);
  expect(totpCode(SECRET, timeStep(seconds * 1000))).toBe(code.slice(2));
});

test('a code is accepted one step before and after its own, and no further', () => {
  const step = 41_152_263;
  const code = totpCode(SECRET, step);
  const at = (steps: number) => matchingStep(SECRET, code, (step + steps) * 30_000);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
});

test.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 12345'])('is no code: "%s"', (typed) => {
  expect(matchingStep(SECRET, typed, 0)).toBeNull();
});

/** Chapter 10 of RFC 4648, without padding. */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of "%s"', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('the address for apps names site and account', () => {
  expect(otpauthUri(SECRET, { issuer: 'Make & shop', account: 'ada@campus' })).toBe(
    'otpauth://totp/Make%20%26%20shop:ada%40campus?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Make%20%26%20shop',
  );
});
