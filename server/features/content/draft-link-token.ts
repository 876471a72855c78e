import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a draft link says. `expires`: seconds since 1970. */
export interface DraftLinkClaims {
  pageId: number;
  linkId: number;
  expires: number;
}

/** Signs and verifies draft links, such as "7.12.1790000000.{signature}", with a key derived from the server's secret. */
export class DraftLinkTokens {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'draft links', 32));
  }

  sign({ pageId, linkId, expires }: DraftLinkClaims): string {
    const claims = [pageId, linkId, expires].join('.');
    return `${claims}.${this.#signature(claims).toString('base64url')}`;
  }

  /** Null unless this server signed it. It may have expired since. */
  verify(token: string): DraftLinkClaims | null {
    const [, claims, signature] = /^(\d{1,15}\.\d{1,15}\.\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
    if (claims === undefined || signature === undefined) return null;
    // The last of 43 letters holds bits that decoding drops, so the text is compared.
    const known = Buffer.from(this.#signature(claims).toString('base64url'));
    if (!timingSafeEqual(known, Buffer.from(signature))) return null;
    const [pageId = 0, linkId = 0, expires = 0] = claims.split('.').map(Number);
    return { pageId, linkId, expires };
  }

  #signature(claims: string): Buffer {
    return createHmac('sha256', this.#key).update(claims).digest();
  }
}
