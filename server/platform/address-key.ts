import { isIPv6 } from 'node:net';

/** The rate-limit key of a client. An IPv6 /56, what one customer or household gets, counts as one address; other names stay as they are. */
export function addressKey(ip: string): string {
  const address = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  const groups = ipv6Groups(address);
  if (groups === null) return address;
  const [first, second, third, fourth = 0] = groups;
  return `${prefixText([first, second, third, fourth & 0xff00])}::/56`;
}

/** The /48 of an IPv6 address, what one organization gets; null for any other client. */
export function networkKey(ip: string): string | null {
  if (ip.startsWith('::ffff:')) return null;
  const groups = ipv6Groups(ip);
  return groups === null ? null : `${prefixText(groups.slice(0, 3))}::/48`;
}

function prefixText(groups: readonly (number | undefined)[]): string {
  return groups.map((group = 0) => group.toString(16)).join(':');
}

function ipv6Groups(address: string): number[] | null {
  if (!isIPv6(address)) return null;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  // A dotted IPv4 address at the end stands for two groups.
  const length = (part: string): number =>
    part.split(':').filter(Boolean).length + (part.split(':').at(-1)?.includes('.') ? 1 : 0);
  const known = tail === undefined ? 0 : length(tail);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  while (tail !== undefined && groups.length + known < 8) groups.push('0');
  return [...groups, ...after].slice(0, 4).map((group) => parseInt(group, 16));
}
