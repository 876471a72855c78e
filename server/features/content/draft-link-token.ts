import { SignedTokens } from '../../platform/signed-tokens.ts';

/** What a draft link says. `expires`: seconds since 1970. */
export interface DraftLinkClaims {
  pageId: number;
  linkId: number;
  expires: number;
}

/** Signs and verifies draft links, such as "7.12.1790000000.{signature}". */
export class DraftLinkTokens {
  readonly #tokens: SignedTokens;

  constructor(secret: string) {
    this.#tokens = new SignedTokens(secret, 'draft links');
  }

  sign({ pageId, linkId, expires }: DraftLinkClaims): string {
    return this.#tokens.sign([pageId, linkId, expires]);
  }

  /** Null unless this server signed it. It may have expired since. */
  verify(token: string): DraftLinkClaims | null {
    const [pageId, linkId, expires] = (this.#tokens.verify(token) ?? []).map(Number);
    if (pageId === undefined || linkId === undefined || expires === undefined) return null;
    return { pageId, linkId, expires };
  }
}
