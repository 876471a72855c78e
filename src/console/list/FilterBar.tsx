import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { ClientResource, Field } from '../../../domain/model.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { pluralInside, useConsole } from '../engine/consoleContext.ts';
import { Popover } from '../engine/Popover.tsx';
import { describeFilter } from './describeFilter.ts';
import { FilterEditor } from './FilterEditor.tsx';
import {
  filterableFields,
  parseFilter,
  valuesOf,
  withFieldFilter,
  type FieldFilter,
  type Filter,
  type FieldCriteria,
} from './filterModel.ts';
import { useReferenceOptions } from './useReferenceOptions.ts';
import styles from './filters.module.css';

const TYPING_PAUSE = 300;
const SEARCHABLE_MENU = 9;

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
  const { q, parts, others } = parseFilter(filter, resource);
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
  );
}

function withQuery(filter: Filter, q: string): Filter {
  const rest = without(filter, ['q']);
  return q === '' ? rest : { q, ...rest };
}

function without(filter: Filter, keys: readonly string[]): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => !keys.includes(key)));
}

function SearchBox({
  resource,
  q,
  onSearch,
}: {
  resource: ClientResource;
  q: string;
  onSearch: (typed: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  if (known !== q) {
    setKnown(q);
    setTyped(q);
  }
  useSlash(input);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => search.current(typed.trim()), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed, q]);
  return (
    <div className={styles.search}>
      <Icon name="search" size={16} />
      <TextInput
        ref={input}
        type="search"
        className={styles.searchInput}
        aria-label={`Search ${pluralInside(resource)}`}
        placeholder={`Search ${pluralInside(resource)}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && search.current(typed.trim())}
      />
      <kbd className={styles.key} aria-hidden="true">
        /
      </kbd>
    </div>
  );
}

/** "/" focuses the search box from anywhere outside of an input. */
function useSlash(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const from = event.target;
      const isTyping =
        from instanceof HTMLElement && (from.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(from.tagName));
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}

/** A filter's chip: offers the filter when unset, otherwise describes it and can remove it. */
function FilterChip({ part, onChange }: { part: FieldCriteria; onChange: (criteria: FieldFilter) => void }) {
  const [open, setOpen] = useState(false);
  const { field, criteria } = part;
  const isSet = Object.keys(criteria).length > 0;
  return (
    <span className={isSet ? styles.chip : styles.unset}>
      <Popover
        label={`Filter by ${field.title}`}
        open={open}
        onOpenChange={setOpen}
        look="roomy"
        trigger={(attributes) =>
          isSet ? (
            <button type="button" className={styles.chipMain} {...attributes}>
              <span className={styles.chipField}>{field.title}</span> <ChipWords part={part} />
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

function ChipWords({ part }: { part: FieldCriteria }) {
  const { zone } = useConsole();
  const words = describeFilter(part.field, part.criteria, zone);
  return words === null ? <ReferenceWords part={part} /> : <>{words}</>;
}

function ReferenceWords({ part }: { part: FieldCriteria }) {
  const refused = part.criteria.neq ?? part.criteria.nin;
  const criteria: FieldFilter = refused === undefined ? part.criteria : { '': refused };
  const options = useReferenceOptions(part.field.reference ?? '', valuesOf(criteria));
  return (
    <>
      {refused === undefined ? 'is' : 'is not'} {options.map((option) => option.label).join(' or ')}
    </>
  );
}

function OtherChip({ onRemove }: { onRemove: () => void }) {
  return (
    <span className={styles.chip}>
      <span className={styles.chipMain}>Further conditions from a link</span>
      <button type="button" className={styles.chipRemove} aria-label="Remove further conditions" onClick={onRemove}>
        <Icon name="x" size={14} />
      </button>
    </span>
  );
}

function AddFilter({
  resource,
  taken,
  onAdd,
}: {
  resource: ClientResource;
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
      look={field ? 'roomy' : 'menu'}
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
        <FieldMenu resource={resource} taken={taken} onChoose={setField} />
      )}
    </Popover>
  );
}

function FieldMenu({
  resource,
  taken,
  onChoose,
}: {
  resource: ClientResource;
  taken: string[];
  onChoose: (field: Field) => void;
}) {
  const [typed, setTyped] = useState('');
  const { named, others } = filterableFields(resource);
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
          aria-label="Find a field"
          placeholder="Find a field"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {groups.map(
        ([title, fields]) =>
          fields.length > 0 && (
            <div key={title}>
              <p className={styles.menuTitle}>{title}</p>
              <ul>
                {fields.map((field) => (
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
