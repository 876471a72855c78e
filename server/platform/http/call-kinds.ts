import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asCall } from '../call-kind.ts';

/** Makes each request a call of its route, so that one route cannot take all connections to the database. */
export function countAsCalls(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void): void =>
    asCall(`${request.method} ${request.routeOptions.url ?? 'unknown address'}`, done);
  app.addHook('onRequest', enter);
  // Reading the body continues outside the context of the request.
  app.addHook('preValidation', enter);
}
