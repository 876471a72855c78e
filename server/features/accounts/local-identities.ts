import type { Db, Tx } from '../../platform/database.ts';
import type { Identity, IdentityProvider } from '../identity/provider.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Passwords stored in this database. `only`: accounts that were given one of these roles themselves; all others log in elsewhere. An
 * administrator made by the command line can thus always log in.
 */
export function localIdentities(db: Db, { only }: { only?: readonly string[] } = {}): IdentityProvider {
  return {
    name: 'local',
    identify: (username, password) => identify(db, username, password, only),
  };
}

async function identify(
  db: Db,
  username: string,
  password: string,
  only: readonly string[] | undefined,
): Promise<Identity | null> {
  const account = await db
    .selectFrom('users as u')
    .leftJoin('credentials as c', 'c.userId', 'u.id')
    .select(['u.id', 'u.roles', 'c.passwordHash'])
    .where('u.username', '=', username)
    .where('u.active', '=', true)
    .executeTakeFirst();
  const passwordHash = account?.passwordHash ?? null;
  if (!(await verifyPassword(passwordHash, password)) || !account) return null;
  if (only !== undefined && !only.some((role) => account.roles?.includes(role))) return null;
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
