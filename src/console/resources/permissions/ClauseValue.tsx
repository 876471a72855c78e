import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { filterKindOf, type FilterKind } from '../../../../domain/declarations/kinds.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Field } from '../../../../domain/declarations/model.ts';
import { Combobox } from '../../../forms/Combobox.tsx';
import { Select } from '../../../ui/SelectField.tsx';
import { DatePicker } from '../../../ui/datePicker/DatePicker.tsx';
import type { PickerMode } from '../../../ui/datePicker/typed.ts';
import { controlIds, FieldError } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextField.tsx';
import { useConsole } from '../../engine/consoleContext.ts';
import { lookup } from '../../engine/names.ts';
import { numberTextOf, type NumberText } from '../../list/filterBounds.ts';
import { useReferenceOptions } from '../../list/useReferenceOptions.ts';
import { variablesOf } from './ruleCondition.ts';
import layout from '../../../ui/layout.module.css';
import styles from './permissions.module.css';

export interface ClauseValueProps {
  label: string;
  field: Field;
  value: Json;
  onChange: (value: Json) => void;
}

/** The value that a field is compared with: a variable of the current user, or a constant of the field's kind. */
export function ClauseValue(props: ClauseValueProps) {
  const { field, value, onChange, label } = props;
  const variables = variablesOf(field);
  if (variables.length === 0) return <FixedValue {...props} />;
  const variable = variables.find((one) => one.value === value);
  return (
    <>
      <Select
        aria-label={label}
        options={[...variables, { value: 'fixed', label: 'a fixed value' }]}
        value={variable?.value ?? 'fixed'}
        onChange={(event) => onChange(event.target.value === 'fixed' ? null : event.target.value)}
      />
      {!variable && <FixedValue {...props} label={`${label}, fixed`} />}
    </>
  );
}

function FixedValue(props: ClauseValueProps) {
  const Value = VALUES[filterKindOf(props.field)];
  return <Value {...props} />;
}

const VALUES: Readonly<Record<FilterKind, (props: ClauseValueProps) => ReactNode>> = {
  text: TextValue,
  exact: TextValue,
  range: NumberValue,
  money: NumberValue,
  hours: NumberValue,
  sizes: NumberValue,
  days: (props) => <MomentValue {...props} mode="date" />,
  instants: (props) => <MomentValue {...props} mode="datetime" />,
  times: (props) => <MomentValue {...props} mode="time" />,
  choices: OptionsValue,
  references: ReferenceValue,
  yesNo: YesNoValue,
  // These fields have no comparison with a value.
  presence: () => null,
};

function TextValue({ label, value, onChange }: ClauseValueProps) {
  return (
    <TextInput aria-label={label} value={textOf(value)} onChange={(event) => onChange(event.target.value || null)} />
  );
}

function YesNoValue({ label, value, onChange }: ClauseValueProps) {
  return (
    <Select
      aria-label={label}
      options={[
        { value: 'yes', label: 'yes' },
        { value: 'no', label: 'no' },
      ]}
      value={value === false ? 'no' : 'yes'}
      onChange={(event) => onChange(event.target.value === 'yes')}
    />
  );
}

/** Text that is no date or time is kept as typed, said to be wrong, and refused by the rule. */
function MomentValue({ label, value, onChange, mode }: ClauseValueProps & { mode: PickerMode }) {
  const { zone } = useConsole();
  return (
    <DatePicker
      aria-label={label}
      visibility="click"
      mode={mode}
      zone={zone}
      value={textOf(value)}
      onValue={(moment) => onChange(moment || null)}
    />
  );
}

function NumberValue(props: ClauseValueProps) {
  const number = numberTextOf(props.field);
  return number && <TypedNumber key={props.field.name} {...props} number={number} />;
}

/** A number input. Invalid input is kept as typed, reported, and refused by the rule. */
function TypedNumber({ label, value, onChange, number }: ClauseValueProps & { number: NumberText }) {
  const { read, write, fault, look } = number;
  const id = useId();
  const [typed, setTyped] = useState(typeof value === 'number' ? write(value) : textOf(value));
  const isUnread = typed.trim() !== '' && read(typed) === undefined;
  return (
    <Marked id={id} fault={isUnread ? fault(typed) : undefined}>
      <TextInput
        {...controlIds(id, undefined, isUnread)}
        aria-label={label}
        autoComplete="off"
        {...(look.inputMode ? { inputMode: look.inputMode } : {})}
        placeholder={look.placeholder}
        value={typed}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          onChange(text.trim() === '' ? null : (read(text) ?? text));
        }}
      />
    </Marked>
  );
}

function Marked({ id, fault, children }: { id: string; fault: string | undefined; children: ReactNode }) {
  return (
    <div className={layout.stack1}>
      {children}
      <FieldError controlId={id}>{fault}</FieldError>
    </div>
  );
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : '';
}

function OptionsValue({ field, value, onChange, label }: ClauseValueProps) {
  const chosen = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
  return (
    <div role="group" aria-label={label} className={styles.options}>
      {(field.options ?? []).map((option) => {
        const isOn = chosen.includes(option.value);
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isOn}
            className={styles.option}
            onClick={() => onChange(isOn ? chosen.filter((one) => one !== option.value) : [...chosen, option.value])}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}

function ReferenceValue({ field, value, onChange, label }: ClauseValueProps) {
  const id = useId();
  const context = useConsole();
  const client = useQueryClient();
  const target = field.reference ?? '';
  const first = Array.isArray(value) ? value[0] : value;
  const ids = typeof first === 'number' || (typeof first === 'string' && !first.startsWith('$')) ? [first] : [];
  const [selected = null] = useReferenceOptions(target, ids);
  return (
    <div className={styles.reference}>
      <Combobox
        input={{ id, 'aria-label': label }}
        listLabel={field.title}
        selected={selected}
        source={{ search: (typed) => lookup(context, client, target, { q: typed }) }}
        placeholder="Type to search"
        onSelect={(option) => onChange(option?.value ?? null)}
      />
    </div>
  );
}
