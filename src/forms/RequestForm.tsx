import { useMemo } from 'react';
import type { FormSection } from '../../domain/declarations/resource-config.ts';
import {
  pruneHidden,
  visibleFields,
  type Answers,
  type RequestFormSchema,
} from '../../domain/requests/request-form.ts';
import { checkAnswers } from '../../domain/requests/request-form-answers.ts';
import { dayBounds, openingFault, placeAnswers, type AnswerTime } from '../../domain/requests/request-form-dates.ts';
import { requiredNames, toJsonSchema } from '../../domain/requests/request-form-schema.ts';
import { formatDay } from '../../domain/values/formats.ts';
import { clock } from '../ui/clock.ts';
import { typedFault } from '../ui/datePicker/typed.ts';
import type { FormSchema } from './shared/formSchema.ts';
import type { DayLimits, FieldErrors, FormData, FormServices } from './shared/formServices.ts';
import { SchemaForm } from './SchemaForm.tsx';
import { isDateText } from './validationMessages.ts';
import type { SchemaFormProps } from './schemaFormProps.ts';

export interface RequestFormProps extends Omit<
  SchemaFormProps,
  'schema' | 'compiledSchema' | 'sections' | 'visible' | 'prune' | 'check' | 'checkLater' | 'dayLimits' | 'cleared'
> {
  schema: RequestFormSchema;
  /** The answers as submitted before, when they are changed. */
  submitted?: Answers | null;
}

/** A form designed by staff: its sections and rules, with hidden answers removed. */
export function RequestForm({ schema, submitted = null, ...rest }: RequestFormProps) {
  const { timezone: timeZone, services } = rest;
  const form = useMemo(() => {
    const fields = schema['x-order'].map((name) => [name, schema.properties[name]] as const);
    const at = () => ({ now: clock.date(), timeZone, submitted });
    return {
      // The compiled schema cannot require a conditionally hidden field; the displayed one marks it as required.
      schema: {
        type: 'object',
        properties: Object.fromEntries(fields) as FormSchema['properties'],
        required: requiredNames(schema),
      } satisfies FormSchema,
      compiledSchema: toJsonSchema(schema),
      sections: requestSections(schema),
      visible: (data: FormData) => visibleFields(schema, data),
      prune: (data: FormData) => pruneHidden(schema, data),
      check: (data: FormData) => withTypedFaults(checkAnswers(schema, data, at()), schema, data, at()),
      checkLater: (data: FormData) => openingFaults(schema, data, services, submitted),
      dayLimits: (name: string, data: FormData) => dayLimitsOf(schema, name, data, at()),
    };
  }, [schema, timeZone, submitted, services]);
  return <SchemaForm {...rest} {...form} />;
}

/** Text that is no date says what is wrong with it; a date that its calendar does not offer, which days there are. */
function withTypedFaults(
  faults: Record<string, string>,
  schema: RequestFormSchema,
  data: FormData,
  at: AnswerTime,
): FieldErrors {
  const typed = Object.keys(faults).flatMap((name) => {
    const [type, text] = [schema.properties[name]?.['x-field'], data[name]];
    if ((type !== 'Date' && type !== 'DateTime') || typeof text !== 'string' || isDateText(text)) return [];
    const { min, max } = dayLimitsOf(schema, name, data, at);
    const days = [min && `from ${formatDay(min)}`, max && `up to ${formatDay(max)}`].filter(Boolean).join(' ');
    const fault = typedFault(text, type === 'Date' ? 'date' : 'datetime') ?? (days && `Choose a date ${days}`);
    return fault ? [[name, fault]] : [];
  });
  return { ...faults, ...(Object.fromEntries(typed) as FieldErrors) };
}

/** The days of a date's calendar. */
function dayLimitsOf(schema: RequestFormSchema, name: string, data: FormData, at: AnswerTime): DayLimits {
  const field = schema.properties[name];
  const { first, last } = field ? dayBounds(field, { schema, valueOf: (one) => data[one], at }) : NO_BOUNDS;
  return { ...(first === null ? {} : { min: first }), ...(last === null ? {} : { max: last }) };
}

const NO_BOUNDS = { first: null, last: null };

/** By field: why its place is not open then, as far as its hours can be read. The server checks them again. */
async function openingFaults(
  schema: RequestFormSchema,
  data: FormData,
  { placeDay }: FormServices,
  submitted: Answers | null,
): Promise<FieldErrors> {
  const dated = placeAnswers(schema, pruneHidden(schema, data), submitted);
  const faults = await Promise.all(
    dated.map(async ({ name, place, answer }) => {
      const day = await placeDay?.(place, answer).catch(() => null);
      return [name, day ? openingFault(answer, day) : null] as const;
    }),
  );
  return Object.fromEntries(faults.flatMap(([name, fault]) => (fault === null ? [] : [[name, fault]])));
}

/** A field with `x-section` starts a section; fields before the first one have no heading. */
export function requestSections(schema: RequestFormSchema): FormSection[] {
  const sections: FormSection[] = [];
  for (const name of schema['x-order']) {
    const title = schema.properties[name]?.['x-section'];
    if (title !== undefined || sections.length === 0) sections.push({ section: title ?? '', fields: [] });
    sections.at(-1)?.fields.push(name);
  }
  return sections;
}
