/** Actions on records: commands as `actions` and `states` of config/resources/x.json offer them (ADR 22). */

import { formatNumber } from '../values/formats.ts';
import type { Json } from '../values/json.ts';
import type { PropertySchema, ResourceSchema } from './schemas.ts';

/** On the page of a record, at the end of each row of a list, above a list for the selected rows. */
export const PLACEMENTS = ['page', 'row', 'bulk'] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** The look of its button. `danger` also asks before it runs. */
export const ACTION_TONES = ['primary', 'secondary', 'danger'] as const;
export type ActionTone = (typeof ACTION_TONES)[number];

/**
 * A text for one record and for several. {count} is their number, {name} the name of the record, and {field} the value of a field; the
 * latter two only where it is about one record.
 */
export type ActionText = string | { one: string; many: string };

/** A sentence of the question. With `when`, it is left out where no record fulfills the condition; {count} is the number of those that do. */
export interface ActionNote {
  text: ActionText;
  when?: Record<string, Json>;
  tone?: 'warning';
}

/** The properties of an input that an action can override. */
export type InputOverride = Pick<PropertySchema, 'title' | 'description' | 'default'> & { required?: boolean };

/** An action with all defaults filled in. */
export interface ActionDeclaration {
  /** Unique within the resource: the end of its address, and the permission that it needs unless `permission` is another. */
  name: string;
  /** A generic command ("setFields"), or one that a feature registers ("mails.sendAgain"). */
  command: string;
  /** Passed to the command in addition to the records and inputs. */
  options: Record<string, Json>;
  label: ActionText;
  /** What it means, below its button on pages that have the room. */
  hint?: string;
  icon: string;
  placement: Placement[];
  when?: Record<string, Json>;
  /** The action that a permission rule must grant. Default: its own name. */
  permission: string;
  tone: ActionTone;
  /** Asked before it runs. Default: nothing, unless it is dangerous or has inputs. `typed`: a text to type, such as the record's name. */
  confirm?: { title?: ActionText; notes?: (ActionNote | ActionText)[]; button?: ActionText; typed?: string };
  /** The inputs of the command in this order, with what differs from its own declaration. Default: all, as the command declares them. */
  inputs?: Record<string, InputOverride>;
  /** Why it cannot be run where `when` does not hold. Default: that the record has changed. */
  refusal?: string;
  /** A field: refused where it is no longer what the caller has seen. Default: that of the command. */
  unchanged?: string;
  /** Shown when it is done: "{count} mails are sent again." */
  done?: ActionText;
  /** What its command returns, a secret or a link, is shown under this title with a button that copies it. It is not shown again. */
  result?: { title: string; text: string };
  /** Whether its author can undo it right afterwards. `rows`: by the rows' own writes, which restore what their deletion affected. */
  undo: boolean | 'rows';
  /** For how many seconds that is offered. Default: as for any change. */
  undoSeconds?: number;
  /** The button of the console that it stands instead of. */
  replaces?: 'delete';
  /** The console asks its question about a record that was just created. */
  afterCreate?: boolean;
  /** Rows that do not fulfill `when` anymore: refuse all, or skip them. One alone is always refused. */
  others: 'refuse' | 'skip';
}

/** As it is written: everything but name, command and label has a default. */
export type WrittenAction = Partial<ActionDeclaration> & Pick<ActionDeclaration, 'name' | 'command' | 'label'>;

/** A state table: the only way in which the field changes. Each transition is an action with the command "transition". */
export interface StateTable {
  field: string;
  /** The permission of transitions that name none. Default: each transition's own name. */
  permission?: string;
  transitions: WrittenTransition[];
}

export interface WrittenTransition extends Partial<Omit<ActionDeclaration, 'command' | 'options' | 'when'>> {
  from: string[];
  to: string;
}

/** Of GET /api/model: an action that the caller may run on some record. */
export interface ClientAction extends Pick<
  ActionDeclaration,
  'name' | 'label' | 'hint' | 'icon' | 'placement' | 'permission' | 'tone' | 'replaces' | 'undoSeconds' | 'afterCreate'
> {
  /** Whether a dialog comes before it; `plan`: the plan says so, by the records. */
  asks: boolean | 'plan';
  inputs: { schema: ResourceSchema; validator: string } | null;
  /** Names of inputs on which the question depends. */
  planned?: string[];
  /** It is refused for records in which this field is no longer what the caller has seen. */
  unchanged?: string;
  refreshes?: 'everything';
}

/** The text for so many records, with {count} and these values. */
export function actionText(text: ActionText, count: number, values: Readonly<Record<string, string>> = {}): string {
  const form = typeof text === 'string' ? text : count === 1 ? text.one : text.many;
  return form.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    name === 'count' ? formatNumber(count) : (values[name] ?? placeholder),
  );
}

/** The placeholders of a text beside {count}: those for one record, and those for several. */
export function textPlaceholders(text: ActionText): { one: string[]; many: string[] } {
  const namesIn = (form: string): string[] =>
    [...form.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'count');
  return typeof text === 'string'
    ? { one: namesIn(text), many: namesIn(text) }
    : { one: namesIn(text.one), many: namesIn(text.many) };
}
