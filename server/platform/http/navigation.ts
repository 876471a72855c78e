import type { FastifyRequest } from 'fastify';
import { requestPath } from './request-log.ts';

/** Missing files with these extensions are 404; any other path, such as "/requests/view/plate-1.25", is a page of the app. */
const FILES = /\.(js|mjs|css|map|json|ico|png|jpe?g|gif|svg|webp|woff2?|txt|xml|webmanifest)$/i;

/** Whether the address may be a page of the app, that is, neither an API call nor a file. */
export function isPage(request: FastifyRequest): boolean {
  const path = requestPath(request);
  return !/^\/(api|assets)(\/|$)/i.test(path) && !FILES.test(path);
}

/** Whether the request is a navigation rather than a script's call. */
export function wantsDocument(request: FastifyRequest): boolean {
  return (
    ['GET', 'HEAD'].includes(request.method) && isPage(request) && /\btext\/html\b/i.test(request.headers.accept ?? '')
  );
}
