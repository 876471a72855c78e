import type { IconName } from '../../../../../domain/declarations/icons.ts';
import { FIELD_SHAPES } from '../../../../../domain/requests/request-form.ts';
import type { FieldType, RequestField } from '../../../../../domain/requests/request-form.ts';

/** An entry of the menu that adds a field. */
export interface FieldKind {
  type: FieldType;
  title: string;
  hint: string;
  icon: IconName;
  start: Partial<RequestField>;
}

export const FIELD_KINDS: readonly FieldKind[] = [
  { type: 'String', title: 'Text', hint: 'One line or several', icon: 'type', start: { title: 'New question' } },
  {
    type: 'Select',
    title: 'Choice',
    hint: 'One of several options',
    icon: 'list',
    start: { title: 'New choice', enum: ['option-1', 'option-2'], 'x-labels': ['Option 1', 'Option 2'] },
  },
  {
    type: 'MultiSelect',
    title: 'Several choices',
    hint: 'Any number of options',
    icon: 'list-checks',
    start: { title: 'New choices', enum: ['option-1', 'option-2'], 'x-labels': ['Option 1', 'Option 2'] },
  },
  {
    type: 'Boolean',
    title: 'Yes or no',
    hint: 'A question with two answers',
    icon: 'toggle-left',
    start: { title: 'New yes-or-no question' },
  },
  {
    type: 'Integer',
    title: 'Whole number',
    hint: 'Copies, sheets, people',
    icon: 'hash',
    start: { title: 'New number' },
  },
  {
    type: 'Double',
    title: 'Decimal number',
    hint: 'Sizes and weights',
    icon: 'ruler',
    start: { title: 'New measurement' },
  },
  {
    type: 'Cost',
    title: 'Amount of money',
    hint: 'Prices and fees',
    icon: 'banknote',
    start: { title: 'New amount' },
  },
  { type: 'Date', title: 'Date', hint: 'A day', icon: 'calendar', start: { title: 'New date' } },
  {
    type: 'DateTime',
    title: 'Date and time',
    hint: 'A day with a time',
    icon: 'calendar-clock',
    start: { title: 'New date and time' },
  },
  { type: 'Email', title: 'Email', hint: 'An email address', icon: 'mail', start: { title: 'Email' } },
  {
    type: 'FileUpload',
    title: 'Files',
    hint: 'One file or several',
    icon: 'paperclip',
    start: { title: 'New file', items: { type: 'string', format: 'uuid' }, maxItems: 1 },
  },
  {
    type: 'DisplayOnly',
    title: 'Text to read',
    hint: 'Explains something',
    icon: 'text',
    start: { title: 'Please note', 'x-html': '<p>What people should know.</p>' },
  },
];

const BY_TYPE = new Map(FIELD_KINDS.map((kind) => [kind.type, kind]));

export function formFieldKind(type: FieldType): FieldKind {
  const kind = BY_TYPE.get(type);
  if (!kind) throw new Error(`There is no field type ${type}`);
  return kind;
}

/** A new, valid field of this type. */
export function newField(type: FieldType): RequestField {
  const { start } = formFieldKind(type);
  return { 'x-field': type, ...FIELD_SHAPES[type], title: 'New field', ...start };
}
