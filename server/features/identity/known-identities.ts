import type { KnownIdentities } from '../../../domain/calls/logins.ts';
import type { Needs } from '../../services.ts';

export async function knownIdentities(
  { db }: Needs<'db'>,
  { provider, isDirectory }: { provider: string; isDirectory: boolean },
): Promise<KnownIdentities> {
  // A directory and a provider may have the same name.
  const { linked, waiting, removed } = await db
    .selectFrom('identities')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('userId', 'is not', null).as('linked'),
      fn.countAll<number>().filterWhere('userId', 'is', null).as('waiting'),
      fn.countAll<number>().filterWhere('goneSince', 'is not', null).as('removed'),
    ])
    .where('provider', '=', provider)
    .where('issuer', isDirectory ? 'like' : 'not like', 'ldap:%')
    .executeTakeFirstOrThrow();
  return { linked, waiting, removed };
}
