import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { isDate } from '../../../domain/values/dates.ts';
import { parseRule, ruleFault } from '../../../domain/hours/recurrence.ts';
import { ruleDates } from '../../../domain/hours/rule-dates.ts';
import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import type { FormData, PickableDays } from '../../forms/shared/formServices.ts';

/** What the calendar of a resource says about its form: an end that moves with its start, and exceptions are dates of their rule. */

/** A start that is moved past the end moves the end too: the length stays. */
export function withEndAfterStart({ config }: ClientResource, before: FormData, after: FormData): FormData {
  const { start, end } = config.calendar ?? {};
  if (start === undefined || end === undefined || after[end] !== before[end]) return after;
  const [old, from, to] = [timeIn(before[start]), timeIn(after[start]), timeIn(after[end])];
  if (from === null || to === null || from === old || to > from) return after;
  const length = old === null ? 0 : Math.max(0, to - old);
  const isDay = isDate(String(after[start]));
  if (isDay ? to === from : length === 0) return after;
  const moved = new Date(from + (isDay ? 0 : length)).toISOString();
  return { ...after, [end]: isDay ? moved.slice(0, 10) : moved };
}

/** Exceptions without a rule are hidden. */
export function isExceptionHidden({ config }: ClientResource, field: string, data: FormData): boolean {
  const { rule, except } = config.calendar ?? {};
  return field === except && rule !== undefined && data[rule] == null;
}

/** Only dates of the rule can be exceptions to it. */
export function exceptionDays({ config }: ClientResource, zone: string): PickableDays {
  const { start = '', rule = '', except } = config.calendar ?? {};
  return (field, data) => {
    const [text, first] = [data[rule], data[start]];
    if (field !== except || typeof text !== 'string' || ruleFault(text) !== null || timeIn(first) === null)
      return undefined;
    return ruleDates(parseRule(text), wallClockOf(String(first), zone).slice(0, 10), zone);
  };
}

/** Null for text that is still being typed, although Date.parse reads some of it. */
function timeIn(value: unknown): number | null {
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
