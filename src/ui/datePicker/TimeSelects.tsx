import { useEffect, useId, useRef } from 'react';
import { Select } from '../SelectField.tsx';
import { Button } from '../Button.tsx';
import { DAY, dateParts, startOfDay, timeOf } from './days.ts';
import {
  ruleSetOf,
  allowedValues,
  halfOf,
  halvesOf,
  TIME_PARTS,
  toggleHalf,
  withPart,
  type Bound,
  type Half,
  type TimePart,
} from './timeRules.ts';
import { dayOfTimes, snapped } from './pickerConfig.ts';
import { usePicker } from './PickerContext.ts';
import { endOfDayText } from './typed.ts';
import styles from './PickerPanel.module.css';

const NAMES: Readonly<Record<TimePart, string>> = {
  hours: 'Hour',
  minutes: 'Minute',
  seconds: 'Second',
  milliseconds: 'Millisecond',
};

interface TimeSelectsProps {
  bound: Bound;
  label: string;
  takesFocus: boolean;
}

/** The time of one bound, a list for each part; only what the time rules allow is offered. The day is kept. */
export function TimeSelects({ bound, label, takesFocus }: TimeSelectsProps) {
  const { config, walls, now, pick } = usePicker();
  const { accuracy, is24, mode, format } = config;
  const endsDay = format.hour === 'end';
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) group.current?.querySelector('select')?.focus({ preventScroll: true });
  }, [takesFocus]);

  const value = walls[bound];
  // Without a value, a time is one of today, or of no day at all.
  const base = value ?? snapped(mode === 'time' ? dayOfTimes(null, config) : startOfDay(now()), bound, config);
  const parts = dateParts(base);
  const rules = ruleSetOf(config.rules, bound, accuracy);
  const take = (wall: number) => {
    const time = snapped(wall, bound, config);
    const isMidnight = endsDay && timeOf(time) === 0;
    const near = mode !== 'time' ? time : isMidnight ? DAY : dayOfTimes(value, config) + timeOf(time);
    pick(
      bound === 'start' ? withOrder({ start: near, end: walls.end }) : withOrder({ start: walls.start, end: near }),
      false,
    );
  };
  /** The other bound follows. */
  const withOrder = ({ start, end }: { start: number | null; end: number | null }) => {
    if (!config.isRange) return { start, end: null };
    if (start === null || end === null) return { start: start ?? end, end: end ?? start };
    return start <= end ? { start, end } : bound === 'start' ? { start, end: start } : { start: end, end };
  };
  const hours = allowedValues('hours', rules.hours, parts);
  const halves = halvesOf(hours);
  return (
    <div ref={group} role="group" aria-labelledby={id} className={styles.time}>
      <span id={id} className={styles.timeLabel}>
        {label}
      </span>
      <div className={styles.selects}>
        {TIME_PARTS.slice(0, accuracy).map((part) => {
          const allowed = part === 'hours' ? hours : allowedValues(part, rules[part], parts);
          const offered =
            part === 'hours' && !is24 ? hours.filter((hour) => hour < 12 === (halfOf(base) === 'AM')) : allowed;
          return (
            <Select
              key={part}
              aria-label={NAMES[part]}
              options={[
                ...(value === null ? [{ value: '', label: '--' }] : []),
                ...withCurrent(offered, parts[part]).map((one) => ({
                  value: String(one),
                  label: written(part, one, is24),
                })),
              ]}
              value={value === null ? '' : String(parts[part])}
              onChange={({ target }) => target.value !== '' && take(withPart(base, part, Number(target.value)))}
            />
          );
        })}
        {!is24 && (
          <Select
            aria-label="AM or PM"
            options={halves.map((half) => ({ value: half, label: half }))}
            value={halfOf(base)}
            onChange={({ target }) => take(toggleHalf(base, target.value as Half))}
          />
        )}
        {endsDay && (
          <Button size="small" aria-pressed={value === DAY} onClick={() => take(DAY)}>
            {endOfDayText(format.masks)}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A time that was typed or stored may be none of those offered. */
function withCurrent(offered: readonly number[], current: number): number[] {
  return offered.includes(current) ? [...offered] : [...offered, current].sort((a, b) => a - b);
}

function written(part: TimePart, value: number, is24: boolean): string {
  if (part === 'hours') return is24 ? String(value).padStart(2, '0') : String(value % 12 || 12);
  return String(value).padStart(part === 'milliseconds' ? 3 : 2, '0');
}
