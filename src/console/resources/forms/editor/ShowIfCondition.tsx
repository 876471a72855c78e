import type { RequestField } from '../../../../../domain/requests/request-form.ts';
import { COMPARISONS } from '../../../../../domain/requests/request-form-show-if.ts';
import type { FormProperty } from '../../../../forms/formSchema.ts';
import { ValueInput } from '../../../../forms/ValueInput.tsx';
import { useModel } from '../../../../app/useModel.ts';
import { ConditionRow } from '../../../editing/ConditionEditor.tsx';
import { TextInput } from '../../../../ui/TextField.tsx';
import type { Comparison } from './edits.ts';
import { COMPARISON_LABELS } from './describeRule.ts';
import { useTrialServices } from './useTrialServices.ts';
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
  label: string;
  rule: Comparison;
  questions: readonly Question[];
  faultAt: (key: string) => string | undefined;
  onChange: (rule: Comparison) => void;
}

export function ShowIfCondition({ label, rule, questions, faultAt, onChange }: ShowIfConditionProps) {
  const question = questions.find((one) => one.name === rule.field);
  const comparisons = question ? COMPARISONS[question.field['x-field']] : [rule.is];
  return (
    <ConditionRow
      label={label}
      fault={faultAt('field') ?? faultAt('is') ?? faultAt('value')}
      field={{
        options: [
          ...questions.map(({ name, field }) => ({ value: name, label: field.title || name })),
          ...(question ? [] : [{ value: rule.field, label: `${rule.field} (not before this field)` }]),
        ],
        value: rule.field,
        onChange: (name) => {
          const next = questions.find((one) => one.name === name);
          if (next) onChange(startComparison(next, rule.is));
        },
      }}
      comparison={{
        options: comparisons.map((is) => ({ value: is, label: COMPARISON_LABELS[is] })),
        value: rule.is,
        onChange: (is) => question && onChange(withOldValues(rule, startComparison(question, is as Comparison['is']))),
      }}
    >
      {question && rule.is !== 'answered' && (
        <AnswerInput
          label={`${label}: value`}
          rule={rule}
          field={question.field}
          onChange={(value) => onChange({ ...rule, ...(value === undefined ? {} : { value }) })}
        />
      )}
    </ConditionRow>
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

interface AnswerInputProps {
  label: string;
  rule: Comparison;
  field: RequestField;
  onChange: (value: Value) => void;
}

function AnswerInput({ label, rule, field, onChange }: AnswerInputProps) {
  const { timezone } = useModel().site;
  const services = useTrialServices();
  const { value } = rule;
  const isNumber = ['Integer', 'Double', 'Cost'].includes(field['x-field']);
  if (Array.isArray(value) && field['x-field'] !== 'Select')
    return (
      <TextInput
        aria-label={`${label}, with commas between them`}
        defaultValue={value.join(', ')}
        onBlur={({ target }) => onChange(answersIn(target.value, isNumber))}
      />
    );
  return (
    <ValueInput
      label={label}
      property={answerProperty(field, Array.isArray(value))}
      value={value}
      services={services}
      timezone={timezone}
      onChange={(next) => {
        if (!isNumber || typeof next === 'number') onChange((next ?? (Array.isArray(value) ? [] : '')) as Value);
      }}
    />
  );
}

function answerProperty(field: RequestField, isList: boolean): FormProperty {
  const property = field as FormProperty;
  if (isList) return { type: 'array', items: property };
  return field['x-field'] === 'String' || field['x-field'] === 'Email' ? { type: 'string' } : property;
}

function answersIn(text: string, areNumbers: boolean): (string | number)[] {
  const answers = text.split(/\s*[,;]\s*/).filter((answer) => answer !== '');
  return areNumbers ? answers.map(Number) : answers;
}
