import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problem.ts';
import type { Settings } from '../settings.ts';

/** As browsers write it: scheme, host and port, and nothing else. Another scheme, a user name or a path is no page of a site. */
const PLAIN_ORIGIN = /^(https?:)\/\/(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses unsafe methods that another site's page sent. Every browser names the page's origin on such requests
 * (`Sec-Fetch-Site`, `Origin`), and a page cannot forge either; a request with neither comes from a program, which no
 * visited page can steer. No cross-origin answer is ever allowed, so JSON and raw bodies cannot pass a preflight either.
 */
export function sameOriginOnly(settings: Settings) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (SAFE.has(request.method)) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    const sameSite = site === undefined || site === 'same-origin' || site === 'none';
    if (sameSite && (origin === undefined || isOwn(origin, request, settings))) return;
    throw problem(
      403,
      'http.cross-origin',
      'Forbidden',
      'This call was sent by another site, so it was not carried out.',
    );
  };
}

function isOwn(origin: string, request: FastifyRequest, settings: Settings): boolean {
  if (settings.publicUrl !== null && origin === settings.publicUrl) return true;
  const [, protocol] = PLAIN_ORIGIN.exec(origin) ?? [];
  if (protocol === undefined) return false;
  // Parsed alike, so that a default port written out is the same as none.
  const own = URL.parse(`${protocol}//${request.host}`)?.host;
  return own !== undefined && own !== '' && own === URL.parse(origin)?.host;
}
