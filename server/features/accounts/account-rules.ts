import { sql } from 'kysely';
import { ADMINISTRATOR } from '../../../domain/actor.ts';
import { sameJson } from '../../../domain/json.ts';
import type { Json, Row } from '../../../domain/model.ts';
import { columnRefs, type Tx } from '../../platform/database.ts';
import type { Check } from '../../resources/writer.ts';
import type { Services } from '../../services.ts';
import { endSessions } from './account-commands.ts';

type Write = Parameters<Check>[0];
const USER = columnRefs('users', 'u');
const GROUP = columnRefs('groups', 'g');

type Messages = Record<string, string>;

const LAST = 'This is the last active administrator. Make another account an administrator first.';

/** Somebody can always let the others in, and nobody stays in whose account is closed. */
export function addAccountRules({ engine }: Services): void {
  engine.check('users', async (write) => (await lastAdministrator(write, 'users')) ?? endWhenInactive(write));
  engine.check('groups', (write) => lastAdministrator(write, 'groups'));
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

/** Refuses a write that would leave nobody who may do everything. */
async function lastAdministrator(
  { tx, actor, before, after }: Write,
  resource: 'users' | 'groups',
): Promise<Messages | undefined> {
  // Set-up makes another one whenever it is told to.
  if (actor.system) return undefined;
  if (!before || (after && ['active', 'roles', 'groupIds'].every((field) => sameJson(before[field], after[field]))))
    return undefined;
  // One such write at a time: two administrators may not take each other's rights at the same moment.
  await tx.selectFrom('revisions').select('id').where('name', '=', 'permissions').forUpdate().execute();
  const without = {
    user: resource === 'users' ? Number(before.id) : null,
    group: resource === 'groups' ? Number(before.id) : null,
  };
  if (await administratorExists(tx, without)) return undefined;
  if (!(await makesAdministrator(tx, before, resource)) || (after && (await makesAdministrator(tx, after, resource))))
    return undefined;
  return { [after && !after.active ? 'active' : 'roles']: LAST };
}

async function administratorExists(tx: Tx, without: { user: number | null; group: number | null }): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where ${USER.active} and ${USER.id} is distinct from ${without.user} and (${USER.roles} ? ${ADMINISTRATOR} or exists (
      select 1 from groups g where ${GROUP.active} and ${GROUP.id} is distinct from ${without.group} and ${GROUP.roles} ? ${ADMINISTRATOR}
        and ${USER.groupIds} @> to_jsonb(${GROUP.id})))
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether the row, as it would stand, gives at least one active account every right. */
async function makesAdministrator(tx: Tx, row: Row, resource: 'users' | 'groups'): Promise<boolean> {
  if (!row.active) return false;
  const direct = list(row.roles).includes(ADMINISTRATOR);
  if (resource === 'users')
    return direct || (await rolesOfGroups(tx, list(row.groupIds).map(Number))).includes(ADMINISTRATOR);
  if (!direct) return false;
  const member = await tx
    .selectFrom('users')
    .select('id')
    .where('active', '=', true)
    .where(({ ref }) => sql<boolean>`${ref('groupIds')} @> to_jsonb(${row.id}::bigint)`)
    .limit(1)
    .executeTakeFirst();
  return member !== undefined;
}

/** Otherwise they would live again when the account is made active again. */
async function endWhenInactive({ tx, before, after }: Write): Promise<void> {
  if (before?.active && after && !after.active) await endSessions(tx, Number(before.id));
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
