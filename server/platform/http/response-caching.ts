import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../database.ts';
import { bodyIn, PublicCache, type CachedResponse, type CacheFill } from '../public-cache.ts';
import { compress, negotiateEncoding, type Encoding } from '../content-encoding.ts';
import { matchesEntityTag } from './entity-tags.ts';

/**
 * The canonical form of the part of the address that the response depends on. Null: do not cache this request. The handler must read
 * nothing else of the address, because everything outside the key is shared.
 */
export type CacheKeyOf = (request: FastifyRequest) => string | null;

declare module 'fastify' {
  interface FastifyInstance {
    publicCache: PublicCache;
  }
  interface FastifyContextConfig {
    /**
     * Responses to visitors are cached under this key until a row of a cached resource or the permission rules change, or the minute
     * ends.
     */
    cacheKey?: CacheKeyOf | undefined;
  }
  interface FastifyRequest {
    /** The fill that this request holds: its response is stored when it is sent, unless the fill is abandoned first. */
    cacheFill: CacheFill | null;
  }
}

export interface ResponseCachingOptions {
  /** Whether a cached response is allowed; otherwise, the hooks that follow refuse the request. */
  isAcceptable: (request: FastifyRequest) => boolean;
  /**
   * Whether the request is a visitor's: it carries no session token, by the same parsed cookies that authentication reads, and no
   * session has been resolved for it. Called before and after the handler.
   */
  isVisitor: (request: FastifyRequest) => boolean;
  /** Headers that differ per response. */
  ownHeaders: (request: FastifyRequest) => Record<string, string>;
}

/** Headers of a single response, or of the encoding in which it was sent. */
const NOT_CACHED = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
  'cache-control',
  'vary',
]);
const CACHED_METHODS = new Set(['GET', 'HEAD']);
const CACHING_HEADERS = { vary: 'Cookie, Accept-Encoding, Origin' };
/** Unless the response's own headers say otherwise. */
const REVALIDATED = { 'cache-control': 'no-cache' };

/**
 * Key of routes that read only these query parameters. Closed routes refuse any other parameter, so such requests are passed on to
 * them; open routes ignore it.
 */
export function keyByQuery(names: readonly string[], { closed }: { closed: boolean }): CacheKeyOf {
  return ({ params, query }) => {
    const given = query as Readonly<Record<string, unknown>>;
    if (closed && Object.keys(given).some((name) => !names.includes(name))) return null;
    return JSON.stringify([params, names.map((name) => given[name] ?? null)]);
  };
}

/**
 * Serves visitors' GET and HEAD requests from memory on routes with a cache key. Register it after the cookie parser and before all
 * other hooks: a hit is sent with the cached headers and skips the later hooks.
 */
export function cacheResponses(
  app: FastifyInstance,
  db: Db,
  clock: Clock,
  { isAcceptable, isVisitor, ownHeaders }: ResponseCachingOptions,
): void {
  const cache = new PublicCache(db, clock);
  const sendHit = (hit: CachedResponse, request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    const encoding = encodingFor(hit, request);
    if (encoding === null || hit.compressed[encoding]) writeHit(hit, encoding, request, reply, ownHeaders(request));
    else
      void bodyIn(hit, encoding).then(
        () => writeHit(hit, encoding, request, reply, ownHeaders(request)),
        (error: Error) => reply.raw.destroy(error),
      );
  };
  app.decorate('publicCache', cache);
  app.decorateRequest('cacheFill', null);
  app.addHook('onRequest', (request, reply, next) => {
    const isCached = CACHED_METHODS.has(request.method) && isVisitor(request) && isAcceptable(request);
    const key = isCached ? cacheKeyOf(request) : null;
    if (key === null) return next();
    const known = cache.peek(key);
    if (known) return sendHit(known, request, reply);
    cache
      .lookup(key)
      .then((found) => {
        if (found.hit) return sendHit(found.hit, request, reply);
        request.cacheFill = found.fill;
        // Its waiters are released when it ends, in any way.
        for (const end of ['finish', 'close'] as const) reply.raw.once(end, found.fill.abandon);
        next();
      })
      .catch(next);
  });
  /*
   * The only place where responses are stored. Invariant: no response made for a session enters the cache. It is verified again here,
   * on the request after authentication and on the response as it leaves.
   */
  app.addHook('onSend', async (request, reply, payload) => {
    const fill = request.cacheFill;
    if (!fill || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    if (!isVisitor(request) || !isForEverybody(reply)) {
      abandonFill(request);
      return payload;
    }
    request.cacheFill = null;
    const stored = fill.store(cachedHeaders(reply, Object.keys(ownHeaders(request))), Buffer.from(payload));
    return sendFirst(stored, request, reply, ownHeaders(request));
  });
}

/** Prevents the response to this request from being cached. */
export function abandonFill(request: FastifyRequest): void {
  request.cacheFill?.abandon();
  request.cacheFill = null;
}

function cacheKeyOf(request: FastifyRequest): string | null {
  const { url = '', config } = request.routeOptions;
  const key = config.cacheKey?.(request) ?? null;
  return key === null ? null : `${url} ${key}`;
}

function isForEverybody(reply: FastifyReply): boolean {
  const cacheControl = String(reply.getHeader('cache-control') ?? '');
  return reply.statusCode === 200 && !reply.hasHeader('set-cookie') && !/\b(?:no-store|private)\b/i.test(cacheControl);
}

function cachedHeaders(reply: FastifyReply, own: string[]): Record<string, string> {
  const all = Object.entries(reply.getHeaders()).filter(
    ([name, value]) => value !== undefined && !NOT_CACHED.has(name) && !own.includes(name),
  );
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)]));
}

function encodingFor({ body }: CachedResponse, request: FastifyRequest): Encoding | null {
  return negotiateEncoding(request.headers['accept-encoding'], body.length);
}

/** An ETag set by the route (a row's version) does not identify the bytes: it is passed on but never compared. */
function responseTag(
  { headers, tag }: CachedResponse,
  encoding: Encoding | null,
): { etag: string; isOfBytes: boolean } {
  if (headers['etag'] !== undefined) return { etag: headers['etag'], isOfBytes: false };
  return { etag: encoding ? `"${tag}-${encoding}"` : `"${tag}"`, isOfBytes: true };
}

function isNotModified(request: FastifyRequest, { etag, isOfBytes }: ReturnType<typeof responseTag>): boolean {
  return isOfBytes && matchesEntityTag(request, etag);
}

/** A hit bypasses Fastify, which has already processed the cached response. */
function writeHit(
  response: CachedResponse,
  encoding: Encoding | null,
  request: FastifyRequest,
  { raw }: FastifyReply,
  own: Record<string, string>,
): void {
  const tag = responseTag(response, encoding);
  const body = (encoding && response.compressed[encoding]) ?? response.body;
  const headers = [...headerList(response, tag.etag), ...Object.entries({ ...REVALIDATED, ...own }).flat()];
  if (isNotModified(request, tag)) {
    raw.writeHead(304, headers).end();
    return;
  }
  if (encoding) headers.push('content-encoding', encoding);
  headers.push('content-length', String(body.length));
  raw.writeHead(200, headers).end(body);
}

const headerLists = new WeakMap<CachedResponse, Map<string, readonly string[]>>();

/** A flat list of names and values, Node's fastest form. */
function headerList(response: CachedResponse, etag: string): readonly string[] {
  let known = headerLists.get(response);
  if (!known) headerLists.set(response, (known = new Map()));
  let list = known.get(etag);
  if (!list) known.set(etag, (list = Object.entries({ ...response.headers, ...CACHING_HEADERS, etag }).flat()));
  return list;
}

/** The response that fills the cache is sent through Fastify, with the same headers as later hits. */
async function sendFirst(
  response: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
  own: Record<string, string>,
): Promise<Buffer> {
  const encoding = encodingFor(response, request);
  const tag = responseTag(response, encoding);
  reply.headers({ ...CACHING_HEADERS, etag: tag.etag, ...REVALIDATED, ...own });
  if (isNotModified(request, tag)) {
    reply.code(304);
    return Buffer.alloc(0);
  }
  if (encoding) reply.header('content-encoding', encoding);
  return bodyIn(response, encoding);
}

/** The body of an uncached response, encoded as the client accepts. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer> {
  const encoding = negotiateEncoding(request.headers['accept-encoding'], body.length);
  reply.header('vary', CACHING_HEADERS.vary);
  if (!encoding) return body;
  reply.header('content-encoding', encoding);
  return compress(body, encoding);
}
