import { useState } from 'react';
import type { Field } from '../../../domain/declarations/model.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { Popover } from '../engine/Popover.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import type { FieldFilter, FilterMenuFields } from '../engine/filterModel.ts';
import styles from './filters.module.css';

/** The menu of fields gets a search box above this many entries. */
const SEARCHABLE_MENU = 9;

export function AddFilter({
  fields,
  taken,
  onAdd,
}: {
  fields: FilterMenuFields;
  taken: string[];
  onAdd: (field: Field, criteria: FieldFilter) => void;
}) {
  const [open, setOpen] = useState(false);
  const [field, setField] = useState<Field | null>(null);
  const setOpenness = (next: boolean) => {
    setOpen(next);
    setField(null);
  };
  return (
    <Popover
      label="Add a filter"
      open={open}
      onOpenChange={setOpenness}
      look={field ? 'form' : 'menu'}
      trigger={(attributes) => (
        <button type="button" className={styles.add} {...attributes}>
          <Icon name="plus" size={16} />
          Filter
        </button>
      )}
    >
      {field ? (
        <FilterEditor
          key={field.name}
          field={field}
          criteria={{}}
          onBack={() => setField(null)}
          onApply={(criteria) => {
            setOpenness(false);
            onAdd(field, criteria);
          }}
        />
      ) : (
        <FieldMenu fields={fields} taken={taken} onChoose={setField} />
      )}
    </Popover>
  );
}

function FieldMenu({
  fields: { named, others },
  taken,
  onChoose,
}: {
  fields: FilterMenuFields;
  taken: string[];
  onChoose: (field: Field) => void;
}) {
  const [typed, setTyped] = useState('');
  const fits = (field: Field) =>
    !taken.includes(field.name) && field.title.toLowerCase().includes(typed.trim().toLowerCase());
  const groups: [string, Field[]][] = [
    ['Suggested', named.filter(fits)],
    ['Other fields', others.filter(fits)],
  ];
  return (
    <div className={styles.menu}>
      {named.length + others.length > SEARCHABLE_MENU && (
        <TextInput
          type="search"
          aria-label="Search fields"
          placeholder="Search fields"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {groups.map(
        ([title, found]) =>
          found.length > 0 && (
            <div key={title}>
              {others.length > 0 && <p className={styles.menuTitle}>{title}</p>}
              <ul>
                {found.map((field) => (
                  <li key={field.name}>
                    <button type="button" className={styles.menuEntry} onClick={() => onChoose(field)}>
                      {field.title}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </div>
  );
}
