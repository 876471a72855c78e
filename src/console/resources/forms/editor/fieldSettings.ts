import {
  FORM_LIMITS,
  TODAY,
  type DateBound,
  type FieldType,
  type RequestField,
} from '../../../../../domain/requests/request-form.ts';
import type { FormProperty, FormSchema } from '../../../../forms/shared/formSchema.ts';
import type { FormData } from '../../../../forms/shared/formServices.ts';
import type { FieldChange } from './edits.ts';

const MEGABYTE = 1024 * 1024;
const whole = (title: string): FormProperty => ({ type: 'integer', title });
const text = (title: string, maxLength: number): FormProperty => ({ type: 'string', title, maxLength });

const SUBJECT: Record<string, FormProperty> = {
  'x-subject': {
    type: 'boolean',
    title: 'Subject of the request',
    description: 'Lists, titles and emails show this answer to identify the request.',
  },
};
const NEEDED_BY: Record<string, FormProperty> = {
  'x-needed-by': {
    type: 'boolean',
    title: 'Needed by',
    description: 'Lists and the request’s page show this day as the deadline.',
  },
};
/** Settings that are true or left out. */
const MARKS = ['x-multiline', 'x-subject', 'x-needed-by', 'x-other', 'x-consent'] as const;
const OPTIONS: Record<string, FormProperty> = {
  options: {
    type: 'array',
    title: 'Options',
    maxItems: FORM_LIMITS.options,
    items: {
      type: 'object',
      title: 'Option',
      required: ['label'],
      properties: { label: text('Text', FORM_LIMITS.optionLength) },
    },
  },
  'x-other': { type: 'boolean', title: 'Offer “Other” with a text field' },
};

/** What the settings of a field refer to beside itself. */
export interface SettingsContext {
  uploadMegabytes: number;
  /** The dates that come earlier in the form. */
  dates: readonly { name: string; title: string }[];
  places: readonly { id: number; title: string }[];
}

function dateSettings({ dates, places }: SettingsContext): Record<string, FormProperty> {
  const bound = (title: string): FormProperty => ({
    type: 'object',
    title,
    properties: {
      from: {
        type: 'string',
        title: 'Relative to',
        enum: [TODAY, ...dates.map(({ name }) => name)],
        'x-labels': { [TODAY]: 'Today', ...Object.fromEntries(dates.map(({ name, title: of }) => [name, `“${of}”`])) },
      },
      days: { ...whole('Days after'), description: 'Leave empty for the same day. Enter −2 for two days before.' },
    },
  });
  return {
    ...NEEDED_BY,
    'x-earliest': bound('Earliest day'),
    'x-latest': bound('Latest day'),
    ...(places.length > 0 && {
      'x-place': {
        type: 'integer',
        title: 'Only when this place is open',
        enum: places.map(({ id }) => id),
        'x-labels': Object.fromEntries(places.map(({ id, title }) => [String(id), title])),
      },
    }),
  };
}

/** The settings that only some types of fields have. */
const OF_TYPE: Partial<
  Record<FieldType, (field: RequestField, context: SettingsContext) => Record<string, FormProperty>>
> = {
  String: () => ({
    ...SUBJECT,
    'x-multiline': { type: 'boolean', title: 'Multiple lines' },
    minLength: whole('Minimum characters'),
    maxLength: whole('Maximum characters'),
  }),
  Integer: numberSettings,
  Double: numberSettings,
  Cost: () => ({
    minimum: { ...whole('Minimum'), 'x-money': true },
    maximum: { ...whole('Maximum'), 'x-money': true },
  }),
  Select: () => ({
    ...SUBJECT,
    ...OPTIONS,
  }),
  MultiSelect: () => ({ ...OPTIONS, minItems: whole('Minimum choices'), maxItems: whole('Maximum choices') }),
  Boolean: () => ({
    'x-consent': {
      type: 'boolean',
      title: 'Require agreement',
      description: 'The request can only be submitted with this checkbox selected. Use it for rules and terms.',
    },
  }),
  Date: (_, context) => dateSettings(context),
  DateTime: (_, context) => dateSettings(context),
  FileUpload: (_, { uploadMegabytes }) => ({
    ...SUBJECT,
    'x-accept': {
      type: 'array',
      title: 'Accepted file extensions',
      description: 'For example pdf, png or stl. Leave empty to accept all files.',
      items: { type: 'string' },
    },
    minItems: whole('Minimum files'),
    maxItems: whole('Maximum files'),
    megabytes: {
      type: 'number',
      title: 'Maximum file size',
      description: `Leave empty for ${uploadMegabytes} MB.`,
      'x-unit': 'MB',
    },
  }),
  DisplayOnly: () => ({ 'x-html': { type: 'string', format: 'html', title: 'Text' } }),
};

function numberSettings({ 'x-unit': unit }: RequestField): Record<string, FormProperty> {
  const limit = (title: string): FormProperty => ({ type: 'number', title, ...(unit ? { 'x-unit': unit } : {}) });
  return { minimum: limit('Minimum'), maximum: limit('Maximum'), 'x-unit': text('Unit', FORM_LIMITS.unitLength) };
}

/** The form of a field's settings. */
export function settingsSchema(field: RequestField, context: SettingsContext): FormSchema {
  const type = field['x-field'];
  return {
    type: 'object',
    required: ['title', 'required', ...MARKS, 'x-html', 'options'],
    properties: {
      title: text('Label', FORM_LIMITS.titleLength),
      ...(type === 'DisplayOnly'
        ? {}
        : {
            description: { ...text('Help', FORM_LIMITS.helpLength), 'x-multiline': true },
            required: { type: 'boolean', title: 'Required' },
          }),
      ...OF_TYPE[type]?.(field, context),
      'x-section': text('Section heading above this field', FORM_LIMITS.titleLength),
    },
  };
}

/** A field's settings as the form has them. */
export function settingsData(field: RequestField, isRequired: boolean): FormData {
  const { enum: values, 'x-labels': labels, 'x-max-bytes': bytes, ...settings } = field;
  return {
    ...settings,
    required: isRequired,
    ...(values && { options: values.map((value, index) => ({ value, label: labels?.[index] ?? value })) }),
    ...(bytes !== undefined && { megabytes: Number((bytes / MEGABYTE).toFixed(3)) }),
  };
}

/** Settings that are not properties of the field under the same name. */
const BOUNDS = ['x-earliest', 'x-latest'] as const;
const DERIVED: readonly string[] = ['title', 'required', 'options', 'megabytes', 'x-accept', ...MARKS, ...BOUNDS];

/** The change of a field that the form's data make; undefined for cleared settings. */
export function fieldChange(data: FormData, { properties }: FormSchema): FieldChange {
  const { title, megabytes } = data;
  const own = Object.keys(properties).filter((name) => !DERIVED.includes(name));
  return {
    ...Object.fromEntries(own.map((name) => [name, data[name]])),
    title: typeof title === 'string' ? title : '',
    ...Object.fromEntries(
      MARKS.filter((mark) => properties[mark]).map((mark) => [mark, data[mark] === true || undefined]),
    ),
    ...Object.fromEntries(BOUNDS.filter((name) => properties[name]).map((name) => [name, boundIn(data[name])])),
    ...(properties['megabytes'] && {
      'x-accept': extensionsOf(data['x-accept']),
      'x-max-bytes': typeof megabytes === 'number' ? Math.round(megabytes * MEGABYTE) : megabytes,
    }),
  } as FieldChange;
}

/** Counted from today unless another date is chosen; undefined without either part. */
function boundIn(given: unknown): DateBound | undefined {
  const { from, days } = (given ?? {}) as Partial<DateBound>;
  if (from === undefined && days === undefined) return undefined;
  return { from: from ?? TODAY, ...(days === undefined ? {} : { days }) };
}

/** ["PDF", ".stl"] becomes [".pdf", ".stl"]; undefined for none: any type. */
function extensionsOf(given: unknown): string[] | undefined {
  const words = Array.isArray(given) ? given.map((word) => String(word).trim()).filter((word) => word !== '') : [];
  const extensions = words.map((word) => `.${word.toLowerCase().replace(/^[*.]+/, '')}`);
  return extensions.length === 0 ? undefined : [...new Set(extensions)];
}

/** The faults of a field by the places of its form. */
export function settingsFaults(faults: Readonly<Record<string, string>>): Record<string, string> {
  const names: Readonly<Record<string, string>> = {
    enum: 'options',
    'x-labels': 'options',
    'x-max-bytes': 'megabytes',
  };
  return Object.fromEntries(
    Object.entries(faults).map(([place, message]) => {
      const [name = '', ...rest] = place.split('/');
      return [[names[name] ?? name, ...rest].join('/'), message];
    }),
  );
}
