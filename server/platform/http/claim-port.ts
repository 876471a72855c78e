import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { http } from '../lazy-packages.ts';
import { problem } from '../problem.ts';
import { PROBLEM_TYPE } from './problems.ts';

const CLOSE_MS = 1_000;

export interface ClaimedPort {
  /** Releases the port to the server itself; answers in progress are completed. */
  release(): Promise<void>;
}

/**
 * Listens for the server while it starts, so that a second one is refused before it changes anything. All calls are answered 503, save
 * /healthz. Port 0 needs no claim: the system chooses a free one.
 */
export async function claimPort({ host, port }: { host: string; port: number }): Promise<ClaimedPort> {
  if (port === 0) return { release: async () => undefined };
  const server = http.createServer({ keepAlive: false }, answer);
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    async release() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
      await closed.finally(() => clearTimeout(cut));
    },
  };
}

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store').setHeader('connection', 'close');
  if (url === '/healthz') {
    response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
    return;
  }
  response.statusCode = 503;
  response.setHeader('retry-after', '5');
  const isDocument = headers.accept?.includes('text/html') === true;
  response.setHeader('content-type', isDocument ? 'text/plain; charset=utf-8' : PROBLEM_TYPE);
  response.end(isDocument ? STARTING.problem.detail : JSON.stringify(STARTING.problem));
}

const STARTING = problem(
  503,
  'server.starting',
  'Service unavailable',
  'The portal is starting. Please try again in a few seconds.',
);
