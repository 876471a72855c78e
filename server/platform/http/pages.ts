import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { problem } from '../problem.ts';
import type { Build } from './build.ts';
import { sendProblem } from './problems.ts';

/** Serves the build's files: hashed ones are cached for a year, others revalidated. Unknown paths are 404. */
export async function serveFiles(app: FastifyInstance, build: Build | null): Promise<void> {
  if (build) {
    await app.register(fastifyStatic, {
      root: build.folders,
      wildcard: false,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      globIgnore: ['index.html', '.vite/**', '**/*.map', '**/*.br', '**/*.gz'],
      setHeaders: (reply, path) =>
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    });
  }
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, nothingHere().problem));
}

export function nothingHere(): ReturnType<typeof problem> {
  return problem(404, 'http.not-found', 'Not found', 'There is nothing at this address.');
}
