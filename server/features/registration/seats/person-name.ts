import { sql } from 'kysely';
import { PREPARED, type Db, type Tx } from '../../../platform/database.ts';
import { problem, type ProblemError } from '../../../platform/problem.ts';

export async function personName(db: Db | Tx, userId: number): Promise<string> {
  return (await personRow(db, userId).executeTakeFirstOrThrow()).displayName;
}

export async function nameOfActive(db: Db | Tx, userId: number): Promise<string> {
  const row = await personRow(db, userId).where('active', '=', true).executeTakeFirst();
  if (row === undefined) throw noPerson();
  return row.displayName;
}

/**
 * 404 if the account of one of the tickets was closed meanwhile. The tickets must have been inserted already, which locks the accounts: seats
 * of those that are closed from now on are released by `releaseSeats`.
 */
export async function requireOpenAccounts(tx: Tx, tickets: readonly { userId: number }[]): Promise<void> {
  const userIds = tickets.map(({ userId }) => userId);
  const { rows } = await sql`${PREPARED}
    select from "users" where "id" = any(${userIds}::bigint[]) and "active" is not true limit 1`.execute(tx);
  if (rows.length > 0) throw noPerson();
}

function noPerson(): ProblemError {
  return problem(404, 'events.no-person', 'Not found', 'This account does not exist or is not active.');
}

function personRow(db: Db | Tx, userId: number) {
  return db.selectFrom('users').select('displayName').where('id', '=', userId);
}
