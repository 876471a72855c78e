import { expect, test } from 'vitest';
import { checkNewPassword, isCommonPassword } from '../../server/features/accounts/passwords.ts';

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

test('the list of common passwords is read as lines, whatever is asked', async () => {
  expect(await isCommonPassword('password12\nqwertyuiop')).toBe(false);
  expect(await isCommonPassword('')).toBe(false);
  expect(await isCommonPassword('ssword12')).toBe(false);
});
