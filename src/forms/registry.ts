import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { createSchemaUtils, englishStringTranslator } from '@rjsf/utils';
import type { FieldProps, Registry, RJSFSchema, TemplatesType } from '@rjsf/utils';
import { createElement } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import type { FormSchema } from './formSchema.ts';
import { acceptingValidator } from './precompiledValidator.ts';
import { PropertyField } from './PropertyField.tsx';
import { SectionsTemplate } from './SectionsTemplate.tsx';

/** A constant object: RJSF re-renders every field when the identity changes. */
export const NO_UI = {};

/** RJSF's own field renders the root object; nested objects, including variants, are a single value with their own input. */
function OuterObjectField(props: FieldProps) {
  const isOuter = props.fieldPathId.path.length === 0;
  if (props.schema.oneOf) return null;
  return isOuter ? createElement(ObjectField, { ...props, uiSchema: NO_UI }) : createElement(PropertyField, props);
}

/** FieldFrame renders label, help and error. */
const Nothing = () => null;

const FIELDS: Registry['fields'] = {
  SchemaField,
  ObjectField: OuterObjectField,
  OneOfField: PropertyField,
  ArrayField: PropertyField,
  BooleanField: PropertyField,
  NumberField: PropertyField,
  StringField: PropertyField,
  NullField: PropertyField,
  FallbackField: PropertyField,
};

const TEMPLATES: Partial<TemplatesType> = {
  FieldTemplate: FieldFrame,
  ObjectFieldTemplate: SectionsTemplate,
  DescriptionFieldTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldErrorTemplate: Nothing,
};

/**
 * RJSF's registry for our widgets and templates. RJSF's Form component is not used: it would also keep the data, fill in defaults and
 * validate on every change, which this module's caller does already.
 */
export function registryOf(schema: FormSchema, idPrefix: string): Registry {
  const rootSchema = schema as RJSFSchema;
  return {
    fields: FIELDS,
    // The remaining templates are for buttons and schema types that the meta-schema does not allow.
    templates: TEMPLATES as TemplatesType,
    widgets: {},
    rootSchema,
    schemaUtils: createSchemaUtils(acceptingValidator.rjsf, rootSchema),
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: {
      idPrefix,
      idSeparator: '_',
      useFallbackUiForUnsupportedType: false,
      experimental_componentUpdateStrategy: 'shallow',
    },
  };
}
