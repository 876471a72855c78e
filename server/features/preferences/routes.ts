import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { transaction, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { sessionOf } from '../accounts/authentication.ts';

interface Route {
  Params: { key: string };
  Body: Record<string, unknown>;
}

const MAX_BYTES = 65_536;
const MAX_KEYS = 500;
const PARAMS = { type: 'object', properties: { key: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,120}$' } } };
const BODY = { type: 'object' };

/** What the browser remembers for an account between visits (columns, filters): one JSON object by key, {} until one is kept. */
export async function registerPreferences(app: FastifyInstance, { db }: Services): Promise<void> {
  app.get<Route>('/api/preferences/:key', { schema: { params: PARAMS } }, async (request) => {
    const { rows } = await sql<{ value: Record<string, unknown> }>`
      select value from preferences where "userId" = ${sessionOf(request).actor.id} and key = ${request.params.key}`.execute(
      db,
    );
    return rows[0]?.value ?? {};
  });

  app.put<Route>(
    '/api/preferences/:key',
    { bodyLimit: MAX_BYTES, schema: { params: PARAMS, body: BODY } },
    async (request) => {
      const userId = sessionOf(request).actor.id;
      await transaction(db, (tx) => keep(tx, userId, request.params.key, request.body));
      return request.body;
    },
  );
}

async function keep(tx: Tx, userId: number, key: string, value: Record<string, unknown>): Promise<void> {
  await sql`
    insert into preferences ("userId", key, value) values (${userId}, ${key}, ${JSON.stringify(value)}::jsonb)
    on conflict ("userId", key) do update set value = excluded.value, "updatedAt" = atrium_now()`.execute(tx);
  const { rows } = await sql<{
    kept: number;
  }>`select count(*) as kept from preferences where "userId" = ${userId}`.execute(tx);
  if (rows[0]!.kept > MAX_KEYS)
    throw problem(
      400,
      'preferences.too-many',
      'Too many preferences',
      `At most ${MAX_KEYS} preferences are kept for an account.`,
    );
}
