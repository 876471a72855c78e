/**
 * The kinds of fields: everything that depends on a field's kind, in one table. Surfaces that draw or compute keep a `Record` keyed by
 * one of the columns (the console by `look`, forms by `widget` ...), so that the compiler reports every place that a new kind, or a
 * new column value, needs.
 */
import type { ByProperty, FilterKind, Kind, OperandType, Property, SearchForm, SqlType } from './kind-traits.ts';
import type { Field, FieldKind } from './model.ts';

export type {
  FilterKind,
  OperandType,
  SearchForm,
  SqlType,
  StoredForm,
  TextForm,
  ValueLook,
  WidgetName,
} from './kind-traits.ts';

const idColumn = ({ type }: Property): SqlType => (type === 'string' ? 'uuid' : 'bigint');
const idOperand = ({ type }: Property): OperandType => (type === 'string' ? 'uuid' : 'integer');

/** The column type of an enumeration, whose values may be text or numbers. */
function valueColumn({ type }: Property): SqlType {
  return type === 'integer' ? 'bigint' : type === 'number' ? 'double precision' : 'text';
}

function valueOperand({ type, items }: Property): OperandType {
  const of = items?.type ?? type;
  return of === 'integer' || of === 'number' ? of : 'text';
}

const SCALAR = {
  list: false,
  order: 'visible',
  search: null,
  listed: 'default',
  digits: false,
  names: false,
  wide: false,
  owned: false,
  refers: null,
} as const;
const TEXT = { ...SCALAR, column: 'text', operand: 'text', search: 'text', filter: 'text', text: 'asIs' } as const;
const NUMBER = { ...SCALAR, look: 'plain', digits: true, stored: 'asIs' } as const;
const INTEGER = { ...NUMBER, column: 'bigint', operand: 'integer' } as const;
const FLOAT = { ...NUMBER, column: 'double precision', operand: 'number' } as const;
const SEVERAL = { ...SCALAR, column: 'jsonb', list: true, order: 'none', wide: true } as const;
const DATA = {
  ...SCALAR,
  column: 'jsonb',
  operand: null,
  order: 'none',
  search: 'leaves',
  filter: 'presence',
  text: 'json',
  look: 'data',
  listed: 'offered',
  wide: true,
  stored: 'asIs',
} as const;

export const KINDS: Readonly<Record<FieldKind, Kind>> = {
  id: {
    ...SCALAR,
    column: idColumn,
    operand: idOperand,
    search: ({ type }) => (type === 'string' ? null : 'cast'),
    filter: 'exact',
    widget: 'text',
    text: 'asIs',
    look: 'plain',
    digits: ({ type }) => type !== 'string',
    stored: 'id',
  },
  text: { ...TEXT, widget: 'text', text: 'prose', look: 'text', names: true, stored: 'line' },
  longText: { ...TEXT, widget: 'longText', text: 'prose', look: 'text', wide: true, stored: 'lines' },
  html: {
    ...TEXT,
    order: 'stored',
    search: 'html',
    widget: 'html',
    text: 'html',
    look: 'html',
    listed: 'never',
    wide: true,
    stored: 'html',
  },
  email: { ...TEXT, widget: 'email', look: 'mail', names: true, stored: 'picked' },
  url: { ...TEXT, widget: 'url', look: 'address', stored: 'picked' },
  link: { ...TEXT, widget: 'link', look: 'address', stored: 'picked' },
  rule: {
    ...SCALAR,
    column: 'text',
    operand: 'text',
    order: 'stored',
    filter: 'presence',
    widget: 'rule',
    text: 'rule',
    look: 'rule',
    stored: 'rule',
  },
  color: { ...TEXT, search: null, widget: 'color', look: 'swatch', stored: 'picked' },
  integer: { ...INTEGER, search: 'cast', filter: 'range', widget: 'integer', text: 'number' },
  number: { ...FLOAT, filter: 'range', widget: 'number', text: 'number' },
  percent: {
    ...NUMBER,
    column: ({ type }) => (type === 'integer' ? 'bigint' : 'double precision'),
    operand: ({ type }) => (type === 'integer' ? 'integer' : 'number'),
    filter: 'range',
    widget: 'number',
    text: 'percent',
  },
  size: { ...INTEGER, filter: 'sizes', widget: 'integer', text: 'size' },
  money: { ...INTEGER, filter: 'money', widget: 'money', text: 'money' },
  hour: { ...FLOAT, filter: 'hours', widget: 'hour', text: 'hour' },
  boolean: {
    ...SCALAR,
    column: 'boolean',
    operand: 'boolean',
    filter: 'yesNo',
    widget: 'boolean',
    text: 'yesNo',
    look: 'yesNo',
    stored: 'asIs',
  },
  date: {
    ...SCALAR,
    column: 'date',
    operand: 'date',
    filter: 'days',
    widget: 'date',
    text: 'day',
    look: 'plain',
    stored: 'picked',
  },
  dateTime: {
    ...SCALAR,
    column: 'timestamp with time zone',
    operand: 'instant',
    filter: 'instants',
    widget: 'dateTime',
    text: 'instant',
    look: 'instant',
    stored: 'instant',
  },
  time: {
    ...SCALAR,
    column: 'text',
    operand: 'time',
    filter: 'times',
    widget: 'time',
    text: 'time',
    look: 'plain',
    stored: 'picked',
  },
  month: {
    ...SCALAR,
    column: 'text',
    operand: 'text',
    filter: 'exact',
    widget: 'text',
    text: 'month',
    look: 'plain',
    stored: 'picked',
  },
  enum: {
    ...SCALAR,
    column: valueColumn,
    operand: valueOperand,
    search: ({ type }) => (type === 'string' ? 'text' : null),
    filter: 'choices',
    widget: 'choice',
    text: 'label',
    look: 'label',
    stored: 'picked',
  },
  enums: {
    ...SEVERAL,
    operand: valueOperand,
    search: 'cast',
    filter: 'choices',
    widget: 'choices',
    text: 'label',
    look: 'items',
    stored: 'asIs',
  },
  strings: {
    ...SEVERAL,
    operand: 'text',
    search: 'cast',
    filter: 'exact',
    widget: 'strings',
    text: 'asIs',
    look: 'items',
    stored: 'asIs',
  },
  dates: {
    ...SEVERAL,
    operand: 'date',
    filter: 'presence',
    widget: 'dates',
    text: 'day',
    look: 'items',
    stored: 'asIs',
  },
  reference: {
    ...SCALAR,
    column: idColumn,
    operand: idOperand,
    order: 'stored',
    search: 'referenced',
    filter: 'references',
    widget: 'reference',
    text: 'asIs',
    look: 'reference',
    refers: 'one',
    stored: 'id',
  },
  references: {
    ...SEVERAL,
    operand: ({ items }) => (items ? idOperand(items) : null),
    filter: 'references',
    widget: 'references',
    text: 'asIs',
    look: 'references',
    refers: 'several',
    stored: 'id',
  },
  file: {
    ...SCALAR,
    column: 'text',
    operand: 'text',
    order: 'stored',
    filter: 'presence',
    widget: 'file',
    text: 'fileName',
    look: 'file',
    owned: true,
    stored: 'picked',
  },
  image: {
    ...SCALAR,
    column: 'text',
    operand: 'text',
    order: 'stored',
    filter: 'presence',
    widget: 'image',
    text: 'asIs',
    look: 'picture',
    listed: 'offered',
    stored: 'image',
  },
  numbers: { ...DATA, widget: 'numbers' },
  group: { ...DATA, widget: 'group' },
  rows: { ...DATA, widget: 'rows' },
  variants: { ...DATA, widget: 'variants' },
  keyValue: { ...DATA, widget: 'keyValue' },
  json: { ...DATA, widget: 'json' },
};

function by<Value extends string | boolean | null>(value: ByProperty<Value>, property: Property): Value {
  return typeof value === 'function' ? value(property) : value;
}

export function columnTypeOf(kind: FieldKind, property: Property): SqlType {
  return by(KINDS[kind].column, property);
}

/** The operand type of a field. `list`: the field holds several values and equality means "contains". */
export interface Operand {
  type: OperandType;
  list: boolean;
}

/** Null for fields that cannot be compared (nested objects). */
export function operandOf({ kind, schema }: Pick<Field, 'kind' | 'schema'>): Operand | null {
  const type = by(KINDS[kind].operand, schema);
  return type === null ? null : { type, list: KINDS[kind].list };
}

/** How full-text search indexes a field of this kind; null when it does not. */
export function searchFormOf(kind: FieldKind, property: Property): SearchForm | null {
  return by(KINDS[kind].search, property);
}

/** Whether lists can be sorted by it. Lists of values, nested objects and long text have no useful order. */
export function isSortable({ kind, long }: Pick<Field, 'kind' | 'long'>): boolean {
  return KINDS[kind].order !== 'none' && !long;
}

/** Whether the order is visible to users, so that the column offers sorting. */
export function hasVisibleOrder(field: Pick<Field, 'kind' | 'long'>): boolean {
  return isSortable(field) && KINDS[field.kind].order === 'visible';
}

export function filterKindOf({ kind }: Pick<Field, 'kind'>): FilterKind {
  return KINDS[kind].filter;
}

export function isNumeric({ kind, schema }: Pick<Field, 'kind' | 'schema'>): boolean {
  return by(KINDS[kind].digits, schema);
}
