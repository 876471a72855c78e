import { expect, test } from 'vitest';
import { withoutPasswords } from '../../server/platform/masked.ts';

test.each([
  ['postgres://atrium:s3cret@db.campus/atrium', 'postgres://***@db.campus/atrium'],
  ['smtps://user:p@ss/w:rd?@smtp.campus', 'smtps://***@smtp.campus'],
  ['ldaps://cn=portal:a@one ldaps://b:c@two', 'ldaps://***@one ldaps://***@two'],
  [
    'postgres://db/atrium?user=a&password=s3cret&sslmode=require',
    'postgres://db/atrium?user=a&password=***&sslmode=require',
  ],
  ['https://portal.campus', 'https://portal.campus'],
  ['"Makeshop <makeshop@campus.example>"', '"Makeshop <makeshop@campus.example>"'],
])('%s is shown as %s', (value, shown) => {
  expect(withoutPasswords(value)).toBe(shown);
});
