import { actionText } from '../../../../domain/declarations/actions.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Field, Row } from '../../../../domain/declarations/model.ts';
import { plainText } from '../../values/plainText.ts';
import { operatorLabel, readClauses, ruleFields, variablesOf, type Clause } from './ruleCondition.ts';

export const ACTION_LABELS: Readonly<Record<string, { label: string; help: string; letter: string }>> = {
  read: { label: 'Read', help: 'See these records in lists and on pages', letter: 'R' },
  create: { label: 'Create', help: 'Make new records', letter: 'C' },
  update: { label: 'Update', help: 'Change records', letter: 'U' },
  delete: { label: 'Delete', help: 'Delete records', letter: 'D' },
  export: { label: 'Export', help: 'Download what may be read as CSV', letter: 'E' },
  history: { label: 'History', help: 'See who changed what', letter: 'H' },
};

/** The actions that rules for the resource can grant: those of the engine, and its own ("*": those of all). */
export function actionLabels(
  resources: readonly ClientResource[],
  name: unknown,
): Readonly<Record<string, { label: string; help: string; letter: string }>> {
  const actions = resources.filter((one) => name === '*' || one.name === name).flatMap((one) => one.actions);
  const own = actions
    .filter(({ permission }) => !(permission in ACTION_LABELS))
    .map(({ permission, label }) => [
      permission,
      { label: actionText(label, 1), help: 'Run this action', letter: 'A' },
    ]);
  return { ...ACTION_LABELS, ...(Object.fromEntries(own) as typeof ACTION_LABELS) };
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
  const list = listOf(names);
  if (list.includes('*')) return 'all fields';
  return list.length === 0 ? 'no fields' : list.length === 1 ? '1 field' : `${list.length} fields`;
}

export function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Whether a rule grants every row with every field. */
export function isUnlimitedRule(rule: Row): boolean {
  const reads = listOf(rule['readFields']).includes('*');
  const writes = listOf(rule['actions']).some((action) => action === 'create' || action === 'update');
  return rule['condition'] === null && reads && (!writes || listOf(rule['writeFields']).includes('*'));
}
