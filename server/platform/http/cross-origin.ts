import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ACCURACY_HEADER } from '../../../domain/declarations/list-total.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The registered site whose page may read the answer; null for all others. Such a request has no session. */
    sharedWith: string | null;
  }
}

/** What pages of a site can call: 'read' public data, 'report' errors. */
export type SharedCall = 'read' | 'report';

export interface SharingOptions {
  /** Null for a route that is not shared. */
  callOf: (request: FastifyRequest) => SharedCall | null;
  /** The same for the address and method that a preflight asks about. */
  requestedCall: (method: string, path: string) => SharedCall | null;
  canSiteCall: (origin: string, call: SharedCall) => Promise<boolean>;
  /** Removes whatever would identify the caller. */
  forgetCaller: (request: FastifyRequest) => void;
}

const METHODS: Record<SharedCall, string> = { read: 'GET, HEAD', report: 'POST' };
const READABLE = `Content-Range, ${ACCURACY_HEADER}, ETag, Retry-After`;

/**
 * Lets pages of registered sites read answers (CORS): exact origins, never with credentials. Register it before the response cache:
 * which origin may read is a header of each response.
 */
export function shareWithSites(
  app: FastifyInstance,
  { callOf, requestedCall, canSiteCall, forgetCaller }: SharingOptions,
): void {
  app.decorateRequest('sharedWith', null);
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined) return undefined;
    if (request.method === 'OPTIONS') return answerPreflight(request, reply, origin);
    const call = callOf(request);
    if (call === null || !(await canSiteCall(origin, call))) return undefined;
    request.sharedWith = origin;
    forgetCaller(request);
    reply.headers(readableBy(origin));
    return undefined;
  });
  // Also without an origin: a cache must not give that answer to a page of a site.
  app.addHook('onSend', async (request, reply) => {
    if (callOf(request) === 'read') reply.header('vary', withOrigin(String(reply.getHeader('vary') ?? '')));
  });

  async function answerPreflight(request: FastifyRequest, reply: FastifyReply, origin: string) {
    const requestedMethod = request.headers['access-control-request-method'];
    const call = requestedMethod === undefined ? null : requestedCall(requestedMethod, request.url.split('?')[0] ?? '');
    if (call === null || !(await canSiteCall(origin, call))) return undefined;
    return reply
      .code(204)
      .headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': METHODS[call],
        'access-control-allow-headers': 'Accept, Content-Type, If-None-Match',
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
        'cache-control': 'no-store',
      })
      .send();
  }
}

/**
 * The headers by which the origin may read this response. Browsers store none: one confirmed by a 304 would be read
 * with its original headers, also by a site without the right.
 */
export function sharedHeaders({ sharedWith }: Pick<FastifyRequest, 'sharedWith'>): Record<string, string> {
  return sharedWith === null ? {} : { ...readableBy(sharedWith), 'cache-control': 'no-store' };
}

function readableBy(origin: string): Record<string, string> {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE };
}

function withOrigin(vary: string): string {
  const names = vary
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names.some((name) => name.toLowerCase() === 'origin') ? vary : [...names, 'Origin'].join(', ');
}
