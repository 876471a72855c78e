import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { hourText, readHour } from '../../../../domain/hour-text.ts';
import type { Field, Json } from '../../../../domain/model.ts';
import { Combobox } from '../../../forms/Combobox.tsx';
import { formatCents, parseCents } from '../../../forms/money.ts';
import { instantOf, wallClockOf } from '../../../forms/zonedTime.ts';
import { Select } from '../../../ui/SelectField.tsx';
import { TextInput } from '../../../ui/TextField.tsx';
import { useConsole } from '../../engine/consoleContext.ts';
import { lookup } from '../../engine/names.ts';
import { useReferenceOptions } from '../../list/useReferenceOptions.ts';
import { variablesOf } from './ruleCondition.ts';
import styles from './permissions.module.css';

export interface ClauseValueProps {
  label: string;
  field: Field;
  value: Json;
  onChange: (value: Json) => void;
}

/** What a field is compared with: something of the person asking, or a fixed value by the field's kind. */
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
  const { field, value, onChange, label } = props;
  const { zone } = useConsole();
  if (field.options) return <OptionsValue {...props} />;
  switch (field.kind) {
    case 'reference':
    case 'references':
      return <ReferenceValue {...props} />;
    case 'boolean':
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
    case 'integer':
    case 'number':
      return (
        <TextInput
          aria-label={label}
          type="number"
          step="any"
          value={typeof value === 'number' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        />
      );
    case 'money':
      return (
        <TextInput
          key={label}
          aria-label={label}
          inputMode="decimal"
          defaultValue={typeof value === 'number' ? formatCents(value) : ''}
          onChange={(event) => onChange(parseCents(event.target.value) ?? null)}
        />
      );
    case 'hour':
      return (
        <TextInput
          key={label}
          aria-label={label}
          placeholder="8:30 AM"
          defaultValue={typeof value === 'number' ? hourText(value) : ''}
          onChange={(event) => onChange(readHour(event.target.value, field.schema['x-hour']) ?? null)}
        />
      );
    case 'date':
      return (
        <TextInput
          aria-label={label}
          type="date"
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      );
    case 'dateTime':
      return (
        <TextInput
          aria-label={label}
          type="datetime-local"
          value={typeof value === 'string' ? wallClockOf(value, zone) : ''}
          onChange={(event) => onChange(instantOf(event.target.value, zone) ?? null)}
        />
      );
    default:
      return (
        <TextInput
          aria-label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      );
  }
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
