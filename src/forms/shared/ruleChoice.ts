import { isDate } from '../../../domain/values/dates.ts';
import { WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';
import { dateWeekday } from '../../../domain/hours/hours.ts';
import {
  parseRule,
  ruleFault,
  ruleText,
  type Frequency,
  type RecurrenceRule,
} from '../../../domain/hours/recurrence.ts';
import { ordinal } from '../../../domain/hours/describe-rule.ts';

/** How something repeats, as the form asks for it. */
export interface RuleChoice {
  frequency: Frequency | 'never';
  interval: number;
  /** 0 for Sunday; of a weekly rule. */
  weekdays: readonly number[];
  /** Of a monthly rule: on the same date, the same weekday ("second Monday") or the last such weekday. */
  monthly: 'date' | 'weekday' | 'last';
  end: 'never' | 'until' | 'after';
  until: string;
  count: number;
}

/** How long something repeats. */
export type RuleEnd = Pick<RuleChoice, 'end'> & Partial<Pick<RuleChoice, 'until' | 'count'>>;

/** What the form shows for something that begins on `date` and does not repeat yet. */
export function noRepeat(date: string): RuleChoice {
  return {
    frequency: 'never',
    interval: 1,
    weekdays: [dateWeekday(date)],
    monthly: 'date',
    end: 'never',
    until: '',
    count: 10,
  };
}

/** The choice that a rule is; null for a rule that the form cannot show. */
export function choiceOf(rule: string | null | undefined, date: string): RuleChoice | null {
  const none = noRepeat(date);
  if (rule == null || rule === '') return none;
  if (ruleFault(rule) !== null) return null;
  const parsed = parseRule(rule);
  const end = parsed.until !== null ? 'until' : parsed.count !== null ? 'after' : 'never';
  const choice: RuleChoice = {
    ...none,
    frequency: parsed.frequency,
    interval: parsed.interval,
    weekdays:
      parsed.frequency === 'WEEKLY' && parsed.days.length > 0
        ? parsed.days.map(({ weekday }) => weekday)
        : none.weekdays,
    monthly:
      parsed.days[0]?.nth === -1
        ? 'last'
        : parsed.frequency === 'MONTHLY' && parsed.days.length > 0
          ? 'weekday'
          : 'date',
    end,
    until: parsed.until?.slice(0, 10) ?? '',
    count: parsed.count ?? none.count,
  };
  // A rule may leave out what the first day says anyway.
  const isPlain = parsed.days.length === 0 && parsed.monthDays.length === 0 && parsed.months.length === 0;
  const said = ruleText(isPlain ? { ...parsed, days: choiceDays(choice, date), weekStart: null } : parsed);
  return choiceRule(choice, date) === said ? choice : null;
}

/** The same choice for something that begins on another date: on the weekday of that date instead of the former one's. */
export function movedChoice(choice: RuleChoice, from: string, to: string): RuleChoice {
  const others = choice.weekdays.filter((weekday) => weekday !== dateWeekday(from));
  return { ...choice, weekdays: [...new Set([...others, dateWeekday(to)])] };
}

/** The rule for something that begins on `date`; null when it does not repeat. A missing last date is "UNTIL=", which is no rule. */
export function choiceRule(choice: RuleChoice, date: string): string | null {
  if (choice.frequency === 'never') return null;
  const isOpen = choice.end === 'until' && !isDate(choice.until);
  const text = ruleText({
    frequency: choice.frequency,
    interval: choice.interval,
    count: choice.end === 'after' ? choice.count : null,
    until: choice.end === 'until' && !isOpen ? choice.until : null,
    days: choiceDays(choice, date),
    monthDays: [],
    months: [],
    positions: [],
    weekStart: null,
  });
  return isOpen ? `${text};UNTIL=` : text;
}

function choiceDays({ frequency, weekdays, monthly }: RuleChoice, date: string): RecurrenceRule['days'] {
  if (frequency === 'WEEKLY') return weekdays.toSorted((a, b) => a - b).map((weekday) => ({ weekday, nth: null }));
  if (frequency !== 'MONTHLY' || monthly === 'date') return [];
  return [{ weekday: dateWeekday(date), nth: monthly === 'last' ? -1 : nthOf(date) }];
}

/** Which of its weekdays in the month a date is, 1 for the first. */
export function nthOf(date: string): number {
  return Math.ceil(Number(date.slice(8, 10)) / 7);
}

/** "second Monday" */
export function nthWords(date: string): string {
  return `${ordinal(nthOf(date))} ${WEEKDAY_NAMES[dateWeekday(date)]}`;
}
