import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { filterKindOf } from '../../../domain/declarations/kinds.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { boundFaults } from './filterBounds.ts';
import { FILTER_EDITORS, type EditorProps } from './filterEditors.tsx';
import type { FieldFilter } from '../engine/filterModel.ts';
import styles from './filters.module.css';

export interface FilterEditorProps {
  field: Field;
  criteria: FieldFilter;
  onApply: (criteria: FieldFilter) => void;
  onBack?: (() => void) | undefined;
}

/** Edits the filter of one field, by its kind; fetches nothing until applied. */
export function FilterEditor({ field, criteria: initial, onApply, onBack }: FilterEditorProps) {
  const [criteria, setCriteria] = useState(initial);
  const ValueEditor = FILTER_EDITORS[filterKindOf(field)];
  const isPresence = criteria.null !== undefined;
  const optional = !field.required || ValueEditor === null;
  const form = useRef<HTMLFormElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const faults = boundFaults(field, criteria);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(faults).length === 0) return onApply(criteria);
    flushSync(() => setIsRefused(true));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <form ref={form} className={styles.editor} noValidate onSubmit={submit}>
      <p className={styles.editorTitle}>{field.title}</p>
      {!isPresence && ValueEditor && (
        <ValueEditor field={field} criteria={criteria} faults={isRefused ? faults : {}} onChange={setCriteria} />
      )}
      {optional && <PresenceEditor criteria={criteria} onChange={setCriteria} />}
      <div className={styles.editorActions}>
        {onBack && (
          <Button variant="quiet" size="small" icon="arrow-left" onClick={onBack}>
            All filters
          </Button>
        )}
        <Button variant="primary" size="small" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}

function PresenceEditor({ criteria, onChange }: Omit<EditorProps, 'field' | 'faults'>) {
  return (
    <div className={styles.presence}>
      <CheckboxField
        label="Only rows without a value"
        checked={criteria.null === true}
        onChange={(event) => onChange(event.target.checked ? { null: true } : {})}
      />
      <CheckboxField
        label="Only rows with a value"
        checked={criteria.null === false}
        onChange={(event) => onChange(event.target.checked ? { null: false } : {})}
      />
    </div>
  );
}
