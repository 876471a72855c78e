import { linkHref } from '../../domain/links.ts';

export interface LinkTarget { href: string; /** A page of this app: reached without loading a document. */ isPage: boolean; isElsewhere: boolean }

/** Where an address that staff wrote leads; null for what is no address. Files and calls below /api are no pages. */
export function linkTarget(link: string | undefined): LinkTarget | null {
  const href = link === undefined ? null : linkHref(link);
  if (href === null) return null;
  const isPath = href.startsWith('/');
  return { href, isPage: isPath && !/^\/api(\/|$)/i.test(href), isElsewhere: /^https?:/i.test(href) };
}
