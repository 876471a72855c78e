import { actionText } from '../../../../domain/declarations/actions.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Field, Row } from '../../../../domain/declarations/model.ts';
import { plainText } from '../../engine/plainText.ts';
import { operatorLabel, readClauses, ruleFields, variablesOf, type Clause } from './ruleCondition.ts';

export interface ActionLabel {
  label: string;
  help: string;
}

/** What the engine does with rows, in the order of the words. */
const ENGINE_ACTIONS: Readonly<Record<string, ActionLabel>> = {
  read: { label: 'Read', help: 'See these records in lists and on pages' },
  create: { label: 'Create', help: 'Add records' },
  update: { label: 'Edit', help: 'Change records' },
  delete: { label: 'Delete', help: 'Delete records' },
  export: { label: 'Export', help: 'Download readable fields as CSV' },
  history: { label: 'History', help: 'See who changed what' },
};
/** Everything that the engine does. */
export const FULL_ACCESS = 'Full access';

/** The actions that rules for the resource can grant: those of the engine, and its own ("*": those of all). */
export function actionLabels(
  resources: readonly ClientResource[],
  name: unknown,
): Readonly<Record<string, ActionLabel>> {
  const actions = resources.filter((one) => name === '*' || one.name === name).flatMap((one) => one.actions);
  const own = actions
    .filter(({ permission }) => !(permission in ENGINE_ACTIONS))
    .map(({ permission, label }) => [permission, { label: actionText(label, 1), help: 'Run this action' }] as const);
  return { ...ENGINE_ACTIONS, ...Object.fromEntries(own) };
}

/** "Read, create, edit", "Full access, 2 actions"; empty for nothing. */
export function describeActions(granted: readonly string[]): string {
  const names = Object.keys(ENGINE_ACTIONS).filter((name) => granted.includes(name));
  const own = new Set(granted).size - names.length;
  const isFull = names.length === Object.keys(ENGINE_ACTIONS).length;
  const words = isFull ? [FULL_ACCESS] : names.map((name) => ENGINE_ACTIONS[name]!.label);
  if (own > 0) words.push(own === 1 ? '1 action' : `${own} actions`);
  return words.map((word, index) => (index === 0 ? word : word.toLowerCase())).join(', ');
}

/** Describes the rows that a rule applies to. */
export function describeCondition(
  condition: Json | undefined,
  resources: readonly ClientResource[],
  name: unknown,
  zone: string,
): string {
  const fields = ruleFields(resources, name);
  const read = readClauses(condition, fields);
  if (!read) return `Rows that match ${JSON.stringify(condition)}`;
  if (read.parts.length === 0) return 'Every row';
  const words = read.parts.map((clause) => describeClause(clause, fields, zone));
  return `Rows where ${words.join(read.match === 'all' ? ' and ' : ' or ')}`;
}

function describeClause(clause: Clause, fields: readonly Field[], zone: string): string {
  const field = fields.find((one) => one.name === clause.field);
  if (!field) return clause.field;
  const start = `${field.title} ${operatorLabel(clause.operator, field)}`;
  if (clause.operator === 'empty' || clause.operator === 'filled') return start;
  const values = Array.isArray(clause.value) ? clause.value : [clause.value];
  const variable = variablesOf(field);
  return `${start} ${values.map((value) => variable.find((one) => one.value === value)?.label ?? plainText(field, value, zone)).join(' or ')}`;
}

/** "All fields", "No fields", "3 fields". */
export function describeFields(names: Json | undefined): string {
  const list = textList(names);
  if (list.includes('*')) return 'all fields';
  return list.length === 0 ? 'no fields' : list.length === 1 ? '1 field' : `${list.length} fields`;
}

export function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Whether a rule grants every row with every field. */
export function isUnlimitedRule(rule: Row): boolean {
  const reads = textList(rule['readFields']).includes('*');
  const writes = textList(rule['actions']).some((action) => action === 'create' || action === 'update');
  return rule['condition'] === null && reads && (!writes || textList(rule['writeFields']).includes('*'));
}
