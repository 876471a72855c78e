import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '../../domain/values/json.ts';
import { PREPARED, type Tx } from './database.ts';
import { problem } from './problem.ts';

export interface KeyedCall {
  userId: number;
  scope: string;
  key: string | undefined;
  body: unknown;
}

/**
 * Runs `work` once per key: a repeated call returns the answer of the first, which is JSON. Concurrent calls with the same key are serialized. The same
 * key with a different body is refused.
 */
export async function once<Answer>(
  tx: Tx,
  { userId, scope, key, body }: KeyedCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work();
  if (!/^[\x21-\x7e]{8,255}$/.test(key)) {
    throw problem(
      400,
      'idempotency.bad-key',
      'Bad request',
      'The Idempotency-Key header has 8 to 255 visible characters.',
    );
  }
  const bodyHash = createHash('sha256').update(canonicalJson(body)).digest('hex');
  const taken = await sql`${PREPARED}
    insert into "idempotencyKeys" ("userId", "scope", "key", "bodyHash") values (${userId}, ${scope}, ${key}, ${bodyHash})
    on conflict ("userId", "scope", "key") do nothing returning "id"`.execute(tx);
  if (taken.rows.length === 0) return (await earlierAnswer(tx, userId, scope, key, bodyHash)) as Answer;
  const answer = await work();
  await sql`${PREPARED}
    update "idempotencyKeys" set "status" = 201, "answer" = ${JSON.stringify({ id: answer })}::jsonb
    where "userId" = ${userId} and "scope" = ${scope} and "key" = ${key}`.execute(tx);
  return answer;
}

async function earlierAnswer(tx: Tx, userId: number, scope: string, key: string, bodyHash: string): Promise<unknown> {
  const { rows } = await sql<{ bodyHash: string; answer: { id: unknown } }>`
    select "bodyHash", "answer" from "idempotencyKeys"
    where "userId" = ${userId} and "scope" = ${scope} and "key" = ${key}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The idempotency key is taken and not there');
  if (row.bodyHash !== bodyHash) {
    throw problem(
      422,
      'idempotency.key-reused',
      'Already used',
      'This Idempotency-Key was used for another request. Use a new one.',
    );
  }
  return row.answer.id;
}
