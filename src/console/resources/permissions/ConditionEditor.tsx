import { useId, useState } from 'react';
import { filterKindOf } from '../../../../domain/declarations/kinds.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Field } from '../../../../domain/declarations/model.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { Select } from '../../../ui/SelectField.tsx';
import { TextAreaField } from '../../../ui/TextField.tsx';
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
import layout from '../../../ui/layout.module.css';
import styles from './permissions.module.css';

export interface ConditionEditorProps {
  fields: readonly Field[];
  condition: Json;
  error: string | undefined;
  onChange: (condition: Json) => void;
}

/** The rows that a rule applies to: all, or those that match comparisons of their fields. */
export function ConditionEditor({ fields, condition, error, onChange }: ConditionEditorProps) {
  const id = useId();
  const [clauses, setClauses] = useState<Clauses | null>(() => readClauses(condition, fields));
  if (!clauses) return <RawCondition condition={condition} error={error} onChange={onChange} />;
  const set = (next: Clauses) => {
    setClauses(next);
    onChange(writeClauses(next));
  };
  const add = () => {
    const field = fields.find((one) => variablesOf(one).length > 0 && !one.engine) ?? fields[0];
    if (field) set({ ...clauses, clauses: [...clauses.clauses, freshClause(field)] });
  };
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Rows</legend>
      {clauses.clauses.length === 0 && <p className={styles.quiet}>Every row. Add a condition to narrow it down.</p>}
      {clauses.clauses.length > 1 && (
        <RadioGroup
          label="Rows where"
          inline
          choices={[
            { value: 'all', label: 'all of these hold' },
            { value: 'any', label: 'any of these holds' },
          ]}
          value={clauses.match}
          onChange={(match) => set({ ...clauses, match: match === 'any' ? 'any' : 'all' })}
        />
      )}
      <ul className={layout.stack2}>
        {clauses.clauses.map((clause, index) => (
          <ClauseRow
            key={index}
            number={index + 1}
            clause={clause}
            fields={fields}
            onChange={(next) =>
              set({ ...clauses, clauses: clauses.clauses.map((one, at) => (at === index ? next : one)) })
            }
            onRemove={() => set({ ...clauses, clauses: clauses.clauses.filter((_one, at) => at !== index) })}
          />
        ))}
      </ul>
      <Button size="small" icon="plus" className={styles.addClause} onClick={add} disabled={fields.length === 0}>
        Add condition
      </Button>
      <FieldError controlId={id}>{error}</FieldError>
    </fieldset>
  );
}

interface ClauseRowProps {
  number: number;
  clause: Clause;
  fields: readonly Field[];
  onChange: (clause: Clause) => void;
  onRemove: () => void;
}

function ClauseRow({ number, clause, fields, onChange, onRemove }: ClauseRowProps) {
  const field = fields.find((one) => one.name === clause.field);
  if (!field) return null;
  const needsValue = clause.operator !== 'empty' && clause.operator !== 'filled';
  return (
    <li className={styles.clause}>
      <Select
        aria-label={`Condition ${number}: field`}
        options={fields.map((one) => ({ value: one.name, label: one.title }))}
        value={clause.field}
        onChange={(event) => {
          const next = fields.find((one) => one.name === event.target.value);
          if (next) onChange(freshClause(next));
        }}
      />
      <Select
        aria-label={`Condition ${number}: comparison`}
        options={operatorsOf(field).map((operator) => ({ value: operator, label: operatorLabel(operator, field) }))}
        value={clause.operator}
        onChange={(event) => onChange({ ...clause, operator: event.target.value as ClauseOperator })}
      />
      {needsValue && (
        <ClauseValue
          label={`Condition ${number}: value`}
          field={field}
          value={clause.value}
          onChange={(value) => onChange({ ...clause, value })}
        />
      )}
      <IconButton icon="x" label={`Remove condition ${number}`} onClick={onRemove} />
    </li>
  );
}

function freshClause(field: Field): Clause {
  const value = filterKindOf(field) === 'yesNo' ? true : (variablesOf(field)[0]?.value ?? null);
  return { field: field.name, operator: operatorsOf(field)[0] ?? '', value };
}

/** Nested groups are edited as JSON, validated by the server. */
function RawCondition({ condition, error, onChange }: Omit<ConditionEditorProps, 'fields'>) {
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
