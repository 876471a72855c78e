import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const TOKEN = /^((?:[A-Za-z0-9_-]{1,80}\.){1,8})([A-Za-z0-9_-]{43})$/;

/**
 * Signs short claims for links, such as "7.12.1790000000.{signature}", with a key derived from the server's secret for
 * one purpose: tokens of another purpose are refused. Claims are readable by anyone with the link. Their expiry is one
 * of them, and checked by the caller.
 */
export class SignedTokens {
  readonly #key: Buffer;

  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  }

  /** Each claim has 1 to 80 letters, digits, - or _. */
  sign(claims: readonly (string | number)[]): string {
    const said = claims.join('.');
    return `${said}.${this.#signature(said)}`;
  }

  verify(token: string): string[] | null {
    const [, claims, signature] = TOKEN.exec(token) ?? [];
    if (claims === undefined || signature === undefined) return null;
    const said = claims.slice(0, -1);
    // The last of 43 letters holds bits that decoding drops, so the text is compared.
    if (!timingSafeEqual(Buffer.from(this.#signature(said)), Buffer.from(signature))) return null;
    return said.split('.');
  }

  #signature(claims: string): string {
    return createHmac('sha256', this.#key).update(claims).digest('base64url');
  }
}
