import { isIPv6 } from 'node:net';

/** The rate-limit key of an address. An IPv6 /64, typically one household or host, counts as one address. */
export function addressKey(ip: string): string {
  const address = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const known = tail === undefined ? 0 : tail.split(':').filter(Boolean).length;
  while (tail !== undefined && groups.length + known < 8) groups.push('0');
  return `${groups
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':')}::/64`;
}
