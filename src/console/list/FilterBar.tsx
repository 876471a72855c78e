import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/client-model.ts';
import type { Field } from '../../../domain/model.ts';
import { Button } from '../../ui/Button.tsx';
import { pluralInside, useConsole } from '../engine/consoleContext.ts';
import { AddFilter } from './AddFilter.tsx';
import { FilterChip, OtherChip } from './FilterChip.tsx';
import { parseFilter, withFieldFilter, type FieldFilter, type Filter } from './filterModel.ts';
import { SearchBox } from './SearchBox.tsx';
import styles from './filters.module.css';

export interface FilterBarProps {
  resource: ClientResource;
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Fields whose filter is always offered as a chip. */
  pinned?: readonly string[] | undefined;
  /** Rendered after the filters. */
  switches?: ReactNode;
}

/** The search box, active filters as removable chips, and the menu that adds a filter. */
export function FilterBar({ resource, filter, onChange, pinned = [], switches }: FilterBarProps) {
  const { resourceNamed } = useConsole();
  const { q, parts, others } = parseFilter(filter, resource, resourceNamed);
  const isSearchable = resource.fields.some((field) => field.searchable);
  const hasOthers = Object.keys(others).length > 0;
  const set = (field: Field, criteria: FieldFilter) => onChange(withFieldFilter(filter, field, criteria));
  const ready = pinned.flatMap((name) => resource.fields.find((field) => field.name === name) ?? []);
  const chips = [
    ...ready.map((field) => parts.find((part) => part.field === field) ?? { field, criteria: {} }),
    ...parts.filter((part) => !ready.includes(part.field)),
  ];
  return (
    <div className={styles.bar} role="search" aria-label={`Find ${pluralInside(resource)}`}>
      {isSearchable && <SearchBox resource={resource} q={q} onSearch={(typed) => onChange(withQuery(filter, typed))} />}
      <div className={styles.chips}>
        {chips.map((part) => (
          <FilterChip key={part.field.name} part={part} onChange={(criteria) => set(part.field, criteria)} />
        ))}
        {hasOthers && <OtherChip onRemove={() => onChange(without(filter, Object.keys(others)))} />}
        <AddFilter resource={resource} taken={chips.map((part) => part.field.name)} onAdd={set} />
        {switches}
        {(parts.length > 0 || hasOthers || q !== '') && (
          <Button variant="quiet" size="small" onClick={() => onChange({})}>
            Clear all
          </Button>
        )}
      </div>
    </div>
  );
}

function withQuery(filter: Filter, q: string): Filter {
  const rest = without(filter, ['q']);
  return q === '' ? rest : { q, ...rest };
}

function without(filter: Filter, keys: readonly string[]): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => !keys.includes(key)));
}
