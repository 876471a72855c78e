import type { ComponentType } from 'react';
import { FieldHelp } from '../ui/Field.tsx';
import field from '../ui/Field.module.css';
import type { WidgetName } from './formSchema.ts';
import { widgetOf } from './formSchema.ts';
import type { WidgetProps } from './widgetProps.ts';
import { CheckboxInput, ChoiceInput, ChoicesInput, YesNoInput } from './widgets/Choices.tsx';
import { ColorInput } from './widgets/ColorInput.tsx';
import { DateInput, DateTimeInput, TimeInput } from './widgets/DateInput.tsx';
import { DisplayOnly } from './widgets/DisplayOnly.tsx';
import { FileInput, FilesInput } from './widgets/FileInput.tsx';
import { JsonInput } from './widgets/JsonInput.tsx';
import { MoneyInput, NumberInput } from './widgets/NumberInput.tsx';
import { NumbersInput } from './widgets/NumbersInput.tsx';
import { ReferenceInput, ReferencesInput } from './widgets/ReferenceInput.tsx';
import { RichTextInput } from './widgets/RichTextInput.tsx';
import { StringsInput } from './widgets/StringsInput.tsx';
import { EmailInput, LongTextInput, TextInput, UrlInput } from './widgets/TextInput.tsx';
import styles from './widgets/inputs.module.css';

const WIDGETS: Readonly<Record<WidgetName, ComponentType<WidgetProps>>> = {
  text: TextInput,
  longText: LongTextInput,
  html: RichTextInput,
  integer: NumberInput,
  number: NumberInput,
  numbers: NumbersInput,
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
  group: GroupInput,
  json: JsonInput,
};

/** The widget that a property's schema asks for. */
export function PropertyWidget(props: WidgetProps) {
  const Widget = WIDGETS[widgetOf(props.property)];
  return <Widget {...props} />;
}

/** An object with declared parts: each with the widget that it asks for. A box that nobody touched says no. */
function GroupInput(props: WidgetProps) {
  const { property, onChange } = props;
  const value = typeof props.value === 'object' && props.value !== null ? props.value as Record<string, unknown> : {};
  const parts = Object.entries(property.properties ?? {});
  const change = (name: string, next: unknown) => {
    const boxes = parts.filter(([, part]) => part.type === 'boolean').map(([box]): [string, unknown] => [box, false]);
    const { [name]: _, ...others } = { ...Object.fromEntries(boxes), ...value };
    onChange(next === undefined ? others : { ...others, [name]: next });
  };
  return (
    <div className={styles.group}>
      {parts.map(([name, part], index) => {
        const id = index === 0 ? props.id : `${props.id}_${name}`;
        const widget = (
          <PropertyWidget
            {...props}
            id={id}
            labelId={`${id}-part`}
            name={name}
            label={part.title ?? name}
            property={part}
            value={value[name]}
            required={property.required?.includes(name) ?? false}
            describedBy={part.description ? `${id}-part-help` : props.describedBy}
            onChange={(next) => change(name, next)}
          />
        );
        if (widgetOf(part) === 'boolean') return <div key={name}>{widget}</div>;
        return (
          <fieldset key={name} className={field.field}>
            <legend id={`${id}-part`} className={field.label}>{part.title ?? name}</legend>
            <FieldHelp controlId={`${id}-part`}>{part.description}</FieldHelp>
            {widget}
          </fieldset>
        );
      })}
    </div>
  );
}
