import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { sessionSecret, type Settings } from '../../platform/settings.ts';

const ADDRESS = /^bounce-([1-9]\d{0,14})-([0-9a-f]{32})$/;
const keys = new WeakMap<Settings, Promise<Buffer>>();

/**
 * The address to which undeliverable mails return: "bounce-17-{signature}@bounces.example.edu". Only recipients and
 * relays of the mail know it. In lower case, since some servers rewrite addresses. Null if no domain is set for them.
 */
export async function bounceAddress(settings: Settings, mailId: number): Promise<string | null> {
  if (settings.bounces === null) return null;
  return `bounce-${mailId}-${signature(await signingKey(settings), mailId)}@${settings.bounces.domain}`;
}

/** The mail whose address it is; null for every other address. */
export async function bouncedMail(settings: Settings, address: string): Promise<number | null> {
  const at = address.lastIndexOf('@');
  const [, id, signed] = ADDRESS.exec(address.slice(0, at).toLowerCase()) ?? [];
  if (id === undefined || signed === undefined) return null;
  if (address.slice(at + 1).toLowerCase() !== settings.bounces?.domain) return null;
  const expected = signature(await signingKey(settings), Number(id));
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signed)) ? Number(id) : null;
}

function signature(key: Buffer, mailId: number): string {
  return createHmac('sha256', key).update(String(mailId)).digest('hex').slice(0, 32);
}

function signingKey(settings: Settings): Promise<Buffer> {
  const known = keys.get(settings);
  if (known) return known;
  const made = sessionSecret(settings).then((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'bounces', 32)));
  keys.set(settings, made);
  return made;
}
