import { typedFault } from '../../ui/datePicker/typed.ts';
import type { FormProperty } from '../shared/formSchema.ts';
import { stepAccuracy, HourPicker } from './HourInput.tsx';
import layout from '../../ui/layout.module.css';
import styles from './inputs.module.css';

export interface HourRangesInputProps {
  id: string;
  /** The parallel lists of starts and ends; `x-labels` names their positions. */
  start: FormProperty;
  end: FormProperty;
  starts: unknown;
  ends: unknown;
  disabled: boolean;
  onChange: (starts: unknown[], ends: unknown[]) => void;
}

/** Start and end per day of a week. An empty day is closed: its end equals its start. Where one of the two is missing, it is an empty text: to be refused. */
export function HourRangesInput({ id, start, end, starts, ends, disabled, onChange }: HourRangesInputProps) {
  const places = Array.from({ length: start.maxItems ?? 0 }, (_, place) => place);
  const rangeHours = (value: unknown): unknown[] =>
    places.map((place) => (Array.isArray(value) ? (value[place] as unknown) : undefined) ?? 0);
  const [from, to] = [rangeHours(starts), rangeHours(ends)];
  const change = (place: number, begins: unknown, finishes: unknown) =>
    onChange(from.with(place, begins), to.with(place, finishes));
  return (
    <div className={layout.stack2}>
      {places.map((place) => {
        const label = Array.isArray(start['x-labels']) ? start['x-labels'][place] : start['x-labels']?.[String(place)];
        return (
          <HourRange
            key={place}
            id={place === 0 ? id : `${id}-${place}`}
            label={label ?? String(place + 1)}
            words={[start.title ?? 'From', end.title ?? 'To']}
            start={from[place]}
            end={to[place]}
            step={start.items?.multipleOf}
            disabled={disabled}
            onChange={(begins, finishes) => change(place, begins, finishes)}
          />
        );
      })}
    </div>
  );
}

interface HourRangeProps {
  id: string;
  label: string;
  words: [string, string];
  start: unknown;
  end: unknown;
  step: number | undefined;
  disabled: boolean;
  onChange: (start: unknown, end: unknown) => void;
}

function HourRange({ id, label, words, start, end, step, disabled, onChange }: HourRangeProps) {
  const isClosed = typeof start === 'number' && start === end;
  const fault = rangeFault(start, end);
  const shared = (bound: 'start' | 'end') => ({
    ...stepAccuracy(step),
    disabled,
    ...(fault?.bound === bound ? { 'aria-invalid': true, 'aria-describedby': `${id}-note` } : {}),
  });
  return (
    <div className={styles.hourRange}>
      <span className={styles.numberLabel}>{label}</span>
      <HourPicker
        {...shared('start')}
        id={id}
        aria-label={`${label}, ${words[0].toLowerCase()}`}
        placeholder="Closed"
        hour="start"
        value={isClosed ? undefined : start}
        onHour={(hour) => (hour === undefined ? onChange(0, 0) : onChange(hour, isClosed ? '' : end))}
      />
      <span className={styles.numberLabel} aria-hidden="true">
        to
      </span>
      <HourPicker
        {...shared('end')}
        id={`${id}-end`}
        aria-label={`${label}, ${words[1].toLowerCase()}`}
        hour="end"
        value={isClosed || end === 0 ? undefined : end}
        onHour={(hour) =>
          hour === undefined && start === '' ? onChange(0, 0) : onChange(isClosed ? '' : start, hour ?? '')
        }
      />
      <span id={`${id}-note`} className={styles.hourNote} role="status">
        {fault?.words}
      </span>
    </div>
  );
}

function rangeFault(start: unknown, end: unknown): { bound: 'start' | 'end'; words: string } | null {
  if (start === '') return { bound: 'start', words: 'Enter a start time' };
  if (typeof start === 'string') return { bound: 'start', words: typedWords(start) };
  if (end === '' || (end === 0 && start !== 0)) return { bound: 'end', words: 'Enter an end time' };
  if (typeof end === 'string') return { bound: 'end', words: typedWords(end) };
  return Number(end) < Number(start) ? { bound: 'end', words: 'Ends before it starts' } : null;
}

function typedWords(typed: string): string {
  return typedFault(typed, 'time') ?? 'Enter a time';
}
