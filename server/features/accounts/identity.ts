import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database.ts';
import { verifyPassword } from './passwords.ts';

/** An account whose password was right a moment ago. */
export interface Identity {
  userId: number;
  /** Within the transaction that opens the session: is it still so? False after a change of password in between. */
  stillHolds(tx: Tx): Promise<boolean>;
}

/** Where passwords are checked: here, in a directory, elsewhere. Must take equally long for known and unknown names. */
export interface IdentityProvider {
  name: string;
  /** Null when the provider does not know the name or the password is wrong. */
  identify(username: string, password: string): Promise<Identity | null>;
}

/** Passwords kept in this database. */
export function localIdentities(db: Db): IdentityProvider {
  return { name: 'local', identify: (username, password) => identify(db, username, password) };
}

async function identify(db: Db, username: string, password: string): Promise<Identity | null> {
  const { rows } = await sql<{ id: number; passwordHash: string | null }>`
    select u.id, c."passwordHash" from users u left join credentials c on c."userId" = u.id
    where u.username = ${username} and u.active`.execute(db);
  const account = rows[0];
  const passwordHash = account?.passwordHash ?? null;
  if (!(await verifyPassword(passwordHash, password)) || !account) return null;
  return { userId: account.id, stillHolds: (tx) => hashStands(tx, account.id, passwordHash) };
}

async function hashStands(tx: Tx, userId: number, passwordHash: string | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from credentials c join users u on u.id = c."userId"
    where c."userId" = ${userId} and c."passwordHash" = ${passwordHash} and u.active for share`.execute(tx);
  return rows.length === 1;
}
