import type { RawBuilder, SqlBool } from 'kysely';
import { rolesWith, type Capability } from '../../../domain/declarations/capabilities.ts';
import type { Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { hasAnyRole } from '../accounts/held-roles.ts';

/** The active accounts that have a role with this capability, also by a group: recipients of `notify`. */
export function recipientsWith({ model }: Needs<'model'>, tx: Tx, capability: Capability): Promise<number[]> {
  return activeRecipients(tx, hasAnyRole(rolesWith(model.roles, capability)));
}

/** `where`: of the account, `u`. */
export async function activeRecipients(tx: Tx, where: RawBuilder<SqlBool>): Promise<number[]> {
  const rows = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.active', '=', true)
    .where(where)
    .orderBy('u.id')
    .execute();
  return rows.map(({ id }) => id);
}
