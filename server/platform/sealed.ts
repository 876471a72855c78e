import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Json } from '../../domain/values/json.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts short values that this server stores elsewhere (in a cookie, in a column) and reads again, with a key
 * derived from the server's secret for one purpose: values sealed for another purpose, or changed, do not open. Their
 * expiry is part of the value, and checked by the caller.
 */
export class Sealed {
  readonly #key: Buffer;

  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `sealed ${purpose}`, 32));
  }

  /** In letters, digits, - and _. */
  seal(value: Json): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()];
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
  }

  open(sealed: string): Json | null {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return JSON.parse(Buffer.concat(text).toString('utf8')) as Json;
    } catch {
      return null;
    }
  }
}
