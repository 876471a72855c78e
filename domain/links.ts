/**
 * Addresses that people write into cards: a page of this site ("/content/static/about"), a web address with or without its
 * protocol ("https://campus.example/map", "campus.example/map"), "mailto:" or "tel:".
 */

/** Format "link" of schemas. Linear time; no flags but i, so that it stands in generated validators. */
export const LINK =
  /^(?:\/(?![/\\])[^\s"<>\\]*|(?:https?:\/\/|mailto:|tel:)[^\s"<>\\]+|(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?::\d{1,5})?(?:[/?#][^\s"<>\\]*)?)$/i;

/** The href of such an address: one without a protocol gets https. Null for what is none, "javascript:alert(1)" for instance. */
export function linkHref(link: string): string | null {
  const text = link.trim();
  if (!LINK.test(text)) return null;
  return /^(?:\/|https?:\/\/|mailto:|tel:)/i.test(text) ? text : `https://${text}`;
}

const EMAIL = /^[^\s"<>\\/:?#@]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}$/i;

/** The address that somebody means who types this: an e-mail address stands for "mailto:" and itself. All else as it is. */
export function typedLink(text: string): string {
  const typed = text.trim();
  return EMAIL.test(typed) ? `mailto:${typed}` : typed;
}

/** Whether an href leads to a page of this site, not to a file or call of its server or to another site. */
export function isPageHref(href: string): boolean {
  return href.startsWith('/') && !/^\/api(\/|$|[?#])/i.test(href);
}
