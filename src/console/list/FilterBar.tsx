import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { pluralInside } from '../../app/resourceNames.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { AddFilter } from './AddFilter.tsx';
import { FilterChip, OtherChip } from './FilterChip.tsx';
import {
  fieldsThrough,
  filterableFields,
  groupByField,
  withFieldFilter,
  type FieldFilter,
  type Filter,
  type FilterMenuFields,
  type ParsedFilter,
} from '../engine/filterModel.ts';
import styles from './filters.module.css';

export interface FilterBarProps {
  resource: ClientResource;
  filter: Filter;
  onChange: (filter: Filter) => void;
  switches?: ReactNode;
}

/** The search box, active filters as removable chips, and the menu that adds a filter. */
export function FilterBar({ resource, filter, onChange, switches }: FilterBarProps) {
  const { resourceNamed } = useConsole();
  const fieldNamed = fieldsThrough(resource, resourceNamed);
  const parsed = groupByField(filter, fieldNamed);
  const { q } = parsed;
  const isSearchable = resource.fields.some((field) => field.searchable);
  const pinned = (resource.config.list.pinned ?? []).flatMap((name) => fieldNamed(name) ?? []);
  return (
    <div className={styles.bar} role="search" aria-label={`Find ${pluralInside(resource)}`}>
      {isSearchable && (
        <SearchBox
          label={`Search ${pluralInside(resource)}`}
          text={q}
          onSearch={(typed) => onChange(withQuery(filter, typed))}
        />
      )}
      <FilterChips parsed={parsed} pinned={pinned} fields={filterableFields(resource)} {...{ filter, onChange }}>
        {switches}
      </FilterChips>
    </div>
  );
}

export interface FilterChipsProps {
  filter: Filter;
  parsed: ParsedFilter;
  onChange: (filter: Filter) => void;
  pinned: readonly Field[];
  fields: FilterMenuFields;
  children?: ReactNode;
}

export function FilterChips({ filter, parsed, onChange, pinned, fields, children }: FilterChipsProps) {
  const { q, parts, others } = parsed;
  const hasOthers = Object.keys(others).length > 0;
  const set = (field: Field, criteria: FieldFilter) => onChange(withFieldFilter(filter, field, criteria));
  const chips = [
    ...pinned.map((field) => parts.find((part) => part.field.name === field.name) ?? { field, criteria: {} }),
    ...parts.filter((part) => !pinned.some(({ name }) => name === part.field.name)),
  ];
  const taken = chips.map((part) => part.field.name);
  const isMenuEmpty = [...fields.named, ...fields.others].every(({ name }) => taken.includes(name));
  return (
    <div className={styles.chips}>
      {chips.map((part) => (
        <FilterChip key={part.field.name} part={part} onChange={(criteria) => set(part.field, criteria)} />
      ))}
      {hasOthers && <OtherChip onRemove={() => onChange(without(filter, Object.keys(others)))} />}
      {!isMenuEmpty && <AddFilter fields={fields} taken={taken} onAdd={set} />}
      {children}
      {(parts.length > 0 || hasOthers || q !== '') && (
        <Button variant="quiet" size="small" onClick={() => onChange({})}>
          Clear all
        </Button>
      )}
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
