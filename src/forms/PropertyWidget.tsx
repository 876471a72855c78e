import type { ComponentType, ReactNode } from 'react';
import { hourListsOf } from '../ui/hourText.ts';
import type { WidgetName } from '../../domain/declarations/kinds.ts';
import { FieldHelp } from '../ui/Field.tsx';
import field from '../ui/Field.module.css';
import { fieldFrame, type Frame } from './FieldFrame.tsx';
import { widgetOf } from './shared/formSchema.ts';
import { faultsWithin, type WidgetProps } from './shared/widgetProps.ts';
import { CheckboxInput, ChoiceInput, ChoicesInput, YesNoInput } from './widgets/Choices.tsx';
import { ColorInput } from './widgets/ColorInput.tsx';
import { DateInput, DateTimeInput, TimeInput } from './widgets/DateInput.tsx';
import { DatesInput } from './widgets/DatesInput.tsx';
import { DisplayOnly } from './widgets/DisplayOnly.tsx';
import { FileInput, FilesInput } from './widgets/FileInput.tsx';
import { HourInput } from './widgets/HourInput.tsx';
import { HourRangesInput } from './widgets/HourRangesInput.tsx';
import { ImageInput } from './widgets/ImageInput.tsx';
import { JsonInput } from './widgets/JsonInput.tsx';
import { KeyValueInput } from './widgets/KeyValueInput.tsx';
import { LinkInput } from './widgets/LinkInput.tsx';
import { MoneyInput, NumberInput } from './widgets/NumberInput.tsx';
import { NumbersInput } from './widgets/NumbersInput.tsx';
import { ReferenceInput, ReferencesInput } from './widgets/ReferenceInput.tsx';
import { RichTextInput } from './widgets/RichTextInput.tsx';
import { RuleInput } from './widgets/RuleInput.tsx';
import { RowsInput } from './widgets/RowsInput.tsx';
import { StringsInput } from './widgets/StringsInput.tsx';
import { VariantsInput } from './widgets/VariantsInput.tsx';
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
  hour: HourInput,
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
  dates: DatesInput,
  rule: RuleInput,
  email: EmailInput,
  url: UrlInput,
  color: ColorInput,
  file: FileInput,
  files: FilesInput,
  image: ImageInput,
  link: LinkInput,
  display: DisplayOnly,
  group: GroupInput,
  rows: WidgetRows,
  variants: Variants,
  keyValue: KeyValue,
  json: JsonInput,
};

export function PropertyWidget(props: WidgetProps) {
  const Widget = WIDGETS[widgetOf(props.property)];
  return <Widget {...props} />;
}

function WidgetRows(props: WidgetProps) {
  return <RowsInput {...props} FieldInput={PropertyWidget} />;
}

function Variants(props: WidgetProps) {
  return <VariantsInput {...props} PartsInput={GroupInput} />;
}

function KeyValue(props: WidgetProps) {
  return <KeyValueInput {...props} FieldInput={PropertyWidget} />;
}

export interface GroupInputProps extends WidgetProps {
  /** The id belongs to an enclosing control. */
  isWithin?: boolean;
}

/** An object with declared properties, one widget each. An untouched checkbox counts as false. */
function GroupInput({ isWithin = false, ...props }: GroupInputProps) {
  const { property, onChange } = props;
  const value = typeof props.value === 'object' && props.value !== null ? (props.value as Record<string, unknown>) : {};
  const hours = hourListsOf(property.properties ?? {});
  const parts = Object.entries(property.properties ?? {}).filter(([name]) => name !== hours?.end);
  const setAll = (next: Record<string, unknown>) => {
    const boxes = parts.filter(([, part]) => part.type === 'boolean').map(([box]): [string, unknown] => [box, false]);
    const all = Object.entries({ ...Object.fromEntries(boxes), ...value, ...next }).filter(
      ([, one]) => one !== undefined,
    );
    onChange(Object.fromEntries(all));
  };
  return (
    <div className={styles.group}>
      {parts.map(([name, part], index) => {
        const id = index === 0 && !isWithin ? props.id : `${props.id}_${name}`;
        if (hours?.start === name) {
          return (
            <GroupField key={name} id={id} title="Hours" help={part.description}>
              <HourRangesInput
                id={id}
                start={part}
                end={property.properties?.[hours.end] ?? part}
                starts={value[name]}
                ends={value[hours.end]}
                disabled={props.disabled}
                onChange={(starts, ends) => setAll({ [name]: starts, [hours.end]: ends })}
              />
            </GroupField>
          );
        }
        const widget = (
          <PropertyWidget
            {...props}
            {...faultsWithin(props, name)}
            id={id}
            labelId={`${id}-part`}
            name={name}
            label={part.title ?? name}
            property={part}
            value={value[name]}
            required={property.required?.includes(name) ?? false}
            describedBy={part.description ? `${id}-part-help` : props.describedBy}
            onChange={(next) => setAll({ [name]: next })}
          />
        );
        if (widgetOf(part) === 'boolean') return <div key={name}>{widget}</div>;
        return (
          <GroupField key={name} id={id} title={part.title ?? name} help={part.description} frame={fieldFrame(part)}>
            {widget}
          </GroupField>
        );
      })}
    </div>
  );
}

interface GroupFieldProps {
  id: string;
  title: string;
  help: string | undefined;
  frame?: Frame;
  children: ReactNode;
}

function GroupField({ id, title, help, frame = 'group', children }: GroupFieldProps) {
  const inner = (
    <>
      <FieldHelp controlId={`${id}-part`}>{help}</FieldHelp>
      {children}
    </>
  );
  return frame === 'label' ? (
    <div className={field.field}>
      <label id={`${id}-part`} htmlFor={id} className={field.label}>
        {title}
      </label>
      {inner}
    </div>
  ) : (
    <fieldset className={field.field}>
      <legend id={`${id}-part`} className={field.label}>
        {title}
      </legend>
      {inner}
    </fieldset>
  );
}
