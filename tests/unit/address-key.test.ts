import { expect, test } from 'vitest';
import { addressKey, networkKey } from '../../server/platform/address-key.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:db8:1:23ff::9', '2001:db8:1:2300::/56'],
  ['2001:DB8:1:2301::9', '2001:db8:1:2300::/56'],
  ['2001:db8::9', '2001:db8:0:0::/56'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:0::/56'],
  ['2001:db8:1:2:3::192.0.2.7', '2001:db8:1:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['account 7', 'account 7'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::9', '2001:db8:0::/48'],
  ['::ffff:192.0.2.7', null],
  ['192.0.2.7', null],
  ['account 7', null],
])('the network of %s is %s', (ip, key) => {
  expect(networkKey(ip)).toBe(key);
});
