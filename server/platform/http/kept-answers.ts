import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database.ts';
import {
  bodyIn,
  chosenEncoding,
  pack,
  PublicCache,
  type Encoding,
  type KeptAnswer,
  type Ticket,
} from '../public-cache.ts';
import { isKnownTag } from './entity-tags.ts';

type Duty = Extract<Ticket, { answer: null }>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers to visitors are kept in memory until a row of a cached resource or the permission rules change, or the minute ends. */
    cached?: boolean;
  }
  interface FastifyRequest {
    duty: Duty | null;
  }
}

export interface Keeping {
  /** Whether nobody is logged in, by a glance at the headers. */
  isVisitor: (request: FastifyRequest) => boolean;
  /** Headers that each answer has of its own. */
  ownHeaders: (request: FastifyRequest) => Record<string, string>;
}

/** What an answer's headers say of one request only, or of the form in which it travels. */
const NOT_KEPT = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
  'cache-control',
  'vary',
]);
/** Node sends no body to HEAD. */
const READING = new Set(['GET', 'HEAD']);
const CACHING = { 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding' };

/**
 * Answers GETs and HEADs of routes that are `cached` from memory to visitors. To be called before anything else adds hooks: what is kept is
 * sent with the headers of the first time, and none of the others runs.
 */
export function keepAnswers(app: FastifyInstance, db: Db, { isVisitor, ownHeaders }: Keeping): void {
  const cache = new PublicCache(db);
  const send = (answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    const encoding = encodingFor(answer, request);
    if (encoding === null || answer.packed[encoding]) write(answer, encoding, request, reply, ownHeaders(request));
    else
      void bodyIn(answer, encoding).then(
        () => write(answer, encoding, request, reply, ownHeaders(request)),
        (error: Error) => reply.raw.destroy(error),
      );
  };
  app.decorateRequest('duty', null);
  app.addHook('onRequest', (request, reply, next) => {
    if (!READING.has(request.method) || request.routeOptions.config.cached !== true || !isVisitor(request))
      return next();
    const known = cache.known(request.url);
    if (known) return send(known, request, reply);
    cache
      .ask(request.url)
      .then((ticket) => {
        if (ticket.answer) return send(ticket.answer, request, reply);
        request.duty = ticket;
        // Whatever becomes of this request, nobody waits for it longer than it lives.
        for (const end of ['finish', 'close'] as const) reply.raw.once(end, ticket.giveUp);
        next();
      })
      .catch(next);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { duty } = request;
    if (!duty || reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    request.duty = null;
    return presented(
      duty.keep(keptHeaders(reply, Object.keys(ownHeaders(request))), Buffer.from(payload)),
      request,
      reply,
    );
  });
}

function keptHeaders(reply: FastifyReply, own: string[]): Record<string, string> {
  const all = Object.entries(reply.getHeaders()).filter(
    ([name, value]) => value !== undefined && !NOT_KEPT.has(name) && !own.includes(name),
  );
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)]));
}

function encodingFor({ body }: KeptAnswer, request: FastifyRequest): Encoding | null {
  return chosenEncoding(request.headers['accept-encoding'], body.length);
}

/** A tag of the answer's own, a row's version, says nothing of the bytes: it is passed on and never compared. */
function tagOf({ headers, tag }: KeptAnswer, encoding: Encoding | null): { etag: string; isOfBytes: boolean } {
  if (headers['etag'] !== undefined) return { etag: headers['etag'], isOfBytes: false };
  return { etag: encoding ? `"${tag}-${encoding}"` : `"${tag}"`, isOfBytes: true };
}

function isUnchanged(request: FastifyRequest, { etag, isOfBytes }: ReturnType<typeof tagOf>): boolean {
  return isOfBytes && isKnownTag(request, etag);
}

/** Past Fastify: all that it would do has been done. */
function write(
  answer: KeptAnswer,
  encoding: Encoding | null,
  request: FastifyRequest,
  { raw }: FastifyReply,
  own: Record<string, string>,
): void {
  const tag = tagOf(answer, encoding);
  const body = (encoding && answer.packed[encoding]) ?? answer.body;
  const headers = [...headersOf(answer, tag.etag), ...Object.entries(own).flat()];
  if (isUnchanged(request, tag)) {
    raw.writeHead(304, headers).end();
    return;
  }
  if (encoding) headers.push('content-encoding', encoding);
  headers.push('content-length', String(body.length));
  raw.writeHead(200, headers).end(body);
}

const lists = new WeakMap<KeptAnswer, Map<string, readonly string[]>>();

/** Names and values in turns, as Node writes them with the least ado. */
function headersOf(answer: KeptAnswer, etag: string): readonly string[] {
  let known = lists.get(answer);
  if (!known) lists.set(answer, (known = new Map()));
  let list = known.get(etag);
  if (!list) known.set(etag, (list = Object.entries({ ...answer.headers, ...CACHING, etag }).flat()));
  return list;
}

/** The first time, through Fastify. */
async function presented(answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const encoding = encodingFor(answer, request);
  const tag = tagOf(answer, encoding);
  reply.headers({ ...CACHING, etag: tag.etag });
  if (isUnchanged(request, tag)) {
    reply.code(304);
    return Buffer.alloc(0);
  }
  if (encoding) reply.header('content-encoding', encoding);
  return bodyIn(answer, encoding);
}

/** Packs what is made for one caller. */
export async function packed(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer> {
  const encoding = chosenEncoding(request.headers['accept-encoding'], body.length);
  reply.header('vary', CACHING.vary);
  if (!encoding) return body;
  reply.header('content-encoding', encoding);
  return pack(body, encoding);
}
