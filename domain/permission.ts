/**
 * Who may do what: rules grant, nothing denies, and what no rule grants is denied. One evaluator answers
 * - which rows an action reaches (`Access.rows`, a condition, for SQL and memory alike),
 * - where a field of such a row may be read or written (`Access.field`),
 * - and with them the columns, filters, sorts, exports and buttons that a caller gets.
 */
import { ADMINISTRATOR, type Actor } from './actor.ts';
import {
  both,
  either,
  EVERYWHERE,
  holds,
  isEverywhere,
  isNowhere,
  NOWHERE,
  parseRule,
  resolveVariables,
  type Condition,
  type RuleCondition,
} from './condition.ts';
import type { Variables } from './condition-variables.ts';
import type { Field, Json, Resource, Row } from './model.ts';
import { QueryFault } from './query-fault.ts';

export const ACTIONS = ['read', 'create', 'update', 'delete', 'export', 'history'] as const;
export type Action = (typeof ACTIONS)[number];

/** A row of the table `permissions`. `resource` "*" means every resource, a field "*" every field. */
export interface Rule {
  role: string;
  resource: string;
  actions: Action[];
  readFields: string[];
  writeFields: string[];
  condition: { [key: string]: Json } | null;
}

/** What one caller may do with one resource in one way. */
export interface Access {
  /** The rows that the action reaches. NOWHERE: the action is not granted at all. */
  rows: Condition;
  /** Where, among `rows`, this field is granted. EVERYWHERE: in all of them. NOWHERE: to this caller the field does not exist. */
  field(name: string): Condition;
}

/** Everything, everywhere. */
export const UNLIMITED: Access = { rows: EVERYWHERE, field: () => EVERYWHERE };
const NONE: Access = { rows: NOWHERE, field: () => NOWHERE };

/** Fields that every visible row shows: without them nothing can be addressed or saved. */
const ALWAYS_READABLE = new Set(['id', 'version']);
/** Who works here is no visitor's business, whatever a rule says. */
const NEVER_PUBLIC: ReadonlySet<string> = new Set(['createdById', 'updatedById']);

/** Whether every permission holds for this caller without a rule. */
export function isUnlimited(actor: Actor): boolean {
  return actor.system === true || actor.roles.includes(ADMINISTRATOR);
}

/** What the rules grant to the caller. Writes are granted by `writeFields`, everything else by `readFields`. */
export function accessTo(
  rules: readonly Rule[],
  actor: Actor,
  resource: Resource,
  action: Action,
  variables: Variables,
): Access {
  if (isUnlimited(actor)) return UNLIMITED;
  const grants: Grant[] = [];
  for (const rule of rules) {
    if (!applies(rule, actor, resource, action)) continue;
    const condition = conditionOf(rule, resource);
    if (!condition) continue;
    const when = resolveVariables(condition, variables);
    grants.push({ when, fields: fieldsOf(rule, action) });
  }
  if (grants.length === 0) return NONE;
  const rows = either(...grants.map((grant) => grant.when));
  const always = action === 'create' || action === 'update' ? NO_FIELDS : ALWAYS_READABLE;
  const never = actor.id === null ? NEVER_PUBLIC : NO_FIELDS;
  return {
    rows,
    field: (name) => (never.has(name) ? NOWHERE : always.has(name) ? EVERYWHERE : fieldGrant(grants, name)),
  };
}

interface Grant {
  when: Condition;
  fields: readonly string[];
}
const NO_FIELDS: ReadonlySet<string> = new Set();

function applies(rule: Rule, actor: Actor, resource: Resource, action: Action): boolean {
  return (
    (rule.resource === resource.name || rule.resource === '*') &&
    rule.actions.includes(action) &&
    actor.roles.includes(rule.role)
  );
}

function fieldGrant(grants: readonly Grant[], name: string): Condition {
  const granting = grants.filter(({ fields }) => fields.includes('*') || fields.includes(name));
  if (granting.length === grants.length) return EVERYWHERE;
  return either(...granting.map((grant) => grant.when));
}

/** The fields that the rule grants to an action: writes by `writeFields`, everything else by `readFields`. */
export function fieldsOf(rule: Rule, action: Action): readonly string[] {
  return action === 'create' || action === 'update' ? rule.writeFields : rule.readFields;
}

/** Rules are read once per resource. */
const parsed = new WeakMap<Rule, Map<Resource, RuleCondition | null>>();

/** Null when the rule's condition does not fit the resource: such a rule grants nothing there. */
function conditionOf(rule: Rule, resource: Resource): RuleCondition | null {
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
    return condition === null ? EVERYWHERE : parseRule(condition, (name) => fieldNamed(resource, name));
  } catch (error) {
    if (error instanceof QueryFault) return undefined;
    throw error;
  }
}

function fieldNamed(resource: Resource, name: string): Field | undefined {
  return resource.fields.find((field) => field.name === name);
}

/** What is wrong with a rule, by property of the rule: names that do not exist, a condition that cannot be read. */
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

/** Both must reach the row: what may be exported, for instance, is what may be read and exported. */
export function intersect(one: Access, other: Access): Access {
  return { rows: both(one.rows, other.rows), field: (name) => both(one.field(name), other.field(name)) };
}

/** Whether the action is granted for some row (`canAccess` without a record) or for this one. */
export function canAccess(access: Access, row?: Row): boolean {
  return row ? holds(access.rows, row) : !isNowhere(access.rows);
}

/** Whether the field is granted for some row, or for this one. */
export function canAccessField(access: Access, name: string, row?: Row): boolean {
  const where = access.field(name);
  return row ? isEverywhere(where) || holds(where, row) : !isNowhere(where);
}

/** The row as the caller may see it: fields without a grant anywhere are absent, those without one here are null. */
export function project(access: Access, fields: readonly Field[], row: Row): Row {
  const shown: Row = {};
  for (const { name } of fields) {
    if (!canAccessField(access, name)) continue;
    shown[name] = canAccessField(access, name, row) ? (row[name] ?? null) : null;
  }
  return shown;
}
