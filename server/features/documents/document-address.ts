import { matchRoute } from '../../../domain/access/match-route.ts';
import type { RouteDeclaration } from '../../../domain/declarations/model.ts';

export interface DocumentAddress {
  path: string;
  /** Empty, or "?" and the declared parameters. */
  search: string;
}

const SITE = 'http://document.invalid';

/**
 * The address under which a document is rendered and cached: the path and the declared query parameters, each once and in declared
 * order. Other parameters (campaign tags, noise) lead to the same document.
 */
export function documentAddress(url: string, routes: readonly RouteDeclaration[]): DocumentAddress {
  const { pathname: path, searchParams } = new URL(url.startsWith('/') ? `${SITE}${url}` : url, SITE);
  if (searchParams.size === 0) return { path, search: '' };
  const declared = new URLSearchParams();
  for (const name of matchRoute(path, routes)?.route.query ?? []) {
    const value = searchParams.get(name);
    if (value !== null) declared.set(name, value);
  }
  return { path, search: declared.size === 0 ? '' : `?${declared.toString()}` };
}
