import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { problem } from '../problem.ts';
import type { Build } from './build.ts';
import { sendProblem } from './problems.ts';

/** For the server only, and the compressed copies that replace a file. */
const NOT_SERVED = /^index\.html$|^\.|\.(?:map|br|gz)$/;

/** Serves the build's files: hashed ones are cached for a year, others revalidated. Unknown paths are 404. */
export async function serveFiles(app: FastifyInstance, build: Build | null): Promise<void> {
  if (build) {
    await app.register(fastifyStatic, {
      root: build.folders,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    });
    const folders = await servedFiles(build.folders);
    const send = (path: string, reply: FastifyReply): void => {
      const folder = folders.get(path);
      if (folder === undefined) reply.callNotFound();
      else void reply.sendFile(path, folder);
    };
    // One route for all: each route takes memory.
    app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
      send(`assets/${request.params.name}`, reply),
    );
    for (const path of folders.keys())
      if (!path.startsWith('assets/')) app.get(`/${path}`, (_request, reply) => send(path, reply));
  }
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, nothingHere().problem));
}

/** The folder of each file that browsers may request, by its path there: the first that has it. */
async function servedFiles(folders: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = relative(folder, join(entry.parentPath, entry.name));
      if (entry.isFile() && !NOT_SERVED.test(path) && !found.has(path)) found.set(path, folder);
    }
  return found;
}

export function nothingHere(): ReturnType<typeof problem> {
  return problem(404, 'http.not-found', 'Not found', 'There is nothing at this address.');
}
