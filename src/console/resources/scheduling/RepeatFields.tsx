import { weekdayOf } from '../../../../domain/hours.ts';
import { parseRule } from '../../../../domain/recurrence.ts';
import { ruleInWords } from '../../../../domain/rule-words.ts';
import { DateField } from '../../../ui/datePicker/DateField.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { nthWords, ruleOf, WEEKDAY_NAMES, type RuleChoice } from './ruleChoice.ts';
import layout from '../../../ui/layout.module.css';
import styles from './scheduling.module.css';

const FREQUENCIES = [
  { value: 'never', label: 'Does not repeat' },
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'MONTHLY', label: 'Monthly' },
  { value: 'YEARLY', label: 'Yearly' },
] as const;
const UNITS = { never: '', DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' } as const;
const ENDS = [
  { value: 'never', label: 'Never' },
  { value: 'until', label: 'On a date' },
  { value: 'after', label: 'After a number of times' },
] as const;
/** Monday first, as a week of work is read. */
const DAYS = [1, 2, 3, 4, 5, 6, 0] as const;

export interface RepeatFieldsProps {
  choice: RuleChoice;
  /** The first day. */
  date: string;
  error: string | undefined;
  onChange: (choice: RuleChoice) => void;
}

/** How something repeats, in plain words. */
export function RepeatFields({ choice, date, error, onChange }: RepeatFieldsProps) {
  const set = (changes: Partial<RuleChoice>) => onChange({ ...choice, ...changes });
  const rule = ruleOf(choice, date);
  return (
    <div className={layout.stack3}>
      <SelectField
        label="Repeats"
        options={FREQUENCIES}
        value={choice.frequency}
        error={error}
        onChange={({ target }) =>
          set({
            frequency: FREQUENCIES.find(({ value }) => value === target.value)?.value ?? 'never',
            weekdays: [weekdayOf(date)],
          })
        }
      />
      {choice.frequency !== 'never' && (
        <>
          <TextField
            label="Every"
            type="number"
            min={1}
            max={99}
            suffix={UNITS[choice.frequency]}
            value={String(choice.interval)}
            onChange={({ target }) =>
              set({ interval: Math.min(99, Math.max(1, Math.trunc(Number(target.value)) || 1)) })
            }
          />
          {choice.frequency === 'WEEKLY' && <Weekdays choice={choice} date={date} onChange={set} />}
          {choice.frequency === 'MONTHLY' && (
            <SelectField
              label="On"
              options={[
                { value: 'date', label: `Day ${Number(date.slice(8, 10))}` },
                { value: 'weekday', label: `The ${nthWords(date)}` },
                { value: 'last', label: `The last ${WEEKDAY_NAMES[weekdayOf(date)]}` },
              ]}
              value={choice.monthly}
              onChange={({ target: { value } }) =>
                set({ monthly: value === 'weekday' || value === 'last' ? value : 'date' })
              }
            />
          )}
          <SelectField
            label="Ends"
            options={ENDS}
            value={choice.end}
            onChange={({ target }) => set({ end: ENDS.find(({ value }) => value === target.value)?.value ?? 'never' })}
          />
          {choice.end === 'until' && (
            <DateField label="Last date" min={date} value={choice.until} onValue={(until) => set({ until })} />
          )}
          {choice.end === 'after' && (
            <TextField
              label="Times"
              type="number"
              min={1}
              max={730}
              value={String(choice.count)}
              onChange={({ target }) =>
                set({ count: Math.min(730, Math.max(1, Math.trunc(Number(target.value)) || 1)) })
              }
            />
          )}
          {rule !== null && (
            <p className={styles.quiet} role="status">
              {ruleInWords(parseRule(rule), date, 'UTC')}
            </p>
          )}
        </>
      )}
    </div>
  );
}

function Weekdays({
  choice,
  date,
  onChange,
}: {
  choice: RuleChoice;
  date: string;
  onChange: (changes: Partial<RuleChoice>) => void;
}) {
  const first = weekdayOf(date);
  return (
    <fieldset className={styles.weekdays}>
      <legend>On</legend>
      {DAYS.map((day) => (
        <label key={day} className={styles.weekday}>
          <input
            type="checkbox"
            checked={choice.weekdays.includes(day)}
            // A series has the day on which it begins.
            disabled={day === first}
            onChange={({ target }) =>
              onChange({
                weekdays: target.checked ? [...choice.weekdays, day] : choice.weekdays.filter((one) => one !== day),
              })
            }
          />
          <span>{WEEKDAY_NAMES[day].slice(0, 3)}</span>
        </label>
      ))}
    </fieldset>
  );
}
