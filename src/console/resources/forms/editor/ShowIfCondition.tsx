import { useId } from 'react';
import type { RequestField } from '../../../../../domain/requests/request-form.ts';
import { COMPARISONS } from '../../../../../domain/requests/request-form-show-if.ts';
import type { FormProperty } from '../../../../forms/formSchema.ts';
import { MoneyInput, NumberInput } from '../../../../forms/widgets/NumberInput.tsx';
import { CheckboxField } from '../../../../ui/CheckboxField.tsx';
import { DatePicker } from '../../../../ui/datePicker/DatePicker.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { Select } from '../../../../ui/SelectField.tsx';
import { TextInput } from '../../../../ui/TextField.tsx';
import type { Comparison } from './edits.ts';
import { COMPARISON_LABELS } from './describeRule.ts';
import styles from './settings.module.css';
import { clock } from '../../../../ui/clock.ts';

/** A question that a rule can refer to. */
export interface Question {
  name: string;
  field: RequestField;
}

type Value = Comparison['value'];

/** An initial comparison that is valid for the type of the question. */
export function startComparison({ name, field }: Question, wanted?: Comparison['is']): Comparison {
  const comparisons = COMPARISONS[field['x-field']];
  const is = wanted && comparisons.includes(wanted) ? wanted : (comparisons[0] ?? 'answered');
  const value = startValue(field, is);
  return value === undefined ? { field: name, is } : { field: name, is, value };
}

function startValue(field: RequestField, is: Comparison['is']): Value {
  if (is === 'answered') return undefined;
  const single = firstValue(field);
  return is === 'oneOf' ? [single as string | number] : single;
}

function firstValue(field: RequestField): string | number | boolean {
  switch (field['x-field']) {
    case 'Boolean':
      return true;
    case 'Integer':
    case 'Double':
    case 'Cost':
      return field.minimum ?? 0;
    case 'Select':
      return field.enum?.[0] ?? '';
    case 'Date':
      return clock.instant().slice(0, 10);
    default:
      return 'text';
  }
}

interface ShowIfConditionProps {
  rule: Comparison;
  questions: readonly Question[];
  faultAt: (key: string) => string | undefined;
  onChange: (rule: Comparison) => void;
}

/** "[Material] [is one of] [PLA, PETG]" */
export function ShowIfCondition({ rule, questions, faultAt, onChange }: ShowIfConditionProps) {
  const question = questions.find((one) => one.name === rule.field);
  const comparisons = question ? COMPARISONS[question.field['x-field']] : [rule.is];
  const choose = (name: string) => {
    const next = questions.find((one) => one.name === name);
    if (next) onChange(startComparison(next, rule.is));
  };
  const fault = faultAt('field') ?? faultAt('is') ?? faultAt('value');
  return (
    <div className={styles.condition}>
      <Select
        aria-label="Question"
        options={[
          ...questions.map(({ name, field }) => ({ value: name, label: field.title || name })),
          ...(question ? [] : [{ value: rule.field, label: `${rule.field} (not before this field)` }]),
        ]}
        value={rule.field}
        onChange={(event) => choose(event.target.value)}
      />
      <Select
        aria-label="Comparison"
        options={comparisons.map((is) => ({ value: is, label: COMPARISON_LABELS[is] }))}
        value={rule.is}
        onChange={(event) =>
          question && onChange(withOldValues(rule, startComparison(question, event.target.value as Comparison['is'])))
        }
      />
      {question && rule.is !== 'answered' && (
        <ValueInput
          rule={rule}
          field={question.field}
          onChange={(value) => onChange({ ...rule, ...(value === undefined ? {} : { value }) })}
        />
      )}
      <FieldError controlId={`condition-${rule.field}`}>{fault}</FieldError>
    </div>
  );
}

/** Keeps the value when the comparison changes, where it is still valid. */
function withOldValues(before: Comparison, after: Comparison): Comparison {
  const value = before.value;
  if (value === undefined || after.value === undefined) return after;
  if (Array.isArray(after.value))
    return Array.isArray(value) || typeof value === 'boolean' ? after : { ...after, value: [value] };
  const [single] = [value].flat();
  return single === undefined ? after : { ...after, value: single };
}

function ValueInput({
  rule,
  field,
  onChange,
}: {
  rule: Comparison;
  field: RequestField;
  onChange: (value: Value) => void;
}) {
  if (Array.isArray(rule.value)) return <ValueList values={rule.value} field={field} onChange={onChange} />;
  switch (field['x-field']) {
    case 'Boolean':
      return (
        <Select
          aria-label="Answer"
          options={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          value={rule.value === true ? 'yes' : 'no'}
          onChange={(event) => onChange(event.target.value === 'yes')}
        />
      );
    case 'Select':
      return (
        <Select
          aria-label="Answer"
          options={optionsOf(field)}
          value={String(rule.value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'Integer':
    case 'Double':
    case 'Cost':
      return (
        <NumberAnswer
          property={field as FormProperty}
          value={rule.value}
          onChange={(value) => onChange(typeof value === 'number' ? value : undefined)}
        />
      );
    case 'Date':
      return <DatePicker aria-label="Answer" visibility="click" value={String(rule.value ?? '')} onValue={onChange} />;
    default:
      return (
        <TextInput
          aria-label="Answer"
          maxLength={200}
          value={String(rule.value ?? '')}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

function NumberAnswer(props: { property: FormProperty; value: unknown; onChange: (value: unknown) => void }) {
  const id = useId();
  const Input = props.property['x-field'] === 'Cost' ? MoneyInput : NumberInput;
  return (
    <div>
      <label id={`${id}-label`} htmlFor={id} className="visually-hidden">
        Number
      </label>
      <Input
        {...props}
        id={id}
        labelId={`${id}-label`}
        name="answer"
        label="Number"
        required
        disabled={false}
        invalid={false}
        describedBy={undefined}
      />
    </div>
  );
}

function ValueList({
  values,
  field,
  onChange,
}: {
  values: (string | number)[];
  field: RequestField;
  onChange: (value: Value) => void;
}) {
  if (field['x-field'] === 'Select') {
    return (
      <fieldset className={styles.valueChoices}>
        <legend className="visually-hidden">Answers</legend>
        {optionsOf(field).map(({ value, label }) => (
          <CheckboxField
            key={value}
            label={label}
            checked={values.includes(value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...values, value] : values.filter((other) => other !== value))
            }
          />
        ))}
      </fieldset>
    );
  }
  const isNumber = ['Integer', 'Double', 'Cost'].includes(field['x-field']);
  const read = (text: string) =>
    text
      .split(/\s*[,;]\s*/)
      .filter((word) => word !== '')
      .map((word) => (isNumber ? Number(word) : word));
  return (
    <TextInput
      aria-label="Answers, with commas between them"
      defaultValue={values.join(', ')}
      onBlur={(event) => onChange(read(event.target.value))}
    />
  );
}

function optionsOf(field: RequestField) {
  return (field.enum ?? []).map((value, index) => ({ value, label: field['x-labels']?.[index] ?? value }));
}
