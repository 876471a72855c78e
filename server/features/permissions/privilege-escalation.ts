import type { Actor } from '../../../domain/declarations/actor.ts';
import { type Json, sameJson } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { canAccess, grantedFields, isUnlimited, type Rule } from '../../declarations/permission.ts';
import type { Tx } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import { storedRule } from '../../resources/permission-store.ts';
import type { FieldErrors } from '../../resources/refusals.ts';
import type { Check } from '../../resources/write-rules.ts';
import type { Needs } from '../../services.ts';

type Write = Parameters<Check>[0];

const BEYOND = 'You can only give roles that you hold yourself. You do not hold';
const RULE = 'You can only write rules that grant what you can do yourself.';

/**
 * Prevents privilege escalation through the right to edit users, groups and rules: no one grants what they do not hold, and no one
 * edits an account or group that holds more. Dormant grants (roles of closed accounts and inactive groups) count as if they were in
 * force, because they can be activated later. Applies to every write; administrators and the system (set-up, seed) hold everything.
 */
export function preventEscalation({ engine, permissions }: Needs<'engine' | 'permissions'>): void {
  engine.rules.check('users', limitUser);
  engine.rules.check('groups', limitGroup);
  engine.rules.check('formActions', (write) => limitFormAction(engine, write));
  engine.rules.check('permissions', async ({ actor, before, after }) => {
    const holds = (row: Row): boolean => holdsRule(permissions.rules(), actor, storedRule(row));
    if (before && !holds(before)) throw holdsMore('This rule grants more than you can do yourself.');
    return after && !holds(after) ? { actions: RULE } : null;
  });
}

async function limitUser({ tx, actor, before, after }: Write): Promise<FieldErrors | null> {
  if (isUnlimited(actor)) return null;
  // One's own account may have dormant roles; its other fields stay editable.
  if (before && before['id'] !== actor.id) refuseEditing(actor, await rolesOfUser(tx, before));
  if (!after) return null;
  return {
    ...refusedRoles(actor, 'roles', added(before, after, 'roles')),
    ...refusedRoles(actor, 'groupIds', await rolesOfGroups(tx, added(before, after, 'groupIds'))),
  };
}

/** Messages by id for accounts that hold more than the caller, who must not gain or change a way to log in to them. */
export async function refuseMorePowerful(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, string>> {
  const refusals = new Map<number, string>();
  if (isUnlimited(actor) || ids.length === 0) return refusals;
  const users = await tx
    .selectFrom('users')
    .select(['id', 'roles', 'groupIds', 'directoryGroupIds'])
    .where('id', 'in', [...ids])
    .execute();
  for (const user of users) {
    const beyond = beyondOwn(actor, await rolesOfUser(tx, user));
    if (beyond.length > 0) refusals.set(user.id, moreRoles(beyond));
  }
  return refusals;
}

async function rolesOfUser(tx: Tx, { roles, groupIds, directoryGroupIds }: Row): Promise<string[]> {
  return [...texts(roles), ...(await rolesOfGroups(tx, groupIds)), ...(await rolesOfGroups(tx, directoryGroupIds))];
}

async function limitGroup({ actor, before, after }: Write): Promise<FieldErrors | null> {
  if (isUnlimited(actor)) return null;
  if (before) refuseEditing(actor, texts(before['roles']));
  return after && refusedRoles(actor, 'roles', added(before, after, 'roles'));
}

/** Requests of the form grant what its action says: only someone who can grant that directly declares it. */
async function limitFormAction(engine: Needs<'engine'>['engine'], { tx, actor, before, after }: Write) {
  if (isUnlimited(actor)) return null;
  const isGroup = after?.['type'] === 'GrantAccess' && after['groupId'] != null;
  const wasGroup = before?.['type'] === 'GrantAccess' && before['groupId'] != null;
  if (wasGroup) refuseEditing(actor, await rolesOfGroups(tx, [before['groupId'] ?? null]));
  const { resolver } = engine;
  const canGrant = canAccess(resolver.access(actor, resolver.resource('balances'), 'grant'));
  const gives = (row: Row | null): boolean => row?.['type'] === 'ChangeBalance';
  if ((gives(after) || gives(before)) && !canGrant)
    return { type: 'You can only change balances if you can grant quota yourself.' };
  return isGroup ? refusedRoles(actor, 'groupId', await rolesOfGroups(tx, [after['groupId'] ?? null])) : null;
}

function refuseEditing(actor: Actor, roles: string[]): void {
  const beyond = beyondOwn(actor, roles);
  if (beyond.length > 0) throw holdsMore(moreRoles(beyond));
}

function moreRoles(beyond: readonly string[]): string {
  return `It includes roles that you do not hold yourself: ${beyond.join(', ')}.`;
}

function refusedRoles(actor: Actor, field: string, roles: Json[]): FieldErrors {
  const beyond = beyondOwn(actor, roles.map(String));
  return beyond.length === 0 ? {} : { [field]: `${BEYOND} ${beyond.join(', ')}.` };
}

function beyondOwn(actor: Actor, roles: string[]): string[] {
  return [...new Set(roles)].filter((role) => !actor.roles.includes(role));
}

/** Inactive groups included. Locked until this write is done. */
async function rolesOfGroups(tx: Tx, ids: Json | undefined): Promise<string[]> {
  const named = Array.isArray(ids) ? ids.map(Number) : [];
  if (named.length === 0) return [];
  const rows = await tx
    .selectFrom('groups')
    .select('roles')
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(named))))
    .orderBy('id')
    .forShare()
    .execute();
  return rows.flatMap(({ roles }) => texts(roles ?? undefined));
}

/**
 * Whether the caller holds everything that the rule grants: each action for each field, by a rule of their own that is unconditional
 * or has the same condition.
 */
function holdsRule(rules: readonly Rule[], actor: Actor, rule: Rule): boolean {
  if (isUnlimited(actor)) return true;
  const own = rules.filter(
    ({ role, resource, condition }) =>
      actor.roles.includes(role) &&
      (resource === rule.resource || resource === '*') &&
      (condition === null || sameJson(condition, rule.condition)),
  );
  return rule.actions.every((action) => {
    const granted = own.filter(({ actions }) => actions.includes(action)).map((one) => grantedFields(one, action));
    return (
      granted.length > 0 &&
      grantedFields(rule, action).every((field) =>
        granted.some((fields) => fields.includes('*') || fields.includes(field)),
      )
    );
  });
}

function holdsMore(detail: string): ProblemError {
  return problem(403, 'permissions.holds-more', 'Not allowed', detail);
}

function added(before: Row | null, after: Row, field: string): Json[] {
  const had = items(before?.[field]);
  return items(after[field]).filter((value) => !had.includes(value));
}

function texts(value: Json | undefined): string[] {
  return items(value).map(String);
}

function items(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
