import { useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { Popover } from '../engine/Popover.tsx';
import { describeFilter } from './describeFilter.ts';
import { FilterEditor } from './FilterEditor.tsx';
import { criteriaValues, type FieldCriteria, type FieldFilter } from '../engine/filterModel.ts';
import { useReferenceOptions } from './useReferenceOptions.ts';
import styles from './filters.module.css';

/** A filter's chip: offers the filter when unset, otherwise describes it and can remove it. */
export function FilterChip({ part, onChange }: { part: FieldCriteria; onChange: (criteria: FieldFilter) => void }) {
  const [open, setOpen] = useState(false);
  const { field, criteria } = part;
  const isSet = Object.keys(criteria).length > 0;
  return (
    <span className={isSet ? styles.chip : styles.unset}>
      <Popover
        label={`Filter by ${field.title}`}
        open={open}
        onOpenChange={setOpen}
        trigger={(attributes) =>
          isSet ? (
            <button type="button" className={styles.chipMain} {...attributes}>
              <span className={styles.chipField}>{field.title}</span> <FilterText part={part} />
            </button>
          ) : (
            <button type="button" className={styles.add} {...attributes}>
              <Icon name="plus" size={16} />
              {field.title}
            </button>
          )
        }
      >
        <FilterEditor
          field={field}
          criteria={criteria}
          onApply={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Popover>
      {isSet && (
        <button
          type="button"
          className={styles.chipRemove}
          aria-label={`Remove filter ${field.title}`}
          onClick={() => onChange({})}
        >
          <Icon name="x" size={14} />
        </button>
      )}
    </span>
  );
}

/** "is Submitted or Quoted": the criteria of a filter, after its field's title. */
export function FilterText({ part }: { part: FieldCriteria }) {
  const { zone } = useConsole();
  const text = describeFilter(part.field, part.criteria, zone);
  return text === null ? <ReferenceLabel part={part} /> : <>{text}</>;
}

function ReferenceLabel({ part }: { part: FieldCriteria }) {
  const refused = part.criteria.neq ?? part.criteria.nin;
  const criteria: FieldFilter = refused === undefined ? part.criteria : { '': refused };
  const options = useReferenceOptions(part.field.reference ?? '', criteriaValues(criteria));
  return (
    <>
      {refused === undefined ? 'is' : 'is not'} {options.map((option) => option.label).join(' or ')}
    </>
  );
}

export function OtherChip({ onRemove }: { onRemove: () => void }) {
  return (
    <span className={styles.chip}>
      <span className={styles.chipMain}>Additional conditions from a link</span>
      <button type="button" className={styles.chipRemove} aria-label="Remove additional conditions" onClick={onRemove}>
        <Icon name="x" size={14} />
      </button>
    </span>
  );
}
