import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Lets the routes of this scope accept any content type as a stream; `request.body` is undefined without a body. */
export function acceptRawBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request: unknown, bytes: Readable, done: (error: null, body: Readable) => void) =>
    done(null, bytes),
  );
}

export function encodedHeader(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  try {
    return typeof value === 'string' ? decodeURIComponent(value) : '';
  } catch {
    return '';
  }
}

export function announcedLength(request: FastifyRequest): number | null {
  const length = Number(request.headers['content-length']);
  return Number.isSafeInteger(length) ? length : null;
}
