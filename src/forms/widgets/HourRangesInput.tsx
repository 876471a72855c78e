import type { FormProperty } from '../formSchema.ts';
import { HourText } from './HourInput.tsx';
import layout from '../../ui/layout.module.css';
import styles from './inputs.module.css';

export interface HourRangesInputProps {
  /** Id of the focusable element: the first input. */
  id: string;
  /** The parallel lists of starts and ends; `x-labels` names their positions. */
  start: FormProperty;
  end: FormProperty;
  starts: unknown;
  ends: unknown;
  disabled: boolean;
  onChange: (starts: unknown[], ends: unknown[]) => void;
}

/** Start and end per day of a week. An empty day is closed: its end equals its start. */
export function HourRangesInput({ id, start, end, starts, ends, disabled, onChange }: HourRangesInputProps) {
  const places = Array.from({ length: start.maxItems ?? 0 }, (_, place) => place);
  const hoursOf = (value: unknown): unknown[] =>
    places.map((place) => (Array.isArray(value) ? (value[place] as unknown) : undefined) ?? 0);
  const [from, to] = [hoursOf(starts), hoursOf(ends)];
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
  disabled: boolean;
  onChange: (start: unknown, end: unknown) => void;
}

function HourRange({ id, label, words, start, end, disabled, onChange }: HourRangeProps) {
  const isClosed = start === end;
  const fault = faultOf(start, end);
  const shared = {
    disabled,
    'aria-invalid': fault !== null || undefined,
    ...(fault === null ? {} : { 'aria-describedby': `${id}-note` }),
  };
  return (
    <div className={styles.hourRange}>
      <span className={styles.numberLabel}>{label}</span>
      <HourText
        {...shared}
        id={id}
        aria-label={`${label}, ${words[0].toLowerCase()}`}
        placeholder="Closed"
        place="start"
        value={isClosed ? undefined : start}
        onHour={(hour) => (hour === undefined ? onChange(0, 0) : onChange(hour, end))}
      />
      <span className={styles.numberLabel} aria-hidden="true">
        to
      </span>
      <HourText
        {...shared}
        aria-label={`${label}, ${words[1].toLowerCase()}`}
        place="end"
        value={isClosed || end === 0 ? undefined : end}
        onHour={(hour) => onChange(start, hour ?? 0)}
      />
      <span id={`${id}-note`} className={styles.hourNote} role="status">
        {fault}
      </span>
    </div>
  );
}

function faultOf(start: unknown, end: unknown): string | null {
  if (typeof start !== 'number' || typeof end !== 'number') return 'Enter a time of day, like 8:30 AM';
  if (start === end || end > start) return null;
  return end === 0 ? 'Say until when' : 'Ends before it starts';
}
