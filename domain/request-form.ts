/**
 * A request form: the closed draft-07 subset that staff may write (schemas/meta/request-form.json).
 * No $ref, $id, pattern or default; eleven field types; at most 300 fields, one level deep.
 */

/** The specification's numeric enumeration, in its order. */
export const FIELD_TYPES = [
  'String', 'Integer', 'Double', 'Select', 'Boolean', 'Email', 'FileUpload', 'Cost', 'DisplayOnly', 'DateTime', 'Date',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const COST_TYPES = ['Poster', 'Quoted', 'Assigned', 'Free', 'Approval', 'DirectCostInput', 'AssignedGranular'] as const;
export type CostType = (typeof COST_TYPES)[number];

/** "show this field when": one comparison, or all/any of several. `field` names an earlier field. */
export type ShowIf =
  | { field: string; is: 'equal' | 'notEqual' | 'oneOf' | 'atLeast' | 'atMost' | 'answered'; value?: string | number | boolean | (string | number)[] }
  | { all: ShowIf[] }
  | { any: ShowIf[] };

/** One field, as a property of the form's schema. */
export interface RequestField {
  'x-field': FieldType;
  /** string: String, Select, Email, DateTime, Date. integer: Integer, and Cost (cents). number: Double. boolean: Boolean. array of file ids: FileUpload. null: DisplayOnly. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'null';
  title: string;
  description?: string;
  format?: 'email' | 'date' | 'date-time';
  enum?: string[];
  /** Words for the enum values, in the same order. */
  'x-labels'?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: { type: 'string'; format: 'uuid' };
  /** String: several lines. */
  'x-multiline'?: boolean;
  /** Integer and Double: shown behind the input ("in", "g"). */
  'x-unit'?: string;
  /** FileUpload: accepted endings ([".pdf", ".stl"]) and the largest size of one file in bytes. */
  'x-accept'?: string[];
  'x-max-bytes'?: number;
  /** DisplayOnly: sanitised HTML. */
  'x-html'?: string;
  /** Section heading this field starts. */
  'x-section'?: string;
  'x-show-if'?: ShowIf;
}

export interface RequestFormSchema {
  type: 'object';
  additionalProperties: false;
  properties: Record<string, RequestField>;
  required: string[];
  /** All property names, in the order of the page. (jsonb keeps no key order.) */
  'x-order': string[];
}

export type Answers = Record<string, string | number | boolean | string[] | null>;
