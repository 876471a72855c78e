import { useId, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import type { FormProperty } from '../shared/formSchema.ts';
import { readValue, writeValue } from '../shared/keyValues.ts';
import { faultsWithin, type WidgetProps } from '../shared/widgetProps.ts';
import styles from './inputs.module.css';

/** Handed on while a name is missing or there twice: no object, so that every validation refuses it. */
const UNFINISHED = 'unfinished';

interface Entry {
  id: number;
  name: string;
  value: unknown;
}

/** An object with arbitrary names, one row each. `additionalProperties` determines the type of the values; by default any. */
export function KeyValueInput({ FieldInput, ...props }: WidgetProps & { FieldInput: ComponentType<WidgetProps> }) {
  const { property, disabled, onChange } = props;
  const declared = typeof property.additionalProperties === 'object' ? property.additionalProperties : undefined;
  const helpId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { entries, set } = useEntries(props.value, onChange);
  /** Synchronous, so that the next key reaches the focused row. */
  const setAndFocus = (next: Entry[], index: number) => {
    flushSync(() => set(next));
    const inputs = list.current?.querySelectorAll<HTMLElement>('[data-name]') ?? [];
    (inputs[index] ?? document.getElementById(props.id))?.focus();
  };
  const change = (index: number, part: Partial<Entry>) =>
    set(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));
  const names = entries.map((entry) => entry.name.trim());
  const nextId = Math.max(-1, ...entries.map((entry) => entry.id)) + 1;
  return (
    <div ref={list} className={styles.rows}>
      {!declared && entries.length > 0 && (
        <p id={helpId} className={styles.counter}>
          Numbers, true, false and JSON keep their type. Put them in quotes to store them as text.
        </p>
      )}
      {entries.map((entry, index) => {
        const name = names[index] ?? '';
        const fault = nameFault(names, index);
        const id = index === 0 ? props.id : `${props.id}_entry${entry.id}`;
        const words = name || `entry ${index + 1}`;
        return (
          <div key={entry.id} className={styles.keyValue} role="group" aria-label={`Entry ${index + 1}`}>
            <TextInput
              id={id}
              data-name=""
              disabled={disabled}
              aria-label={`Name of entry ${index + 1}`}
              placeholder="Name"
              spellCheck={false}
              autoComplete="off"
              aria-invalid={fault !== undefined || undefined}
              aria-describedby={fault === undefined ? undefined : `${id}-fault`}
              value={entry.name}
              onChange={(event) => change(index, { name: event.target.value })}
            />
            <EntryValue
              {...props}
              {...{ FieldInput, declared, helpId, words, entry }}
              {...faultsWithin(props, name)}
              id={`${id}_value`}
              labelId={`${id}-value`}
              onChange={(value) => change(index, { value })}
            />
            {!disabled && (
              <IconButton
                icon="trash-2"
                size="small"
                label={`Remove ${words}`}
                onClick={() => setAndFocus(entries.toSpliced(index, 1), Math.max(0, index - 1))}
              />
            )}
            <p id={`${id}-fault`} className={styles.keyFault} role="status">
              {fault}
            </p>
          </div>
        );
      })}
      {!disabled && (
        <Button
          size="small"
          icon="plus"
          {...(entries.length === 0 ? { id: props.id } : {})}
          onClick={() => setAndFocus([...entries, { id: nextId, name: '', value: undefined }], entries.length)}
        >
          Add an entry
        </Button>
      )}
    </div>
  );
}

interface EntryValueProps extends WidgetProps {
  FieldInput: ComponentType<WidgetProps>;
  declared: object | undefined;
  helpId: string;
  words: string;
  entry: Entry;
}

function EntryValue({ FieldInput, declared, helpId, words, entry, ...props }: EntryValueProps) {
  const shared = { label: `Value of ${words}`, value: entry.value };
  if (declared === undefined)
    return <AnyValue {...shared} describedBy={helpId} disabled={props.disabled} onChange={props.onChange} />;
  const property = declared as FormProperty;
  return <FieldInput {...props} {...shared} {...{ property }} name={words} required={false} describedBy={undefined} />;
}

interface AnyValueProps {
  label: string;
  describedBy: string;
  disabled: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

function AnyValue({ label, describedBy, disabled, value, onChange }: AnyValueProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      disabled={disabled}
      aria-label={label}
      aria-describedby={describedBy}
      placeholder="Value"
      spellCheck={false}
      autoComplete="off"
      value={typed ?? writeValue(value)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readValue(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function nameFault(names: readonly string[], index: number): string | undefined {
  const name = names[index] ?? '';
  if (name === '') return 'Enter a name';
  return names.indexOf(name) === index ? undefined : 'This name is already used';
}

/** The rows while editing: names may temporarily be empty or duplicate, and keep their position. */
function useEntries(value: unknown, onChange: (value: unknown) => void) {
  const [state, setState] = useState(() => ({ entries: readEntries(value), handed: value }));
  // The value was changed from outside: the record was saved or the changes discarded.
  const isOwn = Object.is(state.handed, value) || sameObject(state.handed, value);
  if (!isOwn) setState({ entries: readEntries(value), handed: value });
  const set = (entries: Entry[]) => {
    const names = entries.map((entry) => entry.name.trim());
    const isWhole = names.every((_name, index) => nameFault(names, index) === undefined);
    const object = Object.fromEntries(entries.map((entry, index) => [names[index] ?? '', entry.value ?? '']));
    const handed = entries.length === 0 ? undefined : isWhole ? object : UNFINISHED;
    setState({ entries, handed });
    onChange(handed);
  };
  return { entries: state.entries, set };
}

function readEntries(value: unknown): Entry[] {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return pairs.map(([name, inner], id) => ({ id, name, value: inner as unknown }));
}

function sameObject(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown) =>
    typeof value === 'object' && value !== null
      ? JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : JSON.stringify(value ?? null);
  return sorted(a) === sorted(b);
}
