import type { FastifyInstance } from 'fastify';
import { NOW, transaction, type Tx } from '../../platform/database.ts';
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

/** Per-account settings (columns, filters): one JSON object by key, {} until stored. */
export async function registerPreferences(app: FastifyInstance, { db }: Services): Promise<void> {
  app.get<Route>('/api/preferences/:key', { schema: { params: PARAMS } }, async (request) => {
    const preference = await db
      .selectFrom('preferences')
      .select('value')
      .where('userId', '=', sessionOf(request).actor.id)
      .where('key', '=', request.params.key)
      .executeTakeFirst();
    return preference?.value ?? {};
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
  await tx
    .insertInto('preferences')
    .values({ userId, key, value: JSON.stringify(value) })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'key']).doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), updatedAt: NOW })),
    )
    .execute();
  const { count } = await tx
    .selectFrom('preferences')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (count > MAX_KEYS)
    throw problem(
      400,
      'preferences.too-many',
      'Too many preferences',
      `At most ${MAX_KEYS} preferences are kept for an account.`,
    );
}
