import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long an answer may take to begin. Statements and waiting for a connection have their own, shorter limits. */
const ANSWER_MS = 300_000;

/**
 * Node closes a connection on which nothing moves for `connectionTimeout`, even while the server still works on the
 * answer. A person would then not know whether their sign-up was stored. Connections whose request is complete and
 * whose answer has not begun stay open for `ANSWER_MS`; those that send or read too slowly are closed as before.
 */
export function keepAwaitedConnections(app: FastifyInstance): FastifyInstance {
  app.addHook('onRequest', (request, reply, done) => {
    let isExtended = false;
    reply.raw.on('timeout', (socket: Socket) => {
      const isAwaited = request.raw.complete && !reply.raw.headersSent;
      if (isExtended || !isAwaited) return void socket.destroy();
      isExtended = true;
      socket.setTimeout(ANSWER_MS);
    });
    done();
  });
  return app;
}
