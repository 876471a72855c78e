/**
 * Addresses that people enter in cards: a page of this site ("/content/static/about"), a web address with or without a protocol
 * ("https://campus.example/map", "campus.example/map"), "mailto:" or "tel:".
 */

/** The format "link" of schemas. Matches in linear time; only the flag i, because it is embedded in generated validators. */
export const LINK =
  /^(?:\/(?![/\\])[^\s"<>\\]*|https?:\/\/[^\s"<>\\]+|(?:mailto:|tel:)[^\s"<>\\?][^\s"<>\\]*|(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?::\d{1,5})?(?:[/?#][^\s"<>\\]*)?)$/i;

/**
 * The href of such an address, with https added where the protocol is missing. Null for anything else, such as "javascript:alert(1)".
 */
export function linkHref(link: string): string | null {
  const text = link.trim();
  if (!LINK.test(text)) return null;
  return /^(?:\/|https?:\/\/|mailto:|tel:)/i.test(text) ? text : `https://${text}`;
}

const EMAIL = /^[^\s"<>\\/:?#@]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}$/i;

/** Normalizes a typed address: an email address gets "mailto:"; anything else is returned unchanged. */
export function typedLink(text: string): string {
  const typed = text.trim();
  return EMAIL.test(typed) ? `mailto:${typed}` : typed;
}

/** Whether an href leads to a page of this site rather than to a file, an API call or another site. */
export function isPageHref(href: string): boolean {
  return href.startsWith('/') && !/^\/api(\/|$|[?#])/i.test(href);
}
