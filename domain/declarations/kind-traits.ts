/** The columns of the table of kinds (kinds.ts) and the values each column may take. */
import type { PropertySchema } from './schemas.ts';

export type SqlType =
  | 'text'
  | 'bigint'
  | 'double precision'
  | 'boolean'
  | 'date'
  | 'timestamp with time zone'
  | 'uuid'
  | 'jsonb';

export type OperandType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'instant' | 'time' | 'uuid';

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
  | 'dates'
  | 'rule'
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

/** How a value is formatted as one line of text; prose: unchanged, but changes are shown as a word diff. */
export type TextForm =
  | 'asIs'
  | 'prose'
  | 'html'
  | 'number'
  | 'percent'
  | 'size'
  | 'money'
  | 'hour'
  | 'yesNo'
  | 'day'
  | 'instant'
  | 'time'
  | 'month'
  | 'label'
  | 'fileName'
  | 'rule'
  | 'json';

/** How a value is displayed in lists and on detail pages. */
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
  | 'rule'
  | 'data';

/** The form in which rows store a value; all but asIs and data treat empty text as null. */
export type StoredForm = 'asIs' | 'line' | 'lines' | 'picked' | 'rule' | 'html' | 'image' | 'instant' | 'id';

/** The parts of a property that a column may depend on. */
export type Property = Pick<PropertySchema, 'type' | 'items'>;
export type ByProperty<Value> = Value | ((property: Property) => Value);

/**
 * How full-text search indexes a field. text, html, cast, leaves (every value of an object or list, without keys): from its column;
 * referenced: a row is found by the text of the row it refers to.
 */
export type SearchForm = 'text' | 'html' | 'cast' | 'leaves' | 'referenced';

export interface Kind {
  column: ByProperty<SqlType>;
  /** The type of a comparison's operand. Null: only emptiness can be tested. */
  operand: ByProperty<OperandType | null>;
  /** It holds several values; comparisons test membership. */
  list: boolean;
  /** visible: users see the order. stored: sortable, but the order is not meaningful to users (ids, file names). */
  order: 'visible' | 'stored' | 'none';
  /** How full-text search indexes it; null: not at all. */
  search: ByProperty<SearchForm | null>;
  filter: FilterKind;
  widget: WidgetName;
  text: TextForm;
  look: ValueLook;
  /** default: shown unless the configuration names columns. offered: users may add it. */
  listed: 'default' | 'offered' | 'never';
  /** Right-aligned, so that digits line up. */
  digits: ByProperty<boolean>;
  /** May represent a record where the configuration does not say how. */
  names: boolean;
  /** Takes the full width of a page. */
  wide: boolean;
  stored: StoredForm;
  /** The value belongs to one row alone: duplicates and bulk edits leave it out. */
  owned: boolean;
  /** Whether it references one row by a foreign key, or several by a list of ids. */
  refers: 'one' | 'several' | null;
}
