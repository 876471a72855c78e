import type { FastifyRequest } from 'fastify';

/** Whether If-None-Match lists this tag; "*" matches any. */
export function matchesEntityTag({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match'] ?? '';
  return given
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === etag);
}
