import type { Db, Tx } from '../../platform/database.ts';
import { verifyPassword } from './passwords.ts';

/** An account whose password has just been verified. */
export interface Identity {
  userId: number;
  /** Re-checked within the transaction that opens the session. False if the password was changed meanwhile. */
  isStillValid(tx: Tx): Promise<boolean>;
}

/** Where passwords are verified: here, in a directory, elsewhere. Must take equally long for known and unknown names. */
export interface IdentityProvider {
  name: string;
  /** Null for an unknown name or a wrong password. */
  identify(username: string, password: string): Promise<Identity | null>;
}

/** Passwords stored in this database. */
export function localIdentities(db: Db): IdentityProvider {
  return { name: 'local', identify: (username, password) => identify(db, username, password) };
}

async function identify(db: Db, username: string, password: string): Promise<Identity | null> {
  const account = await db
    .selectFrom('users as u')
    .leftJoin('credentials as c', 'c.userId', 'u.id')
    .select(['u.id', 'c.passwordHash'])
    .where('u.username', '=', username)
    .where('u.active', '=', true)
    .executeTakeFirst();
  const passwordHash = account?.passwordHash ?? null;
  if (!(await verifyPassword(passwordHash, password)) || !account) return null;
  return { userId: account.id, isStillValid: (tx) => hashStands(tx, account.id, passwordHash) };
}

async function hashStands(tx: Tx, userId: number, passwordHash: string | null): Promise<boolean> {
  const account = await tx
    .selectFrom('credentials as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select('u.id')
    .where('c.userId', '=', userId)
    .where('c.passwordHash', '=', passwordHash)
    .where('u.active', '=', true)
    .forShare()
    .executeTakeFirst();
  return account !== undefined;
}
