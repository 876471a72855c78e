import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { FieldError } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import layout from '../../ui/layout.module.css';
import { Select, type Option } from '../../ui/SelectField.tsx';
import styles from './conditions.module.css';

/** A group of conditions: all or any of them must hold. Groups can contain groups. */
export interface ConditionGroup<Condition extends object> {
  match: 'all' | 'any';
  parts: readonly (Condition | ConditionGroup<Condition>)[];
}

export interface ConditionPlace<Condition> {
  /** "Condition 2": what its inputs are called. */
  label: string;
  /** JSON pointer within the outermost group. */
  path: string;
  onChange: (next: Condition) => void;
}

interface ConditionEditorProps<Condition extends object> {
  group: ConditionGroup<Condition>;
  /** What a new condition is; undefined: there is nothing to compare. */
  start: Condition | undefined;
  /** How many levels of groups can be inside. Default: none. */
  nesting?: number;
  faultAt?: (path: string) => string | undefined;
  row: (condition: Condition, place: ConditionPlace<Condition>) => ReactNode;
  /** An empty group within another is removed. */
  onChange: (next: ConditionGroup<Condition>) => void;
  /** Of the group itself. */
  path?: string;
  number?: string;
}

const MATCHES = [
  { value: 'all', label: 'All conditions apply' },
  { value: 'any', label: 'Any condition applies' },
];

/** Conditions without code: a row for each, and groups within groups. */
export function ConditionEditor<Condition extends object>(props: ConditionEditorProps<Condition>) {
  const { group, start, nesting = 0, faultAt, row, onChange, path = '', number = '' } = props;
  const { match, parts } = group;
  const replace = (index: number, part: (typeof parts)[number] | null) =>
    onChange({ match, parts: parts.flatMap((other, at) => (at === index ? (part ?? []) : [other])) });
  const add = (part: (typeof parts)[number]) => onChange({ match, parts: [...parts, part] });
  return (
    <div className={classNames(layout.stack3, styles.group, number !== '' && styles.nested)}>
      {parts.length > 1 && (
        <div className={styles.match}>
          <Select
            aria-label="Combine conditions"
            options={MATCHES}
            value={match}
            onChange={({ target }) => onChange({ match: target.value === 'any' ? 'any' : 'all', parts })}
          />
        </div>
      )}
      {parts.map((part, index) => {
        const place = `${path}/${match}/${index}`;
        const own = `${number}${index + 1}`;
        return (
          <div key={index} className={styles.part}>
            {'parts' in part ? (
              <ConditionEditor
                {...props}
                group={part}
                nesting={nesting - 1}
                path={place}
                number={`${own}.`}
                onChange={(next) => replace(index, next.parts.length === 0 ? null : next)}
              />
            ) : (
              row(part, { label: `Condition ${own}`, path: place, onChange: (next) => replace(index, next) })
            )}
            <IconButton icon="x" label={`Remove condition ${own}`} onClick={() => replace(index, null)} />
          </div>
        );
      })}
      <FieldError controlId={`conditions${path}`}>{faultAt?.(path)}</FieldError>
      <div className={layout.toolbar2}>
        <Button size="small" icon="plus" disabled={!start} onClick={() => start && add(start)}>
          Add condition
        </Button>
        {start && nesting > 0 && (
          <Button
            size="small"
            icon="list-plus"
            onClick={() => add({ match: match === 'all' ? 'any' : 'all', parts: [start] })}
          >
            Add group
          </Button>
        )}
      </div>
    </div>
  );
}

interface ConditionRowProps {
  label: string;
  /** What is compared, and how. */
  field: { options: readonly Option[]; value: string; onChange: (value: string) => void };
  comparison: { options: readonly Option[]; value: string; onChange: (value: string) => void };
  fault?: string | undefined;
  /** The value that it is compared with. */
  children: ReactNode;
}

/** "[Material] [is one of] [PLA, PETG]" */
export function ConditionRow({ label, field, comparison, fault, children }: ConditionRowProps) {
  return (
    <div className={styles.row}>
      <Select
        aria-label={`${label}: field`}
        options={field.options}
        value={field.value}
        onChange={({ target }) => field.onChange(target.value)}
      />
      <Select
        aria-label={`${label}: comparison`}
        options={comparison.options}
        value={comparison.value}
        onChange={({ target }) => comparison.onChange(target.value)}
      />
      {children}
      <FieldError controlId={label}>{fault}</FieldError>
    </div>
  );
}
