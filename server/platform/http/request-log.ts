import type { FastifyReply, FastifyRequest } from 'fastify';

export function logAnswer(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  done();
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path is a secret: the log contains the route instead. */
    secretPath?: boolean;
  }
}

/** The loggable parts of a request: no headers, body or query, nor a path that is one, which may contain secrets. */
export function describeRequest(request: FastifyRequest): Record<string, unknown> {
  const { url = '', config } = request.routeOptions;
  return { method: request.method, path: config?.secretPath ? url : requestPath(request), ip: request.ip };
}

export function requestPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
