import { useMemo } from 'react';
import type { FormSection } from '../../domain/declarations/model.ts';
import { pruneHidden, visibleFields, type RequestFormSchema } from '../../domain/requests/request-form.ts';
import { checkAnswers } from '../../domain/requests/request-form-answers.ts';
import { toJsonSchema } from '../../domain/requests/request-form-schema.ts';
import type { FormSchema } from './formSchema.ts';
import type { FormData } from './formServices.ts';
import { SchemaForm } from './SchemaForm.tsx';
import type { SchemaFormProps } from './schemaFormProps.ts';

export interface RequestFormProps extends Omit<
  SchemaFormProps,
  'schema' | 'compiledSchema' | 'sections' | 'visible' | 'prune' | 'check' | 'cleared'
> {
  schema: RequestFormSchema;
}

/** A form designed by staff: its sections and show-if rules, with hidden answers removed. */
export function RequestForm({ schema, ...rest }: RequestFormProps) {
  const form = useMemo(() => {
    const compiledSchema: FormSchema = toJsonSchema(schema);
    return {
      // The compiled schema cannot require a conditionally hidden field; the displayed one marks it as required.
      schema: { ...compiledSchema, required: schema.required },
      compiledSchema,
      sections: requestSections(schema),
      visible: (data: FormData) => visibleFields(schema, data),
      prune: (data: FormData) => pruneHidden(schema, data),
      check: (data: FormData) => checkAnswers(schema, data),
    };
  }, [schema]);
  return <SchemaForm {...rest} {...form} />;
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
