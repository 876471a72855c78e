import type { FastifyReply, FastifyRequest } from 'fastify';

/** onResponse: logs one line per response. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  done();
}

/** The loggable parts of a request: no headers, body or query, which may contain secrets. */
export function describeRequest(request: FastifyRequest): Record<string, unknown> {
  return { method: request.method, path: pathOf(request), ip: request.ip };
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
