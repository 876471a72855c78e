import type {
  FieldType,
  PriceRule,
  RequestField,
  RequestFormSchema,
  ShowIf,
} from '../../../../../domain/requests/request-form.ts';
import { renameFieldInPrice, renameOptionInPrice } from '../../../../requests/priceFormulas.ts';
import { newField } from './fieldKinds.ts';
import { nameFor, optionFor } from './names.ts';

/** Pure edits of a form: each returns a new schema. */

/** `undefined` removes a setting. */
export type FieldChange = { [K in keyof RequestField]?: RequestField[K] | undefined };

export function addField(
  schema: RequestFormSchema,
  type: FieldType,
  after: string | null,
): { schema: RequestFormSchema; name: string } {
  const field = newField(type);
  const name = nameFor(field.title, schema['x-order']);
  return { schema: insert(schema, name, field, after), name };
}

/** Adds a field that a cost type requires, under the required name. */
export function addNamedField(
  schema: RequestFormSchema,
  name: string,
  type: FieldType,
  more: Partial<RequestField>,
): RequestFormSchema {
  const next = insert(schema, name, { ...newField(type), ...more }, schema['x-order'].at(-1) ?? null);
  return setRequired(next, name, true);
}

export function duplicateField(schema: RequestFormSchema, name: string): { schema: RequestFormSchema; name: string } {
  const field = schema.properties[name];
  if (!field) return { schema, name };
  const { 'x-section': _section, 'x-subject': _subject, 'x-needed-by': _neededBy, ...rest } = field;
  const copy = { ...rest, title: `${field.title} (copy)` };
  const copied = nameFor(copy.title, schema['x-order']);
  // Its rules are about its own answer.
  const own = (rule: Comparison): Comparison => (rule.field === name ? { ...rule, field: copied } : rule);
  return {
    schema: setRequired(insert(schema, copied, withRule(copy, own), name), copied, schema.required.includes(name)),
    name: copied,
  };
}

/** A section that the field began is continued by the next one. */
export function removeField(schema: RequestFormSchema, name: string): RequestFormSchema {
  const { [name]: removed, ...properties } = schema.properties;
  const order = schema['x-order'].filter((other) => other !== name);
  const next = order[schema['x-order'].indexOf(name)];
  const heir = next === undefined ? undefined : properties[next];
  if (next !== undefined && heir && removed?.['x-section'] !== undefined && heir['x-section'] === undefined) {
    properties[next] = { ...heir, 'x-section': removed['x-section'] };
  }
  return { ...schema, properties, 'x-order': order, required: schema.required.filter((other) => other !== name) };
}

/** Moves the field to a position counted without it. */
export function moveField(schema: RequestFormSchema, name: string, place: number): RequestFormSchema {
  const others = schema['x-order'].filter((other) => other !== name);
  const order = [...others.slice(0, place), name, ...others.slice(place)];
  return { ...schema, 'x-order': order };
}

export function changeField(schema: RequestFormSchema, name: string, change: FieldChange): RequestFormSchema {
  const field = schema.properties[name];
  if (!field) return schema;
  const merged = Object.entries({ ...field, ...change }).filter(([, value]) => value !== undefined);
  return {
    ...schema,
    properties: { ...schema.properties, [name]: Object.fromEntries(merged) as unknown as RequestField },
  };
}

export function setRequired(schema: RequestFormSchema, name: string, required: boolean): RequestFormSchema {
  const others = schema.required.filter((other) => other !== name);
  return { ...schema, required: required ? [...others, name] : others };
}

/** Renames the field, including in the rules of later fields. */
export function renameField(schema: RequestFormSchema, from: string, to: string): RequestFormSchema {
  if (from === to || Object.hasOwn(schema.properties, to)) return schema;
  const swap = (name: string) => (name === from ? to : name);
  const properties = Object.entries(schema.properties).map(([name, field]) => [
    swap(name),
    withBounds(
      withRule(field, ({ other, ...rule }) => ({
        ...rule,
        field: swap(rule.field),
        ...(other === undefined ? {} : { other: swap(other) }),
      })),
      swap,
    ),
  ]);
  return {
    ...renameFieldInPrice(schema, from, to),
    properties: Object.fromEntries(properties),
    required: schema.required.map(swap),
    'x-order': schema['x-order'].map(swap),
  };
}

/** A form without price lines has none declared. */
export function setPrice({ 'x-price': _before, ...schema }: RequestFormSchema, rules: readonly PriceRule[]) {
  return rules.length === 0 ? schema : { ...schema, 'x-price': [...rules] };
}

export interface FieldOption {
  value: string;
  label: string;
}

/** Replaces the options of a choice. A value follows its label, unless it is one of the `fixed` (published) ones. */
export function setOptions(
  schema: RequestFormSchema,
  name: string,
  rows: readonly Partial<FieldOption>[],
  fixed: readonly string[],
): RequestFormSchema {
  const { enum: values = [], 'x-labels': labels = [] } = schema.properties[name] ?? {};
  const options: FieldOption[] = [];
  let renamed: { from: string; to: string } | undefined;
  for (const [index, { value: before, label = before === undefined ? `Option ${index + 1}` : '' }] of rows.entries()) {
    const isUnchanged = before !== undefined && (fixed.includes(before) || labels[values.indexOf(before)] === label);
    const taken = [...options.map(({ value }) => value), ...rows.slice(index + 1).flatMap(({ value }) => value ?? [])];
    const value = isUnchanged ? before : optionFor(label, taken);
    if (before !== undefined && before !== value) renamed = { from: before, to: value };
    options.push({ value, label });
  }
  return changeOptions(schema, name, options, renamed);
}

/** Rules that refer to a changed value are updated. */
export function changeOptions(
  schema: RequestFormSchema,
  name: string,
  options: readonly FieldOption[],
  renamed?: { from: string; to: string },
): RequestFormSchema {
  const changed = changeField(schema, name, {
    enum: options.map((option) => option.value),
    'x-labels': options.map((option) => option.label),
  });
  if (!renamed) return changed;
  const swap = <V>(value: V): V | string => (value === renamed.from ? renamed.to : value);
  const follow = (rule: Comparison): Comparison => {
    if (rule.field !== name || rule.value === undefined) return rule;
    return { ...rule, value: Array.isArray(rule.value) ? rule.value.map(swap) : swap(rule.value) };
  };
  return {
    ...renameOptionInPrice(changed, name, renamed),
    properties: Object.fromEntries(
      Object.entries(changed.properties).map(([other, field]) => [other, withRule(field, follow)]),
    ),
  };
}

export type Comparison = Extract<ShowIf, { field: string }>;

function withRule(field: RequestField, change: (rule: Comparison) => Comparison): RequestField {
  const { 'x-show-if': rule, 'x-rules': rules } = field;
  return {
    ...field,
    ...(rule && { 'x-show-if': mapRule(rule, change) }),
    ...(rules && { 'x-rules': rules.map((one) => ({ ...one, when: mapRule(one.when, change) })) }),
  };
}

function withBounds(field: RequestField, swap: (name: string) => string): RequestField {
  const { 'x-earliest': first, 'x-latest': last } = field;
  return {
    ...field,
    ...(first && { 'x-earliest': { ...first, from: swap(first.from) } }),
    ...(last && { 'x-latest': { ...last, from: swap(last.from) } }),
  };
}

function mapRule(rule: ShowIf, change: (rule: Comparison) => Comparison): ShowIf {
  if ('all' in rule) return { all: rule.all.map((part) => mapRule(part, change)) };
  if ('any' in rule) return { any: rule.any.map((part) => mapRule(part, change)) };
  return change(rule);
}

function insert(schema: RequestFormSchema, name: string, field: RequestField, after: string | null): RequestFormSchema {
  const place = after === null ? schema['x-order'].length : schema['x-order'].indexOf(after) + 1;
  const order = [...schema['x-order'].slice(0, place), name, ...schema['x-order'].slice(place)];
  return { ...schema, properties: { ...schema.properties, [name]: field }, 'x-order': order };
}
