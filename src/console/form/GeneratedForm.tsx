import { useCallback, useMemo } from 'react';
import { toFormSchema } from '../../forms/shared/formSchema.ts';
import type { SectionSummary } from '../../forms/shared/FormEnvironment.ts';
import type { FormData } from '../../forms/shared/formServices.ts';
import { SchemaForm } from '../../forms/SchemaForm.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { useFormServices } from '../engine/formServices.ts';
import { exceptionDays, isExceptionHidden, withEndAfterStart } from './calendarFields.ts';
import { formDataOf, resourceSections, shownFields, withHiddenAsStored } from '../engine/recordChanges.ts';
import { ruleFaults } from './recordRules.ts';
import type { RecordFormProps } from './recordFormProps.ts';
import { sectionSummary } from './sectionSummary.tsx';

export function GeneratedForm({ resource, mode, children, record, fields, zone, ...form }: RecordFormProps) {
  const { zone: siteZone } = useConsole();
  const services = useFormServices(resource.name);
  const schema = resource.formSchema[mode];
  const sections = useMemo(() => {
    if (!fields) return resourceSections(resource, Object.keys(schema.properties));
    // A few fields need no headings.
    return resourceSections(resource, fields).map(({ description: _, ...section }) => ({ ...section, section: '' }));
  }, [resource, schema, fields]);
  const stored = useMemo(() => (record ? formDataOf(record, schema) : {}), [record, schema]);
  const summarize = useCallback<SectionSummary>((names, data) => sectionSummary(resource, names, data), [resource]);
  const timezone = zone ?? siteZone;
  const pickable = useMemo(() => exceptionDays(resource, timezone), [resource, timezone]);
  const visible = (data: FormData) =>
    new Set([...shownFields(sections, data)].filter((field) => !isExceptionHidden(resource, field, data)));
  return (
    <SchemaForm
      {...form}
      schema={toFormSchema(schema)}
      validatorUrl={resource.validators[mode]}
      sections={sections}
      visible={visible}
      prune={(data) => withHiddenAsStored(sections, data, stored)}
      check={(data) => ({ ...ruleFaults(resource, data, { zone: siteZone, record }), ...form.check?.(data) })}
      pickable={pickable}
      onChange={(data) => form.onChange(withEndAfterStart(resource, form.data, data))}
      {...(fields ? {} : { summarize })}
      services={services}
      timezone={timezone}
      cleared={mode === 'update' ? 'null' : 'absent'}
    >
      {children}
    </SchemaForm>
  );
}
