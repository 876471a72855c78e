import { useId, useState } from 'react';
import type { Field } from '../../../../domain/declarations/model.ts';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import styles from './permissions.module.css';

export interface FieldsChoiceProps {
  legend: string;
  fields: readonly Field[];
  /** Names; "*" for all fields, including future ones. */
  chosen: readonly string[];
  error: string | undefined;
  onChange: (names: string[]) => void;
}

type Extent = 'all' | 'some' | 'none';

export function FieldsChoice({ legend, fields, chosen, error, onChange }: FieldsChoiceProps) {
  const id = useId();
  const fromNames: Extent = chosen.includes('*') ? 'all' : chosen.length > 0 ? 'some' : 'none';
  const [isPicking, setIsPicking] = useState(fromNames === 'some');
  const extent: Extent = isPicking && fromNames !== 'all' ? 'some' : fromNames;
  const setExtent = (next: string) => {
    setIsPicking(next === 'some');
    onChange(next === 'all' ? ['*'] : chosen.filter((name) => name !== '*' && next === 'some'));
  };
  const unknown = chosen.filter((name) => name !== '*' && !fields.some((field) => field.name === name));
  return (
    <div>
      <RadioGroup
        label={legend}
        inline
        choices={[
          { value: 'all', label: 'All fields' },
          { value: 'some', label: 'Only these' },
          { value: 'none', label: 'None' },
        ]}
        value={extent}
        onChange={setExtent}
      />
      {extent === 'some' && (
        <fieldset className={styles.fieldChoices} aria-describedby={error ? `${id}-error` : undefined}>
          <legend className="visually-hidden">{legend}</legend>
          {fields.map((field) => (
            <CheckboxField
              key={field.name}
              label={field.title}
              checked={chosen.includes(field.name)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, field.name] : chosen.filter((name) => name !== field.name))
              }
            />
          ))}
          {unknown.map((name) => (
            <CheckboxField
              key={name}
              label={`${name} (no longer exists)`}
              checked
              onChange={() => onChange(chosen.filter((one) => one !== name))}
            />
          ))}
        </fieldset>
      )}
      <FieldError controlId={id}>{error}</FieldError>
    </div>
  );
}
