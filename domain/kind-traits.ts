/** The columns of the table of kinds (kinds.ts), and the words that each of them may say. */
import type { PropertySchema } from './model.ts';

/** The type of a column of PostgreSQL. */
export type SqlType =
  'text' | 'bigint' | 'double precision' | 'boolean' | 'date' | 'timestamp with time zone' | 'uuid' | 'jsonb';

/** What the values of a filter or a rule are read as. */
export type OperandType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'instant' | 'time' | 'uuid';

/** How people filter a list by it; presence: only by whether it is empty. */
export type FilterKind =
  | 'text'
  | 'exact'
  | 'range'
  | 'money'
  | 'hours'
  | 'sizes'
  | 'days'
  | 'instants'
  | 'times'
  | 'choices'
  | 'references'
  | 'yesNo'
  | 'presence';

/** The inputs of forms: those of kinds, then those that only request forms ask for. */
export type WidgetName =
  | 'text'
  | 'longText'
  | 'html'
  | 'integer'
  | 'number'
  | 'numbers'
  | 'money'
  | 'hour'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'references'
  | 'strings'
  | 'email'
  | 'url'
  | 'color'
  | 'file'
  | 'image'
  | 'link'
  | 'group'
  | 'rows'
  | 'variants'
  | 'keyValue'
  | 'json'
  | 'yesNo'
  | 'files'
  | 'display';

/** How a value is written in one line of words; prose: as it is, but its changes are told word by word. */
export type TextForm =
  | 'asIs'
  | 'prose'
  | 'html'
  | 'number'
  | 'size'
  | 'money'
  | 'hour'
  | 'yesNo'
  | 'day'
  | 'instant'
  | 'time'
  | 'label'
  | 'json';

/** How a value looks in a list and on a page. */
export type ValueLook =
  | 'plain'
  | 'text'
  | 'html'
  | 'yesNo'
  | 'instant'
  | 'label'
  | 'swatch'
  | 'mail'
  | 'address'
  | 'picture'
  | 'file'
  | 'reference'
  | 'references'
  | 'items'
  | 'data';

/** The form in which rows have a value; all but asIs and data read an empty text as nothing chosen. */
export type StoredForm = 'asIs' | 'picked' | 'html' | 'image' | 'instant' | 'id';

/** The part of a property that a column may depend on. */
export type Property = Pick<PropertySchema, 'type' | 'items'>;
export type ByProperty<Value> = Value | ((property: Property) => Value);

/**
 * How the full-text search reads a field. text, html, cast, leaves (every value of an object or a list, without names): from its
 * column; referenced: a row is found by what finds the row that it refers to.
 */
export type SearchForm = 'text' | 'html' | 'cast' | 'leaves' | 'referenced';

export interface Kind {
  column: ByProperty<SqlType>;
  /** What one value is compared with. Null: it can only be empty or not. */
  operand: ByProperty<OperandType | null>;
  /** It holds several values, and a comparison asks whether one of them is among them. */
  list: boolean;
  /** visible: people see what it is sorted by. stored: it can be sorted by, but nobody sees the order (ids, file names). */
  order: 'visible' | 'stored' | 'none';
  /** How the full-text search reads it; null: not at all. */
  search: ByProperty<SearchForm | null>;
  filter: FilterKind;
  widget: WidgetName;
  text: TextForm;
  look: ValueLook;
  /** default: a column where the configuration names none. offered: people may add it. */
  listed: 'default' | 'offered' | 'never';
  /** It stands at the right of a column, so that digits line up. */
  digits: ByProperty<boolean>;
  /** A record may be called by it where the configuration does not say how. */
  names: boolean;
  /** It takes the whole width of a page. */
  wide: boolean;
  stored: StoredForm;
  /** Whether it refers to a row, by a foreign key, or to several, by a list of their ids. */
  refers: 'one' | 'several' | null;
}
