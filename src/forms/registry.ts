import { getDefaultRegistry } from '@rjsf/core';
import { createSchemaUtils, type FieldProps, type Registry, type RJSFSchema, type UiSchema } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import type { FormSchema } from './shared/formSchema.ts';
import { acceptingValidator } from './precompiledValidator.ts';
import { PropertyField } from './PropertyField.tsx';
import { SectionsTemplate } from './SectionsTemplate.tsx';

const DEFAULTS = getDefaultRegistry();

/** RJSF's field for any schema: it finds and frames the fields of the properties. */
export const SchemaField = DEFAULTS.fields['SchemaField'] as ComponentType<FieldProps>;

const FIELDS: Registry['fields'] = { ...DEFAULTS.fields, property: PropertyField };

/** FieldFrame renders label, help and error. */
const Nothing = () => null;

const TEMPLATES: Registry['templates'] = {
  ...DEFAULTS.templates,
  FieldTemplate: FieldFrame,
  ObjectFieldTemplate: SectionsTemplate,
  DescriptionFieldTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldErrorTemplate: Nothing,
};

/** RJSF re-renders a field when the identity of its options changes. */
const PROPERTY: UiSchema = { 'ui:field': 'property', 'ui:fieldReplacesAnyOrOneOf': true };

/** A property has one input as a whole, also if it is an object, a list or one of several variants. */
export function uiSchemaOf(schema: FormSchema): UiSchema {
  return Object.fromEntries(Object.keys(schema.properties).map((name) => [name, PROPERTY]));
}

/** RJSF's registry with our field and templates. */
export function registryOf(schema: FormSchema, idPrefix: string): Registry {
  const rootSchema = schema as RJSFSchema;
  return {
    ...DEFAULTS,
    fields: FIELDS,
    templates: TEMPLATES,
    rootSchema,
    schemaUtils: createSchemaUtils(acceptingValidator.rjsf, rootSchema),
    globalFormOptions: {
      ...DEFAULTS.globalFormOptions,
      idPrefix,
      experimental_componentUpdateStrategy: 'shallow',
    },
  };
}
