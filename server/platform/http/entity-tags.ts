import type { FastifyRequest } from 'fastify';

/** Whether the caller says in If-None-Match that the bytes of this tag are known: "*" stands for any that there are. */
export function isKnownTag({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match'] ?? '';
  return given
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === etag);
}
