import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the current one whose codes count: clocks differ, and typing takes time. */
const DRIFT = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a time step (RFC 6238 with SHA-1, RFC 4226). */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE(hash[hash.length - 1]! & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function timeStep(now: number): number {
  return Math.floor(now / 1000 / STEP_SECONDS);
}

/** The time step whose code this is; null for a wrong one. `now` in milliseconds. */
export function matchingStep(secret: Buffer, code: string, now: number): number | null {
  if (!isTotpCode(code)) return null;
  const given = Buffer.from(code);
  const current = timeStep(now);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => current - DRIFT + index);
  // All of them, so that the time taken does not tell which one matches.
  return steps.filter((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), given))[0] ?? null;
}

export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** Without padding, as authenticator apps expect it. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The address that authenticator apps read from the QR code. */
export function otpauthUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
