import { sql } from 'kysely';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import { sameJson, type Json } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { columnRefs, type Db, type Tx } from '../../platform/database.ts';
import type { Check } from '../../resources/write-rules.ts';
import type { Needs } from '../../services.ts';
import { endSessions } from './account-commands.ts';
import { GROUP_IDS_OF_USER, hasAnyRole } from './held-roles.ts';

type Write = Parameters<Check>[0];
const USER = columnRefs('users', 'u');

type Messages = Record<string, string>;

const LAST = 'This is the last active administrator. Make another account an administrator first.';

/** At least one active administrator always remains, and closing an account ends its sessions. */
export function addAccountRules({ engine, model }: Needs<'engine' | 'model'>): void {
  const unlimitedRoles = rolesWith(model.roles, 'everything');
  engine.rules.checkAll(
    'users',
    async (writes) => (await lastAdministrator(writes, 'users', unlimitedRoles)) ?? endWhenInactive(writes),
  );
  engine.rules.checkAll('groups', (writes) => lastAdministrator(writes, 'groups', unlimitedRoles));
}

async function rolesOfGroups(tx: Tx, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('groups')
    .select('roles')
    .where('active', '=', true)
    .where('id', 'in', ids)
    .execute();
  return rows.flatMap(({ roles }) => roles ?? []);
}

async function lastAdministrator(
  writes: readonly Write[],
  resource: 'users' | 'groups',
  unlimitedRoles: readonly string[],
): Promise<Messages | undefined> {
  const [first] = writes;
  // Set-up can always create another administrator.
  if (!first || first.actor.system) return undefined;
  const losing = writes.filter(
    ({ before, after }) =>
      before &&
      !(
        after &&
        ['active', 'roles', 'groupIds', 'directoryGroupIds'].every((field) => sameJson(before[field], after[field]))
      ),
  );
  if (losing.length === 0) return undefined;
  const { tx } = first;
  // Serialized, so that two administrators cannot remove each other's rights concurrently.
  await tx.selectFrom('revisions').select('id').where('name', '=', 'permissions').forUpdate().execute();
  if (await administratorExists(tx, unlimitedRoles)) return undefined;
  for (const { before, after } of losing)
    if (before && (await makesAdministrator(tx, before, resource, unlimitedRoles)))
      return { [after && !after.active ? 'active' : 'roles']: LAST };
  return undefined;
}

export async function administratorExists(
  db: Db,
  unlimitedRoles: readonly string[],
  besides: readonly string[] = [],
): Promise<boolean> {
  const account = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.active', '=', true)
    .where(sql<boolean>`${USER.username} <> all(${besides}::text[])`)
    .where(hasAnyRole(unlimitedRoles))
    .limit(1)
    .executeTakeFirst();
  return account !== undefined;
}

async function makesAdministrator(
  tx: Tx,
  row: Row,
  resource: 'users' | 'groups',
  unlimitedRoles: readonly string[],
): Promise<boolean> {
  if (!row.active) return false;
  const isUnlimited = (roles: readonly Json[]): boolean => roles.some((role) => unlimitedRoles.includes(String(role)));
  const direct = isUnlimited(list(row.roles));
  if (resource === 'users') {
    const groupIds = [...list(row.groupIds), ...list(row.directoryGroupIds)].map(Number);
    return direct || isUnlimited(await rolesOfGroups(tx, groupIds));
  }
  if (!direct) return false;
  const member = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.active', '=', true)
    .where(sql<boolean>`${GROUP_IDS_OF_USER} @> to_jsonb(${row.id}::bigint)`)
    .limit(1)
    .executeTakeFirst();
  return member !== undefined;
}

/** Sessions must not come back to life when the account is reactivated. */
async function endWhenInactive(writes: readonly Write[]): Promise<void> {
  for (const { tx, before, after } of writes)
    if (before?.active && after && !after.active) await endSessions(tx, Number(before.id));
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
