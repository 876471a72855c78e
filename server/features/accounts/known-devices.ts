import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const KNOWN_DAYS = 180;
/** Accounts remembered per device; the least recent login is dropped first. */
const MAX_ACCOUNTS = 5;
const DAY = 86_400_000;
const ENTRY = /^([\w-]{16})\.(\d{1,6})\.([\w-]{43})$/;

/**
 * Proof that an account has logged in on this device. It grants no access; it only exempts the device from limits that others
 * exhausted.
 */
interface Entry {
  /** Random, so that attempts from this device are counted separately. */
  id: string;
  /** Day of the login, as days since 1970. */
  day: number;
  signature: string;
}

/** The device's id if its signed cookie says that `account` has logged in on it, otherwise null. `now` in milliseconds. */
export function knownDevice(cookie: string | undefined, account: string, secret: string, now: number): string | null {
  const entry = readEntries(cookie).find((one) => !isExpired(one, now) && isSignedFor(one, account, secret));
  return entry?.id ?? null;
}

export function rememberedDevice(cookie: string | undefined, account: string, secret: string, now: number): string {
  const others = readEntries(cookie).filter((one) => !isExpired(one, now) && !isSignedFor(one, account, secret));
  const entry = { id: randomBytes(12).toString('base64url'), day: Math.floor(now / DAY) };
  return [{ ...entry, signature: signatureOf(entry, account, secret) }, ...others.slice(0, MAX_ACCOUNTS - 1)]
    .map(({ id, day, signature }) => `${id}.${day}.${signature}`)
    .join('~');
}

function readEntries(cookie: string | undefined): Entry[] {
  return (cookie ?? '')
    .split('~')
    .slice(0, MAX_ACCOUNTS)
    .flatMap((text) => {
      const [, id, day, signature] = ENTRY.exec(text) ?? [];
      return id === undefined || signature === undefined ? [] : [{ id, day: Number(day), signature }];
    });
}

function isExpired({ day }: Entry, now: number): boolean {
  const age = Math.floor(now / DAY) - day;
  return age < 0 || age > KNOWN_DAYS;
}

function isSignedFor(entry: Entry, account: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(entry.signature), Buffer.from(signatureOf(entry, account, secret)));
}

/** Only signed: the cookie does not reveal who has logged in. */
function signatureOf({ id, day }: Pick<Entry, 'id' | 'day'>, account: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['known device', id, day, account]))
    .digest('base64url');
}
