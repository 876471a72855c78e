import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { KioskIdentity } from '../../../domain/values/kiosk-identity.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { capabilitiesOf, type Capability } from '../../../domain/declarations/capabilities.ts';
import type { Role } from '../../../domain/declarations/model.ts';
import { columnRefs, PREPARED, type Db } from '../../platform/database.ts';
import type { Needs, ReadServices } from '../../services.ts';

export interface Rights {
  roles: string[];
  capabilities: Capability[];
  groupIds: number[];
}

export interface Held {
  roles: string[] | null;
  groups: { id: number; roles: string[] | null; active: boolean }[] | null;
}

/** The roles that everyone holds: `public` for all callers, `member` for logged-in ones. */
export function implicitRoles(declared: readonly Role[], loggedIn: boolean): string[] {
  return declared
    .filter((role) => role.implicit === 'public' || (loggedIn && role.implicit === 'member'))
    .map((role) => role.name);
}

export function visitor(declared: readonly Role[], { isKiosk = false, ip = null }: Partial<Actor> = {}): Actor {
  const roles = implicitRoles(declared, false);
  const capabilities = capabilitiesOf(declared, roles);
  return { id: null, username: null, roles, capabilities, groupIds: [], isKiosk, ip };
}

export function heldRoles(declared: readonly Role[], { roles, groups }: Held): Rights & { undeclared: boolean } {
  const active = (groups ?? []).filter((group) => group.active);
  const held = [...(roles ?? []), ...active.flatMap((group) => group.roles ?? [])];
  const names = new Set(declared.map(({ name }) => name));
  const all = [...new Set([...held.filter((role) => names.has(role)), ...implicitRoles(declared, true)])];
  return {
    roles: all,
    capabilities: capabilitiesOf(declared, all),
    groupIds: active.map(({ id }) => id),
    undeclared: held.some((role) => !names.has(role)),
  };
}

/** The rights of a kiosk session: unprivileged roles, and after card and PIN also those that are declared for it. */
export function kioskRoles(
  declared: readonly Role[],
  { roles, groups }: Held,
  identifiedBy: KioskIdentity | null,
): Rights & { undeclared: boolean } {
  const isHeld = ({ isUnprivileged, withPin }: Role) => isUnprivileged || (identifiedBy === 'pin' && withPin === true);
  const names = new Set(declared.filter(isHeld).map(({ name }) => name));
  const atKiosk = (given: string[] | null) => (given ?? []).filter((role) => names.has(role));
  return heldRoles(declared, {
    roles: atKiosk(roles),
    groups: (groups ?? []).map((group) => ({ ...group, roles: atKiosk(group.roles) })),
  });
}

const USER = columnRefs('users', 'u');
const GROUP = columnRefs('groups', 'g');

/** SQL of the ids of the groups of the account `u`, given by hand or by a directory, as a list. */
export const GROUP_IDS_OF_USER = sql<
  number[]
>`(coalesce(${USER.groupIds}, '[]') || coalesce(${USER.directoryGroupIds}, '[]'))`;

export const GROUPS_OF_USER = sql`(select jsonb_agg(jsonb_build_object('id', ${GROUP.id}, 'roles', ${GROUP.roles}, 'active', ${GROUP.active}))
  from groups g where ${GROUP.id} in (select value::bigint from jsonb_array_elements_text(${GROUP_IDS_OF_USER})))`;

/** SQL: the account `u` has one of the roles, itself or by an active group. */
export function hasAnyRole(roles: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${USER.roles} ?| ${roles}::text[] or exists (select 1 from groups g
    where ${GROUP.active} and ${GROUP.roles} ?| ${roles}::text[] and ${GROUP_IDS_OF_USER} @> to_jsonb(${GROUP.id})))`;
}

async function accountsNow(
  { model }: Needs<'model'>,
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, Rights & { username: string }>> {
  const { rows } = await sql<Held & { id: number; username: string }>`${PREPARED}
    select ${USER.id}, ${USER.username}, ${USER.roles}, ${GROUPS_OF_USER} as "groups" from users u
    where ${USER.id} = any(${userIds}::bigint[]) and ${USER.active}`.execute(db);
  return new Map(
    rows.map((row) => {
      const { undeclared: _undeclared, ...rights } = heldRoles(model.roles, row);
      return [row.id, { username: row.username, ...rights }];
    }),
  );
}

/** Null when the account is disabled or deleted. */
export async function actorOfAccount(services: ReadServices, userId: number, ip: string): Promise<Actor | null> {
  const account = (await accountsNow(services, services.db, [userId])).get(userId);
  return account === undefined ? null : { id: userId, ...account, isKiosk: false, ip };
}

export async function actorsOfAccounts(
  services: Needs<'model'>,
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, Actor>> {
  const accounts = await accountsNow(services, db, userIds);
  return new Map([...accounts].map(([id, account]) => [id, { id, ...account, isKiosk: false, ip: '' }]));
}

export async function rolesOfAccounts(
  services: Needs<'model'>,
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, string[]>> {
  return new Map([...(await accountsNow(services, db, userIds))].map(([id, { roles }]) => [id, roles]));
}
