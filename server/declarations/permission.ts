/**
 * Authorization. Rules grant, nothing denies, and what no rule grants is denied. One evaluator decides
 * - which rows an action reaches (`Access.rows`, a condition, for SQL and in memory),
 * - for which of these rows a field may be read or written (`Access.field`),
 * - and therefore the columns, filters, sorts, exports and buttons of a caller.
 */
import type { Actor } from '../../domain/declarations/actor.ts';
import { isCapable } from '../../domain/declarations/capabilities.ts';
import {
  allOf,
  anyOf,
  ALWAYS,
  holds,
  isAlways,
  isNever,
  NEVER,
  parseRule,
  resolveVariables,
  type Condition,
  type RuleCondition,
} from '../../domain/declarations/condition.ts';
import type { Variables } from '../../domain/declarations/condition-variables.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';

export const ACTIONS = ['read', 'create', 'update', 'delete', 'export', 'history'] as const;
export type Action = (typeof ACTIONS)[number];

export function ownPermissions(actions: readonly { permission: string }[]): string[] {
  const names = new Set(actions.map(({ permission }) => permission));
  return [...names].filter((name) => !(ACTIONS as readonly string[]).includes(name));
}

/** A row of the table `permissions`. `resource` "*" means every resource, field "*" every field. */
export interface Rule {
  role: string;
  resource: string;
  /** Names of ACTIONS, or permissions of the resource's own actions. */
  actions: string[];
  readFields: string[];
  writeFields: string[];
  condition: { [key: string]: Json } | null;
}

/** The caller's access to one resource for one action. */
export interface Access {
  /** The rows that the action reaches; NEVER when it is not granted at all. */
  rows: Condition;
  /** The subset of `rows` where the field is granted. NEVER: for this caller the field does not exist. */
  field(name: string): Condition;
}

export const UNLIMITED: Access = { rows: ALWAYS, field: () => ALWAYS };
const NONE: Access = { rows: NEVER, field: () => NEVER };

/** Granted with every readable row: a row cannot be addressed or saved without them. */
const ALWAYS_READABLE = new Set(['id', 'version']);
/** Never visible to visitors, whatever the rules say: they identify staff. */
const NEVER_PUBLIC: ReadonlySet<string> = new Set(['createdById', 'updatedById']);

export function isUnlimited(actor: Actor): boolean {
  return isCapable(actor, 'everything');
}

export function accessTo(
  rules: readonly Rule[],
  actor: Actor,
  resource: Resource,
  action: string,
  variables: Variables,
): Access {
  if (isUnlimited(actor)) return UNLIMITED;
  const grants: Grant[] = [];
  for (const rule of rules) {
    if (!applies(rule, actor, resource, action)) continue;
    const condition = ruleCondition(rule, resource);
    if (!condition) continue;
    const when = resolveVariables(condition, variables);
    grants.push({ when, fields: grantedFields(rule, action) });
  }
  if (grants.length === 0) return NONE;
  const rows = anyOf(...grants.map((grant) => grant.when));
  const always = action === 'create' || action === 'update' ? NO_FIELDS : ALWAYS_READABLE;
  const never = actor.id === null ? NEVER_PUBLIC : NO_FIELDS;
  return {
    rows,
    field: (name) => (never.has(name) ? NEVER : always.has(name) ? ALWAYS : fieldGrant(grants, name)),
  };
}

interface Grant {
  when: Condition;
  fields: readonly string[];
}
const NO_FIELDS: ReadonlySet<string> = new Set();

function applies(rule: Rule, actor: Actor, resource: Resource, action: string): boolean {
  return (
    (rule.resource === resource.name || rule.resource === '*') &&
    rule.actions.includes(action) &&
    actor.roles.includes(rule.role)
  );
}

function fieldGrant(grants: readonly Grant[], name: string): Condition {
  const granting = grants.filter(({ fields }) => fields.includes('*') || fields.includes(name));
  if (granting.length === grants.length) return ALWAYS;
  return anyOf(...granting.map((grant) => grant.when));
}

/** The fields that the rule grants for an action: `writeFields` for writes, `readFields` for everything else. */
export function grantedFields(rule: Rule, action: string): readonly string[] {
  return action === 'create' || action === 'update' ? rule.writeFields : rule.readFields;
}

/** Parsed conditions by rule and resource. */
const parsed = new WeakMap<Rule, Map<Resource, RuleCondition | null>>();

/** Null when the condition does not fit the resource; the rule then grants nothing there. */
function ruleCondition(rule: Rule, resource: Resource): RuleCondition | null {
  let known = parsed.get(rule);
  if (!known) parsed.set(rule, (known = new Map()));
  let condition = known.get(resource);
  if (condition === undefined) {
    condition = readCondition(rule.condition, resource) ?? null;
    known.set(resource, condition);
  }
  return condition;
}

function readCondition(condition: Rule['condition'], resource: Resource): RuleCondition | undefined {
  try {
    return condition === null ? ALWAYS : parseRule(condition, (name) => fieldNamed(resource, name));
  } catch (error) {
    if (error instanceof QueryFault) return undefined;
    throw error;
  }
}

function fieldNamed(resource: Resource, name: string): Field | undefined {
  return resource.fields.find((field) => field.name === name);
}

/** The faults of a rule by property: unknown names, an unreadable condition. */
export function ruleFaults(rule: Rule, resources: ReadonlyMap<string, Resource>): Record<string, string> {
  const faults: Record<string, string> = {};
  const resource = resources.get(rule.resource);
  if (rule.resource !== '*' && (!resource || resource.config.internal)) {
    return { resource: `There is no resource "${rule.resource}".` };
  }
  const targets = resource ? [resource] : [...resources.values()].filter((one) => !one.config.internal);
  for (const list of ['readFields', 'writeFields'] as const) {
    const unknown = rule[list].find((name) => name !== '*' && !targets.some((target) => fieldNamed(target, name)));
    if (unknown !== undefined) faults[list] = `There is no field "${unknown}".`;
  }
  const permissions = [...ACTIONS, ...ownPermissions(targets.flatMap(({ actions }) => actions))];
  const action = rule.actions.find((name) => !permissions.includes(name));
  if (action !== undefined) faults['actions'] = `There is no action "${action}".`;
  const reading = targets.map((target) => conditionFault(rule.condition, target));
  if (reading.length > 0 && reading.every((fault) => fault !== null)) faults['condition'] = reading[0] ?? '';
  return faults;
}

function conditionFault(condition: Rule['condition'], resource: Resource): string | null {
  try {
    if (condition !== null) parseRule(condition, (name) => fieldNamed(resource, name));
    return null;
  } catch (error) {
    if (error instanceof QueryFault) return error.message;
    throw error;
  }
}

/** Access granted by both: exportable, for instance, is what may be read and exported. */
export function intersect(one: Access, other: Access): Access {
  return { rows: allOf(one.rows, other.rows), field: (name) => allOf(one.field(name), other.field(name)) };
}

/** Whether the action is granted for any row (`canAccess` without a record) or for this one. */
export function canAccess(access: Access, row?: Row): boolean {
  return row ? holds(access.rows, row) : !isNever(access.rows);
}

/** Whether the field is granted for any row, or for this one. */
export function canAccessField(access: Access, name: string, row?: Row): boolean {
  const where = access.field(name);
  return row ? isAlways(where) || holds(where, row) : !isNever(where);
}

/** The row as the caller may see it: fields granted nowhere are absent, fields not granted for this row are null. */
export function project(access: Access, fields: readonly Field[], row: Row): Row {
  const shown: Row = {};
  for (const { name } of fields) {
    if (!canAccessField(access, name)) continue;
    shown[name] = canAccessField(access, name, row) ? (row[name] ?? null) : null;
  }
  return shown;
}
