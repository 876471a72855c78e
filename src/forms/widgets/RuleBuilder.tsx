import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';
import { dateWeekday } from '../../../domain/hours/hours.ts';
import { ruleFault } from '../../../domain/hours/recurrence.ts';
import { describeRuleText } from '../../../domain/hours/describe-rule.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/datePicker/DateField.tsx';
import { Select, SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import {
  choiceOf,
  movedChoice,
  noRepeat,
  nthWords,
  choiceRule,
  type RuleChoice,
  type RuleEnd,
} from '../shared/ruleChoice.ts';
import layout from '../../ui/layout.module.css';
import styles from './inputs.module.css';

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

export interface RuleBuilderProps {
  /** Attributes of its first control: how often. */
  control: Pick<ComponentProps<'select'>, 'id' | 'name' | 'disabled' | `aria-${'describedby' | 'invalid'}`>;
  /** The rule's text; null: once. */
  rule: string | null;
  date: string;
  zone: string;
  /** How long it repeats unless the user says otherwise. Default: forever. */
  usualEnd?: RuleEnd;
  /** Also called when another date changes the rule. Text that lacks its last date is no rule yet (`choiceRule`). */
  onRule: (rule: string | null) => void;
}

/** What was chosen: half a choice is no rule, so that it cannot be read from one. */
interface Held {
  choice: RuleChoice | null;
  date: string;
  /** The rule that the choice is, and the one last given from outside. */
  text: string | null;
  given: string | null;
}

/** How something repeats, in plain words. */
export function RuleBuilder({ control, rule, date, zone, usualEnd, onRule }: RuleBuilderProps) {
  const [held, setHeld] = useState((): Held => heldOf(rule, date));
  const next = followed(held, rule, date);
  if (next !== held) setHeld(next);
  const report = useEffectEvent(onRule);
  useEffect(() => {
    if (held.text !== held.given) report(held.text);
  }, [held]);
  const { choice } = next;
  // Reported with the choice itself: a report that comes after the next choice would take that back.
  const hold = (chosen: RuleChoice) => {
    const text = choiceRule(chosen, date);
    setHeld({ ...next, choice: chosen, text });
    if (text !== rule) onRule(text);
  };
  if (choice === null)
    return (
      <p>
        It repeats: {describeRuleText(rule ?? '', date, zone)}.{' '}
        <Button size="small" disabled={control.disabled} onClick={() => hold(noRepeat(date))}>
          Replace the rule
        </Button>
      </p>
    );
  return <RuleFields {...{ control, choice, date, usualEnd }} onChoice={hold} />;
}

function heldOf(rule: string | null, date: string): Held {
  return { choice: choiceOf(rule, date), date, text: rule, given: rule };
}

/** What is held once a rule or a date has come from outside. */
function followed(held: Held, rule: string | null, date: string): Held {
  if (rule !== held.given) return rule === held.text ? { ...held, given: rule } : heldOf(rule, date);
  if (date === held.date) return held;
  const choice = held.choice && movedChoice(held.choice, held.date, date);
  return { ...held, date, choice, text: choice ? choiceRule(choice, date) : rule };
}

interface RuleFieldsProps extends Pick<RuleBuilderProps, 'control' | 'date'> {
  usualEnd: RuleEnd | undefined;
  choice: RuleChoice;
  onChoice: (choice: RuleChoice) => void;
}

function RuleFields({ control, choice, date, usualEnd, onChoice }: RuleFieldsProps) {
  const { disabled } = control;
  const set = (changes: Partial<RuleChoice>) => onChoice({ ...choice, ...changes });
  const rule = choiceRule(choice, date);
  return (
    <div className={layout.stack3}>
      <Select
        {...control}
        options={FREQUENCIES}
        value={choice.frequency}
        onChange={({ target }) =>
          set({
            frequency: FREQUENCIES.find(({ value }) => value === target.value)?.value ?? 'never',
            weekdays: [dateWeekday(date)],
            ...(choice.frequency === 'never' && usualEnd),
          })
        }
      />
      {choice.frequency !== 'never' && (
        <>
          <TextField
            label="Every"
            disabled={disabled}
            type="number"
            min={1}
            max={99}
            suffix={UNITS[choice.frequency]}
            value={String(choice.interval)}
            onChange={({ target }) =>
              set({ interval: Math.min(99, Math.max(1, Math.trunc(Number(target.value)) || 1)) })
            }
          />
          {choice.frequency === 'WEEKLY' && <Weekdays choice={choice} date={date} disabled={disabled} onChange={set} />}
          {choice.frequency === 'MONTHLY' && (
            <MonthlyChoice choice={choice} date={date} disabled={disabled} onChange={set} />
          )}
          <SelectField
            label="Stops repeating"
            disabled={disabled}
            options={ENDS}
            value={choice.end}
            onChange={({ target }) => set({ end: ENDS.find(({ value }) => value === target.value)?.value ?? 'never' })}
          />
          {choice.end === 'until' && (
            <DateField
              label="Last date"
              disabled={disabled}
              min={date}
              value={choice.until}
              onValue={(until) => set({ until })}
            />
          )}
          {choice.end === 'after' && (
            <TextField
              label="Times"
              disabled={disabled}
              type="number"
              min={1}
              max={730}
              value={String(choice.count)}
              onChange={({ target }) =>
                set({ count: Math.min(730, Math.max(1, Math.trunc(Number(target.value)) || 1)) })
              }
            />
          )}
          {rule !== null && ruleFault(rule) === null && (
            <p className={styles.counter} role="status">
              {describeRuleText(rule, date, 'UTC')}
            </p>
          )}
        </>
      )}
    </div>
  );
}

interface ChoiceProps {
  choice: RuleChoice;
  date: string;
  disabled: boolean | undefined;
  onChange: (changes: Partial<RuleChoice>) => void;
}

function MonthlyChoice({ choice, date, disabled, onChange }: ChoiceProps) {
  return (
    <SelectField
      label="On"
      disabled={disabled}
      options={[
        { value: 'date', label: `Day ${Number(date.slice(8, 10))}` },
        { value: 'weekday', label: `The ${nthWords(date)}` },
        { value: 'last', label: `The last ${WEEKDAY_NAMES[dateWeekday(date)]}` },
      ]}
      value={choice.monthly}
      onChange={({ target: { value } }) =>
        onChange({ monthly: value === 'weekday' || value === 'last' ? value : 'date' })
      }
    />
  );
}

function Weekdays({ choice, date, disabled, onChange }: ChoiceProps) {
  const first = dateWeekday(date);
  return (
    <fieldset className={styles.weekdays}>
      <legend>On</legend>
      {DAYS.map((day) => (
        <label key={day} className={styles.weekday}>
          <input
            type="checkbox"
            checked={choice.weekdays.includes(day)}
            // A series has the day on which it begins.
            disabled={disabled === true || day === first}
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
