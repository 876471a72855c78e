import type { FastifyRequest } from 'fastify';

const JSON_BODY_MS = 20_000;

export async function endSlowBodies(request: FastifyRequest): Promise<void> {
  if (!request.headers['content-type']?.toLowerCase().includes('json')) return;
  const timer = setTimeout(() => request.raw.destroy(), JSON_BODY_MS).unref();
  request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}
