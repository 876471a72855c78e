import type { Json } from '../values/json.ts';
import type { Tone } from './tones.ts';

/** String formats. A new one needs a line in FORMAT_KINDS (domain/declarations/fields.ts); the compiler reports the rest. */
export type Format =
  | 'date'
  | 'date-time'
  | 'time'
  | 'email'
  | 'uri'
  | 'color'
  | 'html'
  | 'file'
  | 'image'
  | 'link'
  | 'month'
  | 'rrule';

/** Former values by the current one: {"confirmed": "booked"} renames "booked" to "confirmed". */
export type FormerValues = Record<string, string | string[]>;

/** One property of a resource schema: draft-07 plus our annotations (schemas/meta/resource.json). */
export interface PropertySchema {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  title?: string;
  description?: string;
  format?: Format;
  enum?: (string | number)[];
  default?: Json;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: PropertySchema;
  properties?: Record<string, PropertySchema>;
  required?: string[];
  additionalProperties?: boolean | PropertySchema;
  /** Variants of an object (domain/declarations/variants.ts), discriminated by a property that is a `const` in each of them. */
  oneOf?: PropertySchema[];
  discriminator?: { propertyName: string };
  const?: string;
  readOnly?: boolean;
  /** Foreign key to a resource; on the items of an array, a list of ids of that resource. */
  'x-reference'?: string;
  /** Of an action's reference: a filter of the records to choose from. */
  'x-reference-filter'?: Readonly<Record<string, Json>>;
  /** Of an action's text: not shown while it is typed, and not kept. */
  'x-secret'?: boolean;
  /**
   * What happens to this row when the referenced row is deleted. Default: restrict. keep: it stays while the referenced row is only
   * soft-deleted, so that both can be restored, and is removed with it for good.
   */
  'x-on-delete'?: 'restrict' | 'cascade' | 'set-null' | 'keep';
  'x-unique'?: boolean;
  'x-index'?: boolean;
  /** Found by a part of the text. */
  'x-contains'?: boolean;
  'x-search'?: boolean;
  /** HTML that may embed frames from the hosts in config/site.json. */
  'x-frames'?: boolean;
  /** Of `enum`, what the form of a new record offers. */
  'x-new'?: string[];
  'x-long'?: boolean;
  /** Read and copied as a whole, in a fixed-width font. */
  'x-code'?: boolean;
  'x-owner'?: boolean;
  /** Left out of people's own exports: a secret, or an internal note about them. */
  'x-withheld'?: boolean;
  /** Former names of the property, and former values of its enumeration by the current one. */
  'x-was'?: string | FormerValues | (string | FormerValues)[];
  'x-money'?: boolean;
  'x-percent'?: boolean;
  'x-bytes'?: boolean;
  /** A decimal hour of the day (domain/hours/hour-text.ts). start or end decides which midnight 12 AM means. */
  'x-hour'?: 'start' | 'end';
  /** With format rrule: the property that holds when the first one takes place, a date or an instant. */
  'x-starts'?: string;
  /** With format date-time: rounded to the nearest whole minute when it is written. */
  'x-whole-minutes'?: boolean;
  /** With format image. icon: a logo or icon, stored losslessly with transparency (PNG). */
  'x-image'?: 'icon';
  /** With format file: the accepted extensions, and the maximum bytes (domain/requests/upload-rules.ts). */
  'x-accept'?: string[];
  'x-max-bytes'?: number;
  'x-computed'?: boolean;
  /** Set when a row is created, and never changed afterwards. */
  'x-fixed'?: boolean;
  /** For the server's own use: not in the client model, and so on no generated page. Only with x-computed. */
  'x-internal'?: boolean;
  /**
   * A count that is no column of the row: the property of the same name of this resource, in its row whose `reference` is the
   * row's id; 0 without one. Counting changes neither the row nor its resource's revision.
   */
  'x-counter'?: { resource: string; reference: string };
  /** Its value by the value of `from`, another enum of the row: a generated column. Only with x-computed. */
  'x-derived'?: { from: string; values: Record<string, string>; otherwise: string };
  /** Existing rows get the value of `from` of the row that `through` refers to when the property is added. */
  'x-backfill'?: { through: string; from: string };
  /** Labels of enum values ({"InProcess": "In process"}), of certain texts ({"*": "All fields"}), or of the positions of a fixed-length list ({"0": "Sunday"}). */
  'x-labels'?: Record<string, string>;
  /** Tones of enum values. If any is set, all values are shown as chips; the others are grey. */
  'x-tones'?: Record<string, Tone>;
  /** Icons of those chips. Default: the icon of the tone. */
  'x-icons'?: Record<string, string>;
  /** What an empty value means, shown as the placeholder: "Every location". */
  'x-empty'?: string;
  /** Allowed values come from a declared list instead of `enum`. */
  'x-options'?: 'roles' | 'resources' | 'actions' | 'timezones' | 'currencies' | 'messageCategories';
}

export interface ResourceSchema {
  title: string;
  description?: string;
  type: 'object';
  additionalProperties: false;
  required?: string[];
  properties: Record<string, PropertySchema>;
  /** Kind of primary key. Default: integer. */
  'x-id'?: 'integer' | 'uuid';
  /** A view: the query, in lines, whose rows are read instead of those of a table. */
  'x-query'?: string | string[];
  /** Of a view, by property: the query, in lines, for the ids of the rows that can have one of some values; `values`: only of these. */
  'x-lookups'?: Record<string, string | string[] | { values: string[]; query: string[] }>;
  /** Sets of properties that are unique together. */
  'x-unique-together'?: string[][];
  /** Sets of properties by which records are found together, in this order. */
  'x-index-together'?: string[][];
  /** Conditions on each record by name, in SQL with "quoted" properties, which PostgreSQL enforces. */
  'x-checks'?: Record<string, { condition: string; field: string; message: string }>;
  /** PostgreSQL refuses to change and to delete records. */
  'x-append-only'?: true;
  /** Former resource names: the table is renamed and keeps its rows. */
  'x-was'?: string | string[];
}

/** schemas/cards/x.json */
export interface CardSchema extends Omit<
  ResourceSchema,
  'x-id' | 'x-unique-together' | 'x-index-together' | 'x-checks' | 'x-append-only' | 'x-was'
> {
  'x-icon': string;
  /** Sets of parallel list properties, such as ["links", "linkTexts"]. */
  'x-equal-lengths'?: string[][];
}
