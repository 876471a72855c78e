import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import type { Field } from '../../../domain/model.ts';
import { Combobox } from '../../forms/Combobox.tsx';
import type { Option } from '../../forms/formServices.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { DateField } from '../../ui/DateInput.tsx';
import { Field as Labelled } from '../../ui/Field.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { TextField, type TextFieldProps } from '../../ui/TextField.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { lookup } from '../engine/names.ts';
import {
  dayAfter,
  daysOf,
  filterKindOf,
  instantsOf,
  textOperatorOf,
  valuesOf,
  type FieldFilter,
  type FilterKind,
} from './filterModel.ts';
import {
  boundFaults,
  bounds,
  dayBounds,
  numberTextOf,
  type Bound,
  type Days,
  type NumberText,
} from './filterBounds.ts';
import { useReferenceOptions } from './useReferenceOptions.ts';
import styles from './filters.module.css';

interface EditorProps {
  field: Field;
  asks: FieldFilter;
  /** What is wrong with the bounds, once somebody has tried to apply them. */
  faults: Partial<Record<Bound, string>>;
  onChange: (asks: FieldFilter) => void;
}

export interface FilterEditorProps {
  field: Field;
  asks: FieldFilter;
  onApply: (asks: FieldFilter) => void;
  onBack?: (() => void) | undefined;
}

/** What is asked of one field, by the kind of its values; nothing is fetched until it is applied. */
export function FilterEditor({ field, asks: initial, onApply, onBack }: FilterEditorProps) {
  const [asks, setAsks] = useState(initial);
  const kind = filterKindOf(field);
  const isPresence = asks.null !== undefined;
  const optional = !field.required || kind === 'presence';
  const form = useRef<HTMLFormElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const faults = boundFaults(field, asks);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(faults).length === 0) return onApply(asks);
    flushSync(() => setIsRefused(true));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <form ref={form} className={styles.editor} noValidate onSubmit={submit}>
      <p className={styles.editorTitle}>{field.title}</p>
      {!isPresence && kind !== 'presence' && (
        <ValueEditor field={field} asks={asks} faults={isRefused ? faults : {}} onChange={setAsks} />
      )}
      {optional && <PresenceEditor asks={asks} onChange={setAsks} />}
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

function PresenceEditor({ asks, onChange }: Omit<EditorProps, 'field' | 'faults'>) {
  return (
    <div className={styles.presence}>
      <CheckboxField
        label="Only where it is empty"
        checked={asks.null === true}
        onChange={(event) => onChange(event.target.checked ? { null: true } : {})}
      />
      <CheckboxField
        label="Only where it is filled in"
        checked={asks.null === false}
        onChange={(event) => onChange(event.target.checked ? { null: false } : {})}
      />
    </div>
  );
}

function ValueEditor(props: EditorProps): ReactNode {
  const number = numberTextOf(props.field);
  if (number) return <NumberRange {...props} number={number} />;
  switch (filterKindOf(props.field)) {
    case 'days':
      return <DayRange {...props} days={{ from: text(props.asks.gte), to: text(props.asks.lte) }} read={dayBounds} />;
    case 'instants':
      return <InstantRange {...props} />;
    case 'choices':
      return <ChoicesEditor {...props} />;
    case 'references':
      return <ReferencesEditor {...props} />;
    case 'yesNo':
      return <YesNoEditor {...props} />;
    default:
      return <TextEditor {...props} />;
  }
}

function TextEditor({ field, asks, onChange }: EditorProps) {
  const operator = textOperatorOf(field);
  const value = asks[operator] ?? asks.like ?? valuesOf(asks)[0] ?? '';
  return (
    <TextField
      label={operator === 'like' ? 'Contains' : 'Is'}
      value={text(value)}
      onChange={(event) => onChange(event.target.value === '' ? {} : { [operator]: event.target.value })}
    />
  );
}

/** Beside the two inputs, by kind. */
const NUMBER_LOOKS: Partial<Record<FilterKind, Pick<TextFieldProps, 'prefix' | 'placeholder' | 'inputMode'>>> = {
  range: { inputMode: 'decimal' },
  money: { prefix: '$', inputMode: 'decimal' },
  hours: { placeholder: '8:30 AM' },
  sizes: { placeholder: '1.5 MB' },
};

/** From and to of numbers, as people write them: amounts, times of day. */
function NumberRange({ field, asks, faults, onChange, number }: EditorProps & { number: NumberText }) {
  const exact = valuesOf(asks)[0];
  const written = (value: unknown) => (typeof value === 'number' ? number.write(value) : text(value));
  const [typed, setTyped] = useState({ gte: written(asks.gte ?? exact), lte: written(asks.lte ?? exact) });
  const look = NUMBER_LOOKS[filterKindOf(field)];
  const set = (key: 'gte' | 'lte', value: string) => {
    setTyped({ ...typed, [key]: value });
    onChange(bounds(asks, key, value.trim() === '' ? undefined : (number.read(value) ?? value)));
  };
  return (
    <div className={styles.range}>
      {(['gte', 'lte'] as const).map((key) => (
        <TextField
          key={key}
          label={key === 'gte' ? 'From' : 'To'}
          {...look}
          autoComplete="off"
          error={faults[key]}
          value={typed[key]}
          onChange={(event) => set(key, event.target.value)}
        />
      ))}
    </div>
  );
}

function InstantRange(props: EditorProps) {
  const { zone } = useConsole();
  return <DayRange {...props} days={daysOf(props.asks, zone)} read={(days) => instantsOf(days, zone)} />;
}

function DayRange({ days, read, faults, onChange }: EditorProps & { days: Days; read: (days: Days) => FieldFilter }) {
  const { zone } = useConsole();
  const today = new Date().toLocaleDateString('en-CA', { timeZone: zone });
  const presets: [string, Days][] = [
    ['Today', { from: today, to: today }],
    ['Last 7 days', { from: dayAfter(today, -6), to: today }],
    ['Next 7 days', { from: today, to: dayAfter(today, 6) }],
    [
      'This month',
      { from: `${today.slice(0, 8)}01`, to: dayAfter(`${dayAfter(`${today.slice(0, 8)}01`, 31).slice(0, 8)}01`, -1) },
    ],
  ];
  return (
    <>
      <div className={styles.range}>
        <DateField
          label="From"
          type="date"
          error={faults.gte}
          value={days.from}
          onValue={(from) => onChange(read({ ...days, from }))}
        />
        <DateField
          label="To"
          type="date"
          error={faults.lte ?? faults.lt}
          value={days.to}
          onValue={(to) => onChange(read({ ...days, to }))}
        />
      </div>
      <div className={styles.presets}>
        {presets.map(([label, value]) => (
          <button key={label} type="button" className={styles.preset} onClick={() => onChange(read(value))}>
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

function ChoicesEditor({ field, asks, onChange }: EditorProps) {
  const chosen = valuesOf(asks);
  const toggle = (value: string | number, isOn: boolean) => {
    const next = isOn ? [...chosen, value] : chosen.filter((one) => one !== value);
    onChange(next.length > 0 ? { '': next } : {});
  };
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{field.title} is any of</legend>
      {(field.options ?? []).map((option) => (
        <CheckboxField
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={(event) => toggle(option.value, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

function YesNoEditor({ field, asks, onChange }: EditorProps) {
  const value = asks[''] ?? asks.eq;
  return (
    <RadioGroup
      label={<span className="visually-hidden">{field.title}</span>}
      choices={[
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ]}
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
      onChange={(chosen) => onChange({ '': chosen === 'yes' })}
      inline
    />
  );
}

function ReferencesEditor({ field, asks, onChange }: EditorProps) {
  const context = useConsole();
  const client = useQueryClient();
  const target = field.reference ?? '';
  const ids = valuesOf(asks);
  const options = useReferenceOptions(target, ids);
  const set = (next: (string | number)[]) => onChange(next.length > 0 ? { '': next } : {});
  const search = async (typed: string): Promise<Option[]> =>
    (await lookup(context, client, target, { q: typed })).filter((option) => !ids.includes(option.value));
  return (
    <Labelled label="Is any of">
      {(control) => (
        <>
          {ids.length > 0 && (
            <span className={styles.picked}>
              {options.map((option) => (
                <Chip
                  key={option.value}
                  onRemove={() => set(ids.filter((id) => id !== option.value))}
                  removeLabel={`Remove ${option.label}`}
                >
                  {option.label}
                </Chip>
              ))}
            </span>
          )}
          <Combobox
            input={control}
            listLabel={field.title}
            selected={null}
            source={{ search }}
            placeholder="Type to search"
            onSelect={(option) => option && set([...ids, option.value])}
          />
        </>
      )}
    </Labelled>
  );
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
