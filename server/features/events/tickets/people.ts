import type { Db, Tx } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';

export async function personName(db: Db | Tx, userId: number): Promise<string> {
  return (await personRow(db, userId).executeTakeFirstOrThrow()).displayName;
}

/** The same of who has an active account. 404 for others. */
export async function nameOfActive(db: Db | Tx, userId: number): Promise<string> {
  const row = await personRow(db, userId).where('active', '=', true).executeTakeFirst();
  if (row === undefined)
    throw problem(404, 'events.no-person', 'Not found', 'There is no such account, or it is not active.');
  return row.displayName;
}

function personRow(db: Db | Tx, userId: number) {
  return db.selectFrom('users').select('displayName').where('id', '=', userId);
}
