import { useMemo } from 'react';
import { formSchemaOf } from '../../forms/formSchema.ts';
import { SchemaForm } from '../../forms/SchemaForm.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { useFormServices } from '../engine/formServices.ts';
import { formDataOf, formSectionsOf, shownFields, withHiddenAsStored } from './recordChanges.ts';
import type { RecordFormProps } from './recordFormProps.ts';

/** The form that a resource's schema and configuration describe. */
export function GeneratedForm({ resource, mode, children, record, ...form }: RecordFormProps) {
  const { zone } = useConsole();
  const services = useFormServices(resource.name);
  const schema = resource.formSchema[mode];
  const sections = useMemo(() => formSectionsOf(resource, schema), [resource, schema]);
  const stored = useMemo(() => (record ? formDataOf(record, schema) : {}), [record, schema]);
  return (
    <SchemaForm
      {...form}
      schema={formSchemaOf(schema)}
      validatorUrl={resource.validators[mode]}
      sections={sections}
      visible={(data) => shownFields(sections, data)}
      prune={(data) => withHiddenAsStored(sections, data, stored)}
      services={services}
      timezone={zone}
      cleared={mode === 'update' ? 'null' : 'absent'}
    >
      {children}
    </SchemaForm>
  );
}
