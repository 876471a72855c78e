import { sql } from 'kysely';
import { ADMINISTRATOR } from '../../../domain/actor.ts';
import { sameJson, type Json } from '../../../domain/json.ts';
import type { Row } from '../../../domain/model.ts';
import { columnRefs, type Db, type Tx } from '../../platform/database.ts';
import type { Check } from '../../resources/write-rules.ts';
import type { Services } from '../../services.ts';
import { endSessions } from './account-commands.ts';
import { GROUP_IDS_OF_USER } from './held-roles.ts';

type Write = Parameters<Check>[0];
const USER = columnRefs('users', 'u');
const GROUP = columnRefs('groups', 'g');

type Messages = Record<string, string>;

const LAST = 'This is the last active administrator. Make another account an administrator first.';

/** At least one active administrator always remains, and closing an account ends its sessions. */
export function addAccountRules({ engine }: Services): void {
  engine.checkAll('users', async (writes) => (await lastAdministrator(writes, 'users')) ?? endWhenInactive(writes));
  engine.checkAll('groups', (writes) => lastAdministrator(writes, 'groups'));
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

/** Refuses a write that would leave no active administrator. */
async function lastAdministrator(
  writes: readonly Write[],
  resource: 'users' | 'groups',
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
  // Serialised, so that two administrators cannot remove each other's rights concurrently.
  await tx.selectFrom('revisions').select('id').where('name', '=', 'permissions').forUpdate().execute();
  if (await administratorExists(tx)) return undefined;
  for (const { before, after } of losing)
    if (before && (await makesAdministrator(tx, before, resource)))
      return { [after && !after.active ? 'active' : 'roles']: LAST };
  return undefined;
}

/** Whether an active account is an administrator, besides those named. */
export async function administratorExists(db: Db, besides: readonly string[] = []): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where ${USER.active} and ${USER.username} <> all(${besides}::text[]) and (${USER.roles} ? ${ADMINISTRATOR} or exists (
      select 1 from groups g where ${GROUP.active} and ${GROUP.roles} ? ${ADMINISTRATOR} and ${GROUP_IDS_OF_USER} @> to_jsonb(${GROUP.id})))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether the row, as it was, made at least one active account an administrator. */
async function makesAdministrator(tx: Tx, row: Row, resource: 'users' | 'groups'): Promise<boolean> {
  if (!row.active) return false;
  const direct = list(row.roles).includes(ADMINISTRATOR);
  if (resource === 'users')
    return (
      direct ||
      (await rolesOfGroups(tx, [...list(row.groupIds), ...list(row.directoryGroupIds)].map(Number))).includes(
        ADMINISTRATOR,
      )
    );
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
