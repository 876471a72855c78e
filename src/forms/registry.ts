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

/** One object for good: handed a new one, RJSF draws every field at each keystroke. */
export const NO_UI = {};

/** RJSF's own field lays out the form's one object; an object within it is one value, with an input of its own: that of OneOfField, too. */
function OuterObjectField(props: FieldProps) {
  const isOuter = props.fieldPathId.path.length === 0;
  if (props.schema.oneOf) return null;
  return isOuter ? createElement(ObjectField, { ...props, uiSchema: NO_UI }) : createElement(PropertyField, props);
}

/** Label, help and error are the frame's. */
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
 * What RJSF draws a form with. Its fields take it as it is; its Form component, which also keeps the data, fills in defaults and
 * validates at each change, is not used: all of that is done here already, once.
 */
export function registryOf(schema: FormSchema, idPrefix: string): Registry {
  const rootSchema = schema as RJSFSchema;
  return {
    fields: FIELDS,
    // Those of buttons and of kinds of schemas that a form's meta-schema does not admit are never asked for.
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
