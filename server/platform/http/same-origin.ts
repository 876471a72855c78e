import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problem.ts';
import type { Settings } from '../settings.ts';

/**
 * An origin as browsers serialize it: scheme, host and port. Anything with another scheme, user info or a path is not a page's origin.
 */
const PLAIN_ORIGIN = /^(https?:)\/\/(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses unsafe methods sent by pages of other sites. Every browser identifies the page's origin on such requests (`Sec-Fetch-Site`,
 * `Origin`) and pages cannot forge either; a request with neither comes from a program, which no page controls. Preflights pass for
 * registered sites only (cross-origin.ts), whose error reports are the one exception.
 */
export function sameOriginOnly(settings: Settings) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (SAFE.has(request.method) || request.sharedWith !== null) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    const sameSite = site === undefined || site === 'same-origin' || site === 'none';
    if (sameSite && (origin === undefined || isOwn(origin, request, settings))) return;
    throw problem(
      403,
      'http.cross-origin',
      'Forbidden',
      'This request came from another site and was not carried out.',
    );
  };
}

function isOwn(origin: string, request: FastifyRequest, settings: Settings): boolean {
  // With a known address, other headers about the host are not trusted.
  if (settings.publicUrl !== null) return origin === settings.publicUrl;
  const [, protocol] = PLAIN_ORIGIN.exec(origin) ?? [];
  if (protocol === undefined) return false;
  // Parsed in the same way, so that an explicit default port makes no difference.
  const own = URL.parse(`${protocol}//${request.host}`)?.host;
  return own !== undefined && own !== '' && own === URL.parse(origin)?.host;
}
