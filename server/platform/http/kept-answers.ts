import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database.ts';
import { chosenEncoding, pack, PublicCache, type KeptAnswer, type Ticket } from '../public-cache.ts';

type Duty = Extract<Ticket, { answer: null }>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers to visitors are kept in memory until a row of a cached resource or the permission rules change, or the minute ends. */
    cached?: boolean;
  }
  interface FastifyRequest { duty: Duty | null }
}

const KEPT_HEADERS = ['content-type', 'content-range', 'access-control-expose-headers', 'etag'];

/** Answers GETs of routes that are `cached` from memory when `isVisitor`. Must stand before whatever costs. */
export function keepAnswers(app: FastifyInstance, db: Db, isVisitor: (request: FastifyRequest) => boolean): void {
  const cache = new PublicCache(db);
  app.decorateRequest('duty', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.routeOptions.config.cached !== true || !isVisitor(request)) return;
    const ticket = await cache.ask(request.url);
    if (ticket.answer) return reply.send(await presented(ticket.answer, request, reply));
    request.duty = ticket;
    // Whatever becomes of this request, nobody waits for it longer than it lives.
    for (const end of ['finish', 'close'] as const) reply.raw.once(end, ticket.giveUp);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { duty } = request;
    if (!duty || reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    request.duty = null;
    const headers = Object.fromEntries(KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])));
    return presented(duty.keep(headers, Buffer.from(payload)), request, reply);
  });
}

/** Sets the headers of a kept answer and gives its bytes, none when the client has them. A tag of the answer's own, a row's version, is none of the bytes. */
async function presented({ headers, tag, body, encoded }: KeptAnswer, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const encoding = chosenEncoding(request.headers['accept-encoding'], body.length);
  const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
  reply.headers({ etag, ...headers, 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding' });
  if (headers['etag'] === undefined && matches(request.headers['if-none-match'], etag)) {
    reply.code(304);
    return Buffer.alloc(0);
  }
  if (!encoding) return body;
  reply.header('content-encoding', encoding);
  return encoded(encoding);
}

/** Packs what is made for one caller. */
export async function packed(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer> {
  const encoding = chosenEncoding(request.headers['accept-encoding'], body.length);
  reply.header('vary', 'Cookie, Accept-Encoding');
  if (!encoding) return body;
  reply.header('content-encoding', encoding);
  return pack(body, encoding);
}

function matches(given: string | undefined, tag: string): boolean {
  return given !== undefined && given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
