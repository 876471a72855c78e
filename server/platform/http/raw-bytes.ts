import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Lets the routes of this scope take bodies of any kind, as streams: `request.body` is undefined without one. */
export function takeRawBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request: unknown, bytes: Readable, done: (error: null, body: Readable) => void) =>
    done(null, bytes),
  );
}

/** The text of a header that is percent-encoded, so that it can hold any character; empty when it is missing or cannot be read. */
export function encodedHeader(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  try {
    return typeof value === 'string' ? decodeURIComponent(value) : '';
  } catch {
    return '';
  }
}

/** How many bytes the sender says are coming; null when it does not say. */
export function announcedLength(request: FastifyRequest): number | null {
  const length = Number(request.headers['content-length']);
  return Number.isSafeInteger(length) ? length : null;
}
