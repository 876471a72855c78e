import type { RequestField } from '../../../../../domain/requests/request-form.ts';
import { areComparable, COMPARISONS, isAlone } from '../../../../../domain/requests/request-form-show-if.ts';
import type { FormProperty } from '../../../../forms/shared/formSchema.ts';
import { ValueInput } from '../../../../forms/ValueInput.tsx';
import { useModel } from '../../../../app/useModel.ts';
import { Select } from '../../../../ui/SelectField.tsx';
import { ConditionRow } from '../../../editing/ConditionEditor.tsx';
import { TextInput } from '../../../../ui/TextField.tsx';
import type { Comparison } from './edits.ts';
import { comparisonLabel } from './describeRule.ts';
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
  if (isAlone(is)) return undefined;
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
    case 'MultiSelect':
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
  const others = comparableWith(question, questions, rule.is);
  return (
    <ConditionRow
      label={label}
      fault={faultAt('field') ?? faultAt('is') ?? faultAt('value') ?? faultAt('other')}
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
        options: comparisons.map((is) => ({ value: is, label: comparisonLabel(is, question?.field) })),
        value: rule.is,
        onChange: (is) => question && onChange(withOldValues(rule, startComparison(question, is as Comparison['is']))),
      }}
    >
      {question && others.length > 0 && (
        <Select
          aria-label={`${label}: compared with`}
          options={[
            ...(question.field['x-field'] === 'DateTime' ? [] : [{ value: '', label: 'this value' }]),
            ...others.map(({ name, field }) => ({ value: name, label: `the answer to “${field.title || name}”` })),
          ]}
          value={rule.other ?? ''}
          onChange={({ target }) => onChange(comparedWith(question, rule, target.value))}
        />
      )}
      {question && !isAlone(rule.is) && rule.other === undefined && question.field['x-field'] !== 'DateTime' && (
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

/** The other questions whose answers it can be compared with. */
function comparableWith(
  question: Question | undefined,
  questions: readonly Question[],
  is: Comparison['is'],
): Question[] {
  if (!question || isAlone(is) || is === 'oneOf') return [];
  return questions.filter(({ name, field }) => name !== question.name && areComparable(question.field, field));
}

function comparedWith(question: Question, { field, is }: Comparison, other: string): Comparison {
  return other === '' ? startComparison(question, is) : { field, is, other };
}

/** Keeps the value when the comparison changes, where it is still valid. */
function withOldValues(before: Comparison, after: Comparison): Comparison {
  const value = before.value;
  if (before.other !== undefined && !isAlone(after.is) && after.is !== 'oneOf')
    return { field: after.field, is: after.is, other: before.other };
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
  if (Array.isArray(value) && field['x-field'] !== 'Select' && field['x-field'] !== 'MultiSelect')
    return (
      <TextInput
        aria-label={`${label}, separated by commas`}
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
  // "Other" has no text that a rule could know.
  const { 'x-other': _other, 'x-consent': _consent, ...plain } = field;
  const property = (
    plain['x-field'] === 'MultiSelect' ? { ...plain, 'x-field': 'Select', type: 'string' } : plain
  ) as FormProperty;
  if (isList) return { type: 'array', items: property };
  return field['x-field'] === 'String' || field['x-field'] === 'Email' ? { type: 'string' } : property;
}

function answersIn(text: string, areNumbers: boolean): (string | number)[] {
  const answers = text.split(/\s*[,;]\s*/).filter((answer) => answer !== '');
  return areNumbers ? answers.map(Number) : answers;
}
