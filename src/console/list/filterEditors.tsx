import { useGetList } from 'ra-core';
import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { FilterKind } from '../../../domain/declarations/kinds.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { Combobox } from '../../forms/shared/Combobox.tsx';
import type { Option } from '../../forms/shared/formServices.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { DateField } from '../../ui/datePicker/DateField.tsx';
import { dayPresets } from './dayPresets.ts';
import { Field as Labelled } from '../../ui/Field.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { lookup } from '../engine/names.ts';
import { criteriaDays, dayInstants, criteriaValues, type FieldFilter } from '../engine/filterModel.ts';
import { bounds, dayBounds, numberTextOf, type Bound, type Days } from './filterBounds.ts';
import { useReferenceOptions } from './useReferenceOptions.ts';
import layout from '../../ui/layout.module.css';
import styles from './filters.module.css';
import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import { clock } from '../../ui/clock.ts';

export interface EditorProps {
  field: Field;
  criteria: FieldFilter;
  /** Faults of the bounds, once the user has tried to apply them. */
  faults: Partial<Record<Bound, string>>;
  onChange: (criteria: FieldFilter) => void;
}

/** The editor of each filter kind; null where only emptiness can be filtered. */
export const FILTER_EDITORS: Readonly<Record<FilterKind, ((props: EditorProps) => ReactNode) | null>> = {
  text: (props) => <TextEditor {...props} operator="like" label="Contains" />,
  exact: (props) => <TextEditor {...props} operator="" label="Is" />,
  range: NumberRange,
  money: NumberRange,
  hours: NumberRange,
  sizes: NumberRange,
  days: (props) => (
    <DayRange {...props} days={{ from: text(props.criteria.gte), to: text(props.criteria.lte) }} read={dayBounds} />
  ),
  instants: InstantRange,
  times: TimeRange,
  choices: ChoicesEditor,
  references: ReferencesEditor,
  yesNo: YesNoEditor,
  presence: null,
};

function TextEditor({ operator, label, criteria, onChange }: EditorProps & { operator: 'like' | ''; label: string }) {
  const value = criteria[operator] ?? criteria.like ?? criteriaValues(criteria)[0] ?? '';
  return (
    <TextField
      label={label}
      value={text(value)}
      onChange={(event) => onChange(event.target.value === '' ? {} : { [operator]: event.target.value })}
    />
  );
}

/** Times are stored with or without seconds, so the upper bound includes its whole minute. */
function TimeRange({ criteria, faults, onChange }: EditorProps) {
  const exact = criteriaValues(criteria)[0];
  const upTo = (to: string) => (/^\d{2}:\d{2}$/.test(to) ? `${to}:59` : to || undefined);
  return (
    <div className={styles.range}>
      <DateField
        label="From"
        mode="time"
        error={faults.gte}
        value={text(criteria.gte ?? exact)}
        onValue={(from) => onChange(bounds(criteria, 'gte', from || undefined))}
      />
      <DateField
        label="To"
        mode="time"
        error={faults.lte}
        value={text(criteria.lte ?? exact)}
        onValue={(to) => onChange(bounds(criteria, 'lte', upTo(to)))}
      />
    </div>
  );
}

function NumberRange({ field, criteria, faults, onChange }: EditorProps) {
  const number = numberTextOf(field);
  const exact = criteriaValues(criteria)[0];
  const written = (value: unknown) => (typeof value === 'number' && number ? number.write(value) : text(value));
  const [typed, setTyped] = useState({ gte: written(criteria.gte ?? exact), lte: written(criteria.lte ?? exact) });
  const set = (key: 'gte' | 'lte', value: string) => {
    setTyped({ ...typed, [key]: value });
    onChange(bounds(criteria, key, value.trim() === '' ? undefined : (number?.read(value) ?? value)));
  };
  return (
    <div className={styles.range}>
      {(['gte', 'lte'] as const).map((key) => (
        <TextField
          key={key}
          label={key === 'gte' ? 'From' : 'To'}
          {...number?.look}
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
  return <DayRange {...props} days={criteriaDays(props.criteria, zone)} read={(days) => dayInstants(days, zone)} />;
}

function DayRange({ days, read, faults, onChange }: EditorProps & { days: Days; read: (days: Days) => FieldFilter }) {
  const { zone } = useConsole();
  const { terms } = useModel().site;
  const today = wallClockOf(clock.instant(), zone).slice(0, 10);
  const presets = dayPresets(today, terms);
  return (
    <>
      <DateField
        label="From and to"
        range
        isOpenEnded
        zone={zone}
        presets={presets}
        error={faults.gte ?? faults.lte ?? faults.lt}
        value={{ start: days.from, end: days.to }}
        onValue={({ start, end }) => onChange(read({ from: start, to: end }))}
      />
      <div className={layout.toolbar1}>
        {presets.map(({ label, start, end }) => (
          <button
            key={label}
            type="button"
            className={styles.preset}
            onClick={() => onChange(read({ from: start, to: end }))}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

function ChoicesEditor({ field, criteria, onChange }: EditorProps) {
  const chosen = criteriaValues(criteria);
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

function YesNoEditor({ field, criteria, onChange }: EditorProps) {
  const value = criteria[''] ?? criteria.eq;
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

function ReferencesEditor({ field, criteria, onChange }: EditorProps) {
  const context = useConsole();
  const client = useQueryClient();
  const target = field.reference ?? '';
  const ids = criteriaValues(criteria);
  const options = useReferenceOptions(target, ids);
  const set = (next: (string | number)[]) => onChange(next.length > 0 ? { '': next } : {});
  const search = async (typed: string): Promise<Option[]> =>
    (await lookup(context, client, target, { q: typed })).filter((option) => !ids.includes(option.value));
  return (
    <Labelled label="Is any of">
      {(control) => (
        <>
          {ids.length > 0 && (
            <span className={layout.toolbar1}>
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
          {target === 'users' && <OwnAccount taken={ids} onPick={(id) => set([...ids, id])} />}
        </>
      )}
    </Labelled>
  );
}

/** A shortcut to the user's own account, the most frequent choice. */
function OwnAccount({ taken, onPick }: { taken: readonly (string | number)[]; onPick: (id: number) => void }) {
  const { userName } = useSession();
  const { data } = useGetList<{ id: number }>('users', {
    filter: { username: userName },
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' },
  });
  const [me] = data ?? [];
  if (!me || taken.includes(me.id)) return null;
  return (
    <div className={layout.toolbar1}>
      <button type="button" className={styles.preset} onClick={() => onPick(me.id)}>
        Me
      </button>
    </div>
  );
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
