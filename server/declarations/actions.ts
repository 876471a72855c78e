import {
  textPlaceholders,
  type ActionDeclaration,
  type ActionNote,
  type ActionText,
  type StateTable,
  type WrittenAction,
  type WrittenTransition,
} from '../../domain/declarations/actions.ts';
import { parseRule, type FieldLookup } from '../../domain/declarations/condition.ts';
import { titleFromName } from '../../domain/declarations/fields.ts';
import { ICONS, isIconName } from '../../domain/declarations/icons.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Field, Resource } from '../../domain/declarations/model.ts';
import type { ResourceConfig } from '../../domain/declarations/resource-config.ts';
import { lowerFirst } from '../../domain/values/lower-first.ts';
import { ACTIONS } from './permission.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import type { ResourceSchema } from '../../domain/declarations/schemas.ts';
import { didYouMean, type Report } from './faults.ts';
import { isKnown, type WrittenConfig } from './written-config.ts';

export function declaredActions(
  schema: ResourceSchema,
  written: WrittenConfig,
  config: ResourceConfig,
): ActionDeclaration[] {
  const { actions = [], states } = written;
  const all = [...(states?.transitions.map((one) => transitionAction(schema, states, one)) ?? []), ...actions];
  const isOffered = config.writes.delete && !config.internal && !all.some(({ replaces }) => replaces === 'delete');
  const complete = [...all.map(completeAction), ...(isOffered ? [deletion(schema, config, all)] : [])];
  return complete.toSorted((a, b) => Number(a.tone === 'danger') - Number(b.tone === 'danger'));
}

/** Icons of the commands without code. */
const COMMAND_ICONS: Readonly<Record<string, string>> = {
  archive: 'archive',
  delete: 'trash-2',
  duplicate: 'copy',
  sendTemplate: 'send',
  setFields: 'pencil',
  transition: 'arrow-right',
};

/** The action of each resource whose records can be deleted. In the menu of a row, where there is one. */
function deletion(
  { title }: ResourceSchema,
  { label, plural = lowerFirst(label), softDelete }: ResourceConfig,
  others: readonly WrittenAction[],
): ActionDeclaration {
  const hasRowMenu = others.some(({ placement }) => placement?.includes('row'));
  const one = lowerFirst(title);
  const many = `{count} ${plural}`;
  return completeAction({
    name: 'delete',
    command: 'delete',
    label: 'Delete',
    placement: ['page', 'bulk', ...(hasRowMenu ? (['row'] as const) : [])],
    tone: 'danger',
    replaces: 'delete',
    confirm: {
      title: { one: `Delete ${one} “{name}”?`, many: `Delete ${many}?` },
      notes: [softDelete ? RESTORABLE : UNDOABLE],
      button: { one: `Delete ${one}`, many: `Delete ${many}` },
    },
    done: { one: `${title} deleted`, many: `${many} deleted` },
    undo: 'rows',
  });
}

const RESTORABLE: ActionText = {
  one: 'It is removed from all lists. Its history is kept, and you can restore it.',
  many: 'They are removed from all lists. Their history is kept, and you can restore them.',
};
const UNDOABLE: ActionText = {
  one: 'You can undo this only right afterward.',
  many: 'You can undo this only right afterward. If one of them cannot be deleted, none are.',
};

function completeAction(written: WrittenAction): ActionDeclaration {
  return {
    options: {},
    icon: COMMAND_ICONS[written.command] ?? 'play',
    placement: ['page'],
    permission: written.name,
    tone: 'secondary',
    undo: false,
    others: 'refuse',
    ...written,
  };
}

function transitionAction(schema: ResourceSchema, table: StateTable, written: WrittenTransition): WrittenAction {
  const { from, to, ...rest } = written;
  const { field } = table;
  const property = schema.properties[field];
  const icon = property?.['x-icons']?.[to];
  const state = (property?.['x-labels']?.[to] ?? titleFromName(to)).toLowerCase();
  return {
    name: transitionName(written),
    label: { one: `Mark as ${state}`, many: `Mark {count} as ${state}` },
    done: { one: `Marked as ${state}.`, many: `{count} marked as ${state}.` },
    ...(icon === undefined ? {} : { icon }),
    ...rest,
    permission: transitionPermission(table, written),
    command: 'transition',
    options: { field, to },
    when: { [`${field}_in`]: from },
  };
}

function transitionName({ to, name = to.charAt(0).toLowerCase() + to.slice(1) }: WrittenTransition): string {
  return name;
}

/** What a rule must grant for the transition. */
export function transitionPermission(table: StateTable | undefined, written: WrittenTransition): string {
  return written.permission ?? table?.permission ?? transitionName(written);
}

/** Reports faults of the actions and the state table. Commands and their inputs are checked once features have registered them. */
export function checkActions(resource: Resource, written: WrittenConfig, report: Report): void {
  const seen = new Set<string>();
  written.actions?.forEach((action, index) =>
    checkAction(resource, completeAction(action), ['actions', index], seen, report),
  );
  const { states } = written;
  if (!states || !isKnown(resource)) return;
  const field = resource.fields.find(({ name }) => name === states.field);
  if (field?.kind !== 'enum') {
    const names = resource.fields.filter(({ kind }) => kind === 'enum').map(({ name }) => name);
    report(['states', 'field'], `There is no choice "${states.field}"${didYouMean(states.field, names)}`);
    return;
  }
  if (field.required && field.schema.default === undefined)
    report(['states', 'field'], `"${field.name}" has no default: give a new record its first state`);
  states.transitions.forEach((transition, index) => {
    const at = ['states', 'transitions', index];
    checkStates(field, transition, at, report);
    checkAction(resource, completeAction(transitionAction(resource.schema, states, transition)), at, seen, report);
  });
}

function checkStates(field: Field, { from, to }: WrittenTransition, at: (string | number)[], report: Report): void {
  const states = field.options?.map(({ value }) => String(value)) ?? [];
  from.forEach((state, index) => {
    if (!states.includes(state))
      report([...at, 'from', index], `"${field.name}" is never "${state}"${didYouMean(state, states)}`);
  });
  if (!states.includes(to)) report([...at, 'to'], `"${field.name}" is never "${to}"${didYouMean(to, states)}`);
  if (from.includes(to)) report([...at, 'to'], `It is "${to}" already`);
}

function checkAction(
  resource: Resource,
  action: ActionDeclaration,
  at: (string | number)[],
  seen: Set<string>,
  report: Report,
): void {
  const { name, icon, when, confirm, label, done, result, placement, command } = action;
  if (seen.has(name)) report([...at, 'name'], `There is another action "${name}"`);
  seen.add(name);
  if ((ACTIONS as readonly string[]).includes(name))
    report([...at, 'name'], `The engine already has the action "${name}"`);
  if (!isIconName(icon)) report([...at, 'icon'], `There is no icon "${icon}"${didYouMean(icon, ICONS)}`);
  if (when && command !== 'transition') checkWhen(resource, when, [...at, 'when'], report);
  const values = isKnown(resource) ? ['name', ...resource.fields.map((field) => field.name)] : null;
  const check = (text: ActionText | undefined, steps: (string | number)[], known: string[] | null): void => {
    if (text !== undefined)
      checkText(text, known, placement.includes('bulk'), (more, fault) => report([...at, ...steps, ...more], fault));
  };
  check(label, ['label'], []);
  check(done, ['done'], values);
  check(confirm?.title, ['confirm', 'title'], values);
  check(confirm?.button, ['confirm', 'button'], values);
  check(confirm?.typed, ['confirm', 'typed'], values);
  check(result?.title, ['result', 'title'], values);
  check(result?.text, ['result', 'text'], values);
  if (isForOne(action) && placement.includes('bulk'))
    report([...at, 'placement'], 'Input and results shown are for one record at a time: leave "bulk" out');
  confirm?.notes?.forEach((note, index) => {
    const steps = ['confirm', 'notes', index];
    const { text, when: noted } = toActionNote(note);
    check(text, isText(note) ? steps : [...steps, 'text'], values);
    if (noted) checkWhen(resource, noted, [...at, ...steps, 'when'], report);
  });
}

/** Whether it takes one record at a time. */
export function isForOne({ confirm, result }: ActionDeclaration): boolean {
  return confirm?.typed !== undefined || result !== undefined;
}

export function toActionNote(note: ActionNote | ActionText): ActionNote {
  return isText(note) ? { text: note } : note;
}

function isText(note: ActionNote | ActionText): note is ActionText {
  return typeof note === 'string' || !('text' in note);
}

function checkWhen(resource: Resource, when: Record<string, Json>, at: (string | number)[], report: Report): void {
  reportFaults(resource, at, report, (fieldOf) => parseRule(when, fieldOf));
}

/** Reports the fault of a condition that `parse` reads. */
export function reportFaults(
  resource: Resource,
  at: (string | number)[],
  report: Report,
  parse: (fieldOf: FieldLookup) => unknown,
): void {
  const { fields } = resource;
  if (!isKnown(resource)) return;
  try {
    parse((name) => fields.find((field) => field.name === name));
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    const names = fields.map(({ name }) => name);
    report(at, `${error.message.replace(/\.$/, '')}${didYouMean(error.subject, names)}`);
  }
}

/** `known`: the values of a record that the text can name; null where they are unknown. */
function checkText(text: ActionText, known: string[] | null, isForMany: boolean, report: Report): void {
  const { one, many } = textPlaceholders(text);
  const [onePlace, manyPlace] = typeof text === 'string' ? [[], []] : [['one'], ['many']];
  for (const name of one) {
    if (known !== null && !known.includes(name))
      report(onePlace, `There is no placeholder {${name}}${didYouMean(name, ['count', ...known])}`);
  }
  for (const name of isForMany || typeof text !== 'string' ? many : [])
    report(manyPlace, `{${name}} has no value for several records: write {"one": ..., "many": ...} and use {count}`);
}
