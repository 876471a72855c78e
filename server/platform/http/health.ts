import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { problem } from '../problem.ts';

const PATIENCE_MS = 2_000;

/** /healthz: the process lives. /readyz: the database answers. */
export function addHealth(app: FastifyInstance, db: Db): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (!(await answers(db))) throw problem(503, 'server.unavailable', 'Service unavailable', 'The database does not answer.');
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}

async function answers(db: Db): Promise<boolean> {
  const question = sql`select 1`.execute(db).then(() => true, () => false);
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), PATIENCE_MS);
  return Promise.race([question, tooLate]).finally(() => clearTimeout(timer));
}
