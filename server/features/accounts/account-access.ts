import type { AccountAccess, GrantedAccess, HeldRole } from '../../../domain/calls/access.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { CAPABILITY_TEXTS } from '../../../domain/declarations/capabilities.ts';
import { isAlways } from '../../../domain/declarations/condition.ts';
import type { Resource, Row } from '../../../domain/declarations/model.ts';
import { ACTIONS, canAccess, isUnlimited, ownPermissions, type Access } from '../../declarations/permission.ts';
import { ungranted } from '../../resources/refusals.ts';
import type { RowServices } from '../../services.ts';
import { heldRoles } from './held-roles.ts';

interface Group {
  id: number;
  name: string;
  roles: string[];
  active: boolean;
}

/** What the account can do, by the rules that decide about its calls. For callers who see its roles and the rules. */
export async function accountAccess(services: RowServices, actor: Actor, id: number): Promise<AccountAccess> {
  const { engine, model } = services;
  const { resolver } = engine;
  const user: Row = await engine.get(actor, 'users', id);
  const seesRoles = ['roles', 'groupIds', 'directoryGroupIds', 'active'].every((field) => field in user);
  if (!seesRoles || !resolver.canRead(actor, resolver.resource('permissions')))
    throw ungranted(actor, 'You cannot see what other people can do.');
  const groups = await userGroups(services, actor, user);
  const held = heldRoles(model.roles, { roles: names(user['roles']), groups });
  const person: Actor = {
    id,
    username: String(user['username']),
    ...{ roles: held.roles, capabilities: held.capabilities, groupIds: held.groupIds },
    isKiosk: false,
    ip: null,
  };
  return {
    isActive: user['active'] === true,
    isUnlimited: isUnlimited(person),
    roles: rolesFrom(services, user, groups, held.roles),
    resources: isUnlimited(person) ? [] : grantedTo(services, person),
  };
}

/** Those that the caller may not see have no name. */
async function userGroups({ db, engine }: RowServices, actor: Actor, user: Row): Promise<Group[]> {
  const ids = [...idsIn(user['groupIds']), ...idsIn(user['directoryGroupIds'])];
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('groups').select(['id', 'roles', 'active']).where('id', 'in', ids).execute();
  const canSee = engine.resolver.canRead(actor, engine.resolver.resource('groups'));
  const seen = canSee ? (await engine.list(actor, 'groups', { filter: { id: ids } })).rows : [];
  return rows.map(({ id, roles, active }) => ({
    id,
    roles: roles ?? [],
    active: active === true,
    name: String(seen.find((row) => row.id === id)?.name ?? `Group ${id}`),
  }));
}

function rolesFrom({ model }: RowServices, user: Row, groups: readonly Group[], held: readonly string[]): HeldRole[] {
  const own = names(user['roles']);
  const byDirectory = idsIn(user['directoryGroupIds']);
  return model.roles
    .filter(({ name }) => held.includes(name))
    .toSorted((a, b) => Number(a.implicit !== undefined) - Number(b.implicit !== undefined))
    .map(({ name, label, implicit, capabilities }) => ({
      name,
      label,
      isOwn: own.includes(name),
      isImplicit: implicit !== undefined,
      groups: groups
        .filter(({ active, roles }) => active && roles.includes(name))
        .map((group) => ({ id: group.id, name: group.name, isDirectory: byDirectory.includes(group.id) })),
      capabilities: capabilities.map((capability) => CAPABILITY_TEXTS[capability]),
    }));
}

function grantedTo({ model, engine: { resolver } }: RowServices, person: Actor): GrantedAccess[] {
  const byRole = person.roles.map((role) => ({ role, actor: { ...person, roles: [role], capabilities: [] } }));
  return [...model.resources.values()]
    .filter(({ config }) => !config.internal)
    .map((resource) => {
      const all = [...ACTIONS, ...ownPermissions(resource.actions)];
      const actions = all.filter((action) => canAccess(resolver.access(person, resource, action)));
      const roles = byRole.filter(({ actor }) =>
        actions.some((action) => canAccess(resolver.access(actor, resource, action))),
      );
      return {
        resource: resource.name,
        label: resource.config.label,
        actions,
        limited: actions.filter((action) => isLimited(resource, action, resolver.access(person, resource, action))),
        roles: roles.map(({ role }) => model.roles.find(({ name }) => name === role)?.label ?? role),
      };
    })
    .filter(({ actions }) => actions.length > 0)
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

/** What is done with whole rows has no fields. */
const BY_FIELD: readonly string[] = ['read', 'create', 'update', 'export', 'history'];

function isLimited({ fields }: Resource, action: string, { rows, field }: Access): boolean {
  if (!isAlways(rows)) return true;
  return BY_FIELD.includes(action) && fields.some(({ engine, name }) => !engine && !isAlways(field(name)));
}

function names(value: Row[string] | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function idsIn(value: Row[string] | undefined): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}
