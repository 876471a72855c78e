import { MONTH_NAMES, WEEKDAY_NAMES } from '../values/date-names.ts';
import { formatDay } from '../values/formats.ts';
import { dateWeekday } from './hours.ts';
import { parseRule, ruleFault, untilDate, type RecurrenceRule } from './recurrence.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;

/**
 * A rule as people say it: "Every Monday and Wednesday until December 12, 2026", "Every 2 months on the last Friday, 5 times". `start`: the
 * date of the first one, which says what a rule leaves out; null where it is not known. `zone`: of the place.
 */
export function describeRule(given: RecurrenceRule, start: string | null, zone: string): string {
  const rule = start === null ? given : wholeRule(given, start);
  const { count } = rule;
  const until = untilDate(rule, zone);
  const end =
    until === null
      ? count === null
        ? ''
        : `, ${count === 1 ? 'once' : `${count} times`}`
      : ` until ${formatDay(until, 'long')}`;
  return `${every(rule)}${describeDay(rule)}${formatMonths(rule)}${end}`;
}

/** `describeRule` of a rule's text, which is returned as it is when it is none. */
export function describeRuleText(text: string, start: string | null, zone: string): string {
  return ruleFault(text) === null ? describeRule(parseRule(text), start, zone) : text;
}

/** With the day that the first one determines. */
function wholeRule(rule: RecurrenceRule, start: string): RecurrenceRule {
  const { frequency, days, monthDays, months } = rule;
  if (days.length + monthDays.length > 0 || frequency === 'DAILY') return rule;
  if (frequency === 'WEEKLY') return { ...rule, days: [{ weekday: dateWeekday(start), nth: null }] };
  const whole = { ...rule, monthDays: [Number(start.slice(8))] };
  return frequency === 'YEARLY' && months.length === 0 ? { ...whole, months: [Number(start.slice(5, 7))] } : whole;
}

/** By weekdays alone, every week: named instead of the week. */
function isByWeekday({ frequency, interval, days, monthDays, positions }: RecurrenceRule): boolean {
  const isShort = frequency === 'DAILY' || frequency === 'WEEKLY';
  return isShort && interval === 1 && days.length > 0 && monthDays.length === 0 && positions.length === 0;
}

function every(rule: RecurrenceRule): string {
  const { frequency, interval, days } = rule;
  if (isByWeekday(rule)) return `Every ${formatWeekdays(days.map(({ weekday }) => weekday))}`;
  return interval === 1 ? `Every ${UNITS[frequency]}` : `Every ${interval} ${UNITS[frequency]}s`;
}

function describeDay(rule: RecurrenceRule): string {
  const { frequency, days, monthDays, positions } = rule;
  if (isByWeekday(rule)) return '';
  const dates = monthDays.length > 0 ? `the ${listed(monthDays.map(dayOfMonth))}` : '';
  const weekdays = days.length > 0 ? describeDays(rule) : '';
  // Both: a date that is one of these weekdays, Friday the 13th.
  const words = dates !== '' && weekdays !== '' ? `${weekdays} that is ${dates}` : dates + weekdays;
  if (positions.length > 0)
    return ` on the ${listed(positions.map(ordinal))} ${dates === '' ? weekdays : `of ${words}`}`;
  if (words === '') return '';
  return frequency === 'DAILY' && dates !== '' ? ` that is ${words}` : ` on ${words}`;
}

function describeDays({ frequency, days, positions }: RecurrenceRule): string {
  if (days.every(({ nth }) => nth === null)) {
    const weekdays = days.map(({ weekday }) => weekday);
    if (positions.length > 0) return formatWeekdays(weekdays, 'or');
    return frequency === 'WEEKLY' ? formatWeekdays(weekdays) : `every ${formatWeekdays(weekdays)}`;
  }
  return `the ${listed(days.map(({ weekday, nth }) => `${nth === null ? '' : `${ordinal(nth)} `}${WEEKDAY_NAMES[weekday] ?? ''}`))}`;
}

/** "Monday and Wednesday", "weekday" for Monday to Friday. */
function formatWeekdays(weekdays: readonly number[], joint: 'and' | 'or' = 'and'): string {
  if ([...weekdays].toSorted().join() === '1,2,3,4,5') return 'weekday';
  // Weeks are read from Monday on.
  const ordered = [...weekdays].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  return listed(
    ordered.map((weekday) => WEEKDAY_NAMES[weekday] ?? ''),
    joint,
  );
}

function formatMonths({ months }: RecurrenceRule): string {
  return months.length === 0 ? '' : ` in ${listed(months.map((month) => MONTH_NAMES[month - 1] ?? ''))}`;
}

function dayOfMonth(day: number): string {
  if (day > 0) return numbered(day);
  return day === -1 ? 'last day' : `${numbered(-day)} day from the end`;
}

/** "first", "12th", and from the end "last", "second last": a place in a month or a year. */
export function ordinal(nth: number): string {
  if (nth === -1) return 'last';
  return nth > 0 ? (ORDINALS[nth - 1] ?? numbered(nth)) : `${ORDINALS[-nth - 1] ?? numbered(-nth)} last`;
}

/** "1st", "12th", "23rd". */
function numbered(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`;
}

function listed(words: readonly string[], joint = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`;
}
