import type { FastifyInstance } from 'fastify';
import { preferenceCalls } from '../../../domain/calls/accounts.ts';
import type { Feature } from '../../feature.ts';
import { type Tx, NOW, transaction } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import { requireSession } from '../accounts/authentication.ts';

const MAX_KEYS = 500;

async function registerPreferences(app: FastifyInstance, { db }: Needs<'db'>): Promise<void> {
  addCalls(app, preferenceCalls, {
    'GET /api/preferences/:key': async ({ request, params }) => {
      const stored = await db
        .selectFrom('preferences')
        .select('value')
        .where('userId', '=', requireSession(request).actor.id)
        .where('key', '=', params.key)
        .executeTakeFirst();
      return (stored?.value ?? {}) as Record<string, unknown>;
    },
    'PUT /api/preferences/:key': async ({ request, params, body }) => {
      const userId = requireSession(request).actor.id;
      await transaction(db, (tx) => keep(tx, userId, params.key, body));
      return body;
    },
  });
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
      `An account can have at most ${MAX_KEYS} preferences.`,
    );
}

export const preferences: Feature = { name: 'preferences', routes: registerPreferences };
