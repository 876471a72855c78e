import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problem.ts';
import type { Settings } from '../settings.ts';
import { sendProblem } from './problems.ts';
import { pathOf } from './request-log.ts';

/** Missing files of these kinds are not found; anything else, "/requests/view/plate-1.25" too, is a page of the app. */
const FILES = /\.(js|mjs|css|map|json|ico|png|jpe?g|gif|svg|webp|woff2?|txt|xml|webmanifest)$/i;

/** The document that every page of the app starts from. */
export interface IndexPage { html: string; etag: string; scriptHashes: string[] }

/** The built index.html, or null where the browser bundle has not been built (API tests). */
export async function loadIndexPage(settings: Settings): Promise<IndexPage | null> {
  const file = join(settings.root, 'dist', 'index.html');
  if (!existsSync(file)) return null;
  const html = await readFile(file, 'utf8');
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  return { html, etag: `"${sha256(html).slice(0, 27)}"`, scriptHashes: inline.map((text) => `'sha256-${sha256(text)}'`) };
}

/** Serves dist/: hashed files for a year, others revalidated, and the document for every path that is the app's to route. */
export async function servePages(app: FastifyInstance, settings: Settings, page: IndexPage | null): Promise<void> {
  if (page) {
    await app.register(fastifyStatic, {
      root: join(settings.root, 'dist'), wildcard: false, index: false, preCompressed: true, dotfiles: 'ignore', cacheControl: false,
      globIgnore: ['index.html', '.vite/**', '**/*.map', '**/*.br', '**/*.gz'],
      setHeaders: (reply, path) => reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    });
    app.get('/', (request, reply) => sendPage(request, reply, page));
  }
  app.setNotFoundHandler((request, reply) => {
    if (page && isPage(request)) return sendPage(request, reply, page);
    return sendProblem(reply, problem(404, 'http.not-found', 'Not found', 'There is nothing at this address.').problem);
  });
}

function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/i.test(path) && !FILES.test(path);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: IndexPage): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', page.etag);
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  return reply.code(200).type('text/html; charset=utf-8').send(page.html);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
