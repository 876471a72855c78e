import type { FastifyInstance } from 'fastify';
import { errorType } from '../error-causes.ts';
import type { OpenSpan, Tracing } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null;
    fault: string | null;
  }
  interface FastifyContextConfig {
    /** Polled every few seconds by programs: it would fill traces. */
    untraced?: boolean;
  }
}

/**
 * Every request is a span, named by the pattern of its route, without its address, query, headers and caller. Register
 * it before all other hooks, so that their work belongs to it.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  app.decorateRequest('fault', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (config?.untraced === true) return done();
    const span = tracing.begin(route === undefined ? request.method : `${request.method} ${route}`, {
      kind: 'server',
      parent: request.headers.traceparent,
      attributes: {
        'http.request.method': request.method,
        'atrium.request_id': request.id,
        ...(route === undefined ? {} : { 'http.route': route }),
      },
    });
    request.span = span;
    reply.raw.once('finish', () => {
      const { statusCode } = reply.raw;
      span.set({ 'http.response.status_code': statusCode });
      span.end(statusCode >= 500 ? (request.fault ?? String(statusCode)) : undefined);
    });
    reply.raw.once('close', () => {
      if (request.raw.socket.destroyed) span.end('aborted');
    });
    span.run(done);
  });
  // A body arrives in the context of its connection, which later work would inherit.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onError', (request, _reply, error, done) => {
    request.fault = errorType(error);
    done();
  });
}
