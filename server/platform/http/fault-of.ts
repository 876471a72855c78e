import type { FastifyRequest } from 'fastify';
import type { ServerFault } from '../process-watch.ts';

/** The route and class of an unexpected error, without its message. */
export function serverFault(error: unknown, request: FastifyRequest): Omit<ServerFault, 'at'> {
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code).slice(0, 40)}` : '';
  return {
    requestId: request.id,
    route: `${request.method} ${request.routeOptions.url ?? 'unknown address'}`,
    kind: `${error instanceof Error ? error.name : typeof error}${code}`,
  };
}
