import { useId, useState } from 'react';
import { filterKindOf } from '../../../../domain/declarations/kinds.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Field } from '../../../../domain/declarations/model.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { TextAreaField } from '../../../ui/TextField.tsx';
import { ConditionEditor, ConditionRow, type ConditionPlace } from '../../editing/ConditionEditor.tsx';
import { ClauseValue } from './ClauseValue.tsx';
import {
  operatorsOf,
  operatorLabel,
  readClauses,
  variablesOf,
  writeClauses,
  type Clause,
  type ClauseOperator,
  type Clauses,
} from './ruleCondition.ts';
import styles from './permissions.module.css';

export interface RowConditionProps {
  fields: readonly Field[];
  condition: Json;
  error: string | undefined;
  onChange: (condition: Json) => void;
}

/** The rows that a rule applies to: all, or those that match comparisons of their fields. */
export function RowCondition({ fields, condition, error, onChange }: RowConditionProps) {
  const id = useId();
  const [clauses, setClauses] = useState<Clauses | null>(() => readClauses(condition, fields));
  if (!clauses) return <RawCondition condition={condition} error={error} onChange={onChange} />;
  const first = fields.find((one) => variablesOf(one).length > 0 && !one.engine) ?? fields[0];
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Rows</legend>
      {clauses.parts.length === 0 && <p className={styles.quiet}>Every row. Add a condition to narrow it down.</p>}
      <ConditionEditor
        group={clauses}
        start={first && freshClause(first)}
        row={(clause, place) => <ClauseRow key={place.label} {...{ clause, fields, place }} />}
        onChange={({ match, parts }) => {
          const next = { match, parts: parts.flatMap((part) => ('parts' in part ? [] : [part])) };
          setClauses(next);
          onChange(writeClauses(next));
        }}
      />
      <FieldError controlId={id}>{error}</FieldError>
    </fieldset>
  );
}

interface ClauseRowProps {
  clause: Clause;
  fields: readonly Field[];
  place: ConditionPlace<Clause>;
}

function ClauseRow({ clause, fields, place: { label, onChange } }: ClauseRowProps) {
  const field = fields.find((one) => one.name === clause.field);
  if (!field) return null;
  return (
    <ConditionRow
      label={label}
      field={{
        options: fields.map((one) => ({ value: one.name, label: one.title })),
        value: clause.field,
        onChange: (name) => {
          const next = fields.find((one) => one.name === name);
          if (next) onChange(freshClause(next));
        },
      }}
      comparison={{
        options: operatorsOf(field).map((operator) => ({ value: operator, label: operatorLabel(operator, field) })),
        value: clause.operator,
        onChange: (operator) => onChange({ ...clause, operator: operator as ClauseOperator }),
      }}
    >
      {clause.operator !== 'empty' && clause.operator !== 'filled' && (
        <ClauseValue
          key={field.name}
          label={`${label}: value`}
          field={field}
          value={clause.value}
          onChange={(value) => onChange({ ...clause, value })}
        />
      )}
    </ConditionRow>
  );
}

function freshClause(field: Field): Clause {
  const value = filterKindOf(field) === 'yesNo' ? true : (variablesOf(field)[0]?.value ?? null);
  return { field: field.name, operator: operatorsOf(field)[0] ?? '', value };
}

/** Nested groups are edited as JSON, validated by the server. */
function RawCondition({ condition, error, onChange }: Omit<RowConditionProps, 'fields'>) {
  const [typed, setTyped] = useState(() => JSON.stringify(condition, null, 2));
  const [isBroken, setIsBroken] = useState(false);
  return (
    <TextAreaField
      label="Rows"
      help="This condition has groups inside groups. It is written as JSON."
      rows={8}
      value={typed}
      error={isBroken ? 'This is not valid JSON yet' : error}
      onChange={(event) => {
        setTyped(event.target.value);
        try {
          onChange(event.target.value.trim() === '' ? null : (JSON.parse(event.target.value) as Json));
          setIsBroken(false);
        } catch {
          setIsBroken(true);
        }
      }}
    />
  );
}
