import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { problem } from '../problem.ts';

const TIMEOUT_MS = 2_000;

/** /healthz: the process is alive. /readyz: the database responds. */
export function addHealth(app: FastifyInstance, db: Db): void {
  const config = { untraced: true };
  app.get('/healthz', { config }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config }, async (_request, reply) => {
    if (!(await answers(db)))
      throw problem(503, 'server.unavailable', 'Service unavailable', 'The database does not answer.');
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}

async function answers(db: Db): Promise<boolean> {
  const timeout = new AbortController();
  const question = sql`select 1`
    .execute(db)
    .then(
      () => true,
      () => false,
    )
    .finally(() => timeout.abort());
  return Promise.race([question, wait(TIMEOUT_MS, false, { signal: timeout.signal }).catch(() => question)]);
}
