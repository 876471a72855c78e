import type { FieldProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { useCallback } from 'react';
import { controlIds } from '../ui/Field.tsx';
import type { FormProperty, WidgetName } from './formSchema.ts';
import { widgetOf } from './formSchema.ts';
import { labelIdOf } from './FieldFrame.tsx';
import type { WidgetProps } from './widgetProps.ts';
import { CheckboxInput, ChoiceInput, ChoicesInput, YesNoInput } from './widgets/Choices.tsx';
import { ColorInput } from './widgets/ColorInput.tsx';
import { DateInput, DateTimeInput, TimeInput } from './widgets/DateInput.tsx';
import { DisplayOnly } from './widgets/DisplayOnly.tsx';
import { FileInput, FilesInput } from './widgets/FileInput.tsx';
import { JsonInput } from './widgets/JsonInput.tsx';
import { MoneyInput, NumberInput } from './widgets/NumberInput.tsx';
import { ReferenceInput, ReferencesInput } from './widgets/ReferenceInput.tsx';
import { RichTextInput } from './widgets/RichTextInput.tsx';
import { StringsInput } from './widgets/StringsInput.tsx';
import { EmailInput, LongTextInput, TextInput, UrlInput } from './widgets/TextInput.tsx';

const WIDGETS: Readonly<Record<WidgetName, ComponentType<WidgetProps>>> = {
  text: TextInput,
  longText: LongTextInput,
  html: RichTextInput,
  integer: NumberInput,
  number: NumberInput,
  money: MoneyInput,
  boolean: CheckboxInput,
  yesNo: YesNoInput,
  date: DateInput,
  dateTime: DateTimeInput,
  time: TimeInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  strings: StringsInput,
  email: EmailInput,
  url: UrlInput,
  color: ColorInput,
  file: FileInput,
  files: FilesInput,
  display: DisplayOnly,
  json: JsonInput,
};

/** RJSF's field of every property: the widget that its schema asks for, tied to the frame around it. */
export function PropertyField(props: FieldProps) {
  const { schema, name, fieldPathId, formData, rawErrors, required, disabled, readonly, onChange } = props;
  const property = schema as FormProperty;
  const id = fieldPathId.$id;
  const { path } = fieldPathId;
  const invalid = (rawErrors?.length ?? 0) > 0;
  const change = useCallback((value: unknown) => onChange(value, path), [onChange, path]);
  const Widget = WIDGETS[widgetOf(property)];
  return (
    <Widget
      id={id}
      labelId={labelIdOf(id)}
      name={name}
      label={property.title ?? name}
      property={property}
      value={formData}
      required={required ?? false}
      disabled={Boolean(disabled || readonly)}
      invalid={invalid}
      describedBy={controlIds(id, property.description, invalid)['aria-describedby']}
      onChange={change}
    />
  );
}
