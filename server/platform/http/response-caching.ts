import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../database.ts';
import { bodyIn, PublicCache, type CachedResponse, type CacheFill } from '../public-cache.ts';
import { compress, negotiateEncoding, type Encoding } from './content-encoding.ts';
import { isKnownTag } from './entity-tags.ts';

/**
 * What of the address a response depends on, in one canonical spelling. Null: this request is not served from the cache. The handler
 * must read nothing else of the address: whatever is not in the key is shared by everybody.
 */
export type CacheKeyOf = (request: FastifyRequest) => string | null;

declare module 'fastify' {
  interface FastifyInstance {
    publicCache: PublicCache;
  }
  interface FastifyContextConfig {
    /** Responses to visitors are cached under this key until a row of a cached resource or the permission rules change, or the minute ends. */
    cacheKey?: CacheKeyOf | undefined;
  }
  interface FastifyRequest {
    /** The cache waits for this request's response: it is stored when it is sent, unless the fill is abandoned before. */
    cacheFill: CacheFill | null;
  }
}

export interface ResponseCachingOptions {
  /**
   * Whether the request belongs to nobody: it brings no session, by the same parsed cookies that authentication reads, and none has
   * been resolved for it. Called before and after the request is handled.
   */
  isVisitor: (request: FastifyRequest) => boolean;
  /** Headers that each response has of its own. */
  ownHeaders: (request: FastifyRequest) => Record<string, string>;
}

/** Headers that belong to one response only, or to the encoding in which it was sent. */
const NOT_CACHED = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
  'cache-control',
  'vary',
]);
/** Node sends no body to HEAD. */
const CACHED_METHODS = new Set(['GET', 'HEAD']);
const CACHING_HEADERS = { 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding' };

/**
 * Key of routes that read these query parameters only. Closed routes refuse a request with any other, so that one is left to them;
 * open ones ignore it.
 */
export function keyByQuery(names: readonly string[], { closed }: { closed: boolean }): CacheKeyOf {
  return ({ params, query }) => {
    const given = query as Readonly<Record<string, unknown>>;
    if (closed && Object.keys(given).some((name) => !names.includes(name))) return null;
    return JSON.stringify([params, names.map((name) => given[name] ?? null)]);
  };
}

/**
 * Serves GETs and HEADs of visitors from memory, on routes that have a cache key. Register it behind the cookie parser and before all
 * other hooks: a hit is sent with the headers of the first response, and none of the later hooks runs.
 */
export function cacheResponses(
  app: FastifyInstance,
  db: Db,
  clock: Clock,
  { isVisitor, ownHeaders }: ResponseCachingOptions,
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
    const key = CACHED_METHODS.has(request.method) && isVisitor(request) ? keyOf(request) : null;
    if (key === null) return next();
    const known = cache.peek(key);
    if (known) return sendHit(known, request, reply);
    cache
      .lookup(key)
      .then((found) => {
        if (found.hit) return sendHit(found.hit, request, reply);
        request.cacheFill = found.fill;
        // Whatever becomes of this request, others wait for it no longer than it lives.
        for (const end of ['finish', 'close'] as const) reply.raw.once(end, found.fill.abandon);
        next();
      })
      .catch(next);
  });
  /*
   * The one place where responses are stored. Invariant: nothing made for a session ever enters the cache. Whatever led here, it is
   * checked again on the request as it was authenticated and on the response as it leaves.
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
    return sendFirst(stored, request, reply);
  });
}

/** The response to this request is not to be cached. */
export function abandonFill(request: FastifyRequest): void {
  request.cacheFill?.abandon();
  request.cacheFill = null;
}

function keyOf(request: FastifyRequest): string | null {
  const { url = '', config } = request.routeOptions;
  const key = config.cacheKey?.(request) ?? null;
  return key === null ? null : `${url} ${key}`;
}

/** Whether a response, by its own word, is the same for all visitors: complete, setting no cookie and nowhere said to be private. */
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

/** A tag that the route set, a row's version, says nothing of the bytes: it is passed on and never compared. */
function tagOf({ headers, tag }: CachedResponse, encoding: Encoding | null): { etag: string; isOfBytes: boolean } {
  if (headers['etag'] !== undefined) return { etag: headers['etag'], isOfBytes: false };
  return { etag: encoding ? `"${tag}-${encoding}"` : `"${tag}"`, isOfBytes: true };
}

function isNotModified(request: FastifyRequest, { etag, isOfBytes }: ReturnType<typeof tagOf>): boolean {
  return isOfBytes && isKnownTag(request, etag);
}

/** A hit bypasses Fastify: all that it would do was done for the first response. */
function writeHit(
  response: CachedResponse,
  encoding: Encoding | null,
  request: FastifyRequest,
  { raw }: FastifyReply,
  own: Record<string, string>,
): void {
  const tag = tagOf(response, encoding);
  const body = (encoding && response.compressed[encoding]) ?? response.body;
  const headers = [...headerList(response, tag.etag), ...Object.entries(own).flat()];
  if (isNotModified(request, tag)) {
    raw.writeHead(304, headers).end();
    return;
  }
  if (encoding) headers.push('content-encoding', encoding);
  headers.push('content-length', String(body.length));
  raw.writeHead(200, headers).end(body);
}

const headerLists = new WeakMap<CachedResponse, Map<string, readonly string[]>>();

/** Alternating names and values, which Node writes fastest. */
function headerList(response: CachedResponse, etag: string): readonly string[] {
  let known = headerLists.get(response);
  if (!known) headerLists.set(response, (known = new Map()));
  let list = known.get(etag);
  if (!list) known.set(etag, (list = Object.entries({ ...response.headers, ...CACHING_HEADERS, etag }).flat()));
  return list;
}

/** The response that filled the cache is sent through Fastify, with the same headers as the hits that follow. */
async function sendFirst(response: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const encoding = encodingFor(response, request);
  const tag = tagOf(response, encoding);
  reply.headers({ ...CACHING_HEADERS, etag: tag.etag });
  if (isNotModified(request, tag)) {
    reply.code(304);
    return Buffer.alloc(0);
  }
  if (encoding) reply.header('content-encoding', encoding);
  return bodyIn(response, encoding);
}

/** The body of an uncached response, compressed as the client accepts it. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer> {
  const encoding = negotiateEncoding(request.headers['accept-encoding'], body.length);
  reply.header('vary', CACHING_HEADERS.vary);
  if (!encoding) return body;
  reply.header('content-encoding', encoding);
  return compress(body, encoding);
}
