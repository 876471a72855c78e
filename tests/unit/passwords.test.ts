import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import {
  checkNewPassword,
  hashPassword,
  isCommonPassword,
  verifyPassword,
} from '../../server/features/accounts/passwords.ts';

const OWNER = { username: 'ada', displayName: 'Ada Byron-King', email: 'ada.byron@campus.example' };
const check = (password: string) => checkNewPassword(password, OWNER, 'password');

test.each([
  'password12',
  'PassWord12',
  '1234567890',
  'qwertyuiop',
  'q1w2e3r4t5',
  'atrium-demo',
  'Atrium-Demo',
  'Ada.ByronKing',
  'ada.byron@campus.example',
  'aaaaaaaaaaaa',
  // Full-width letters.
  'ｐａｓｓｗｏｒｄ１２',
  'ａｔｒｉｕｍ－ｄｅｍｏ',
  'x'.repeat(300),
])('the password "%s" is refused', async (password) => {
  await expect(check(password)).rejects.toMatchObject({ problem: { status: 400, code: 'account.weak-password' } });
});

test.each(['correct horse battery staple', 'four random words', 'given by the desk', 'T7#kq!vLw2'])(
  'the password "%s" is accepted',
  async (password) => {
    await expect(check(password)).resolves.toBe(undefined);
  },
);

test('the list of common passwords is read as lines, with any query', async () => {
  expect(await isCommonPassword('password12\nqwertyuiop')).toBe(false);
  expect(await isCommonPassword('')).toBe(false);
  expect(await isCommonPassword('ssword12')).toBe(false);
});

describe('a password with accents', () => {
  const composed = 'caf\u00e9 au lait, n\u00e4chste T\u00fcr';
  const decomposed = composed.normalize('NFD');

  test.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('is the same from every keyboard', async (chosen, typed) => {
    const stored = await hashPassword(chosen);
    expect(await verifyPassword(stored, typed)).toBe(true);
    expect(await verifyPassword(stored, chosen)).toBe(true);
    expect(await verifyPassword(stored, 'cafe au lait, nachste Tur')).toBe(false);
    expect(await verifyPassword(null, typed)).toBe(false);
  });

  test('that was stored as typed is still accepted', async () => {
    expect(await verifyPassword(await hash(decomposed), decomposed)).toBe(true);
  });
});
