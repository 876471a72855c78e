import { DAY, dateParts, type TimeParts } from './days.ts';

/** 1 is hours, 2 and minutes, 3 and seconds, 4 and milliseconds. */
export type TimeAccuracy = 1 | 2 | 3 | 4;

export const TIME_PARTS = ['hours', 'minutes', 'seconds', 'milliseconds'] as const;
export type TimePart = (typeof TIME_PARTS)[number];

const LIMITS: Readonly<Record<TimePart, number>> = { hours: 23, minutes: 59, seconds: 59, milliseconds: 999 };
const UNITS: Readonly<Record<TimePart, number>> = { hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 };

/** The allowed values of a part: one, some, those between bounds in steps from the lower one, or those that pass a test. */
export type PartRule =
  | number
  | readonly number[]
  | { min?: number; max?: number; interval?: number }
  | ((value: number, time: TimeParts) => boolean);

export type TimeRuleSet = Readonly<Partial<Record<TimePart, PartRule>>>;

/** auto: the parts that are not shown are 0 at the start of a range, and as late as can be at its end. Two sets: of start and end. */
export type TimeRules = 'auto' | TimeRuleSet | readonly [TimeRuleSet, TimeRuleSet];

export type Bound = 'start' | 'end';

/** The rules of one bound; a single value is a start. */
export function ruleSetOf(rules: TimeRules | undefined, bound: Bound, shown: number): TimeRuleSet {
  if (rules === undefined) return {};
  if (rules !== 'auto') return isPair(rules) ? rules[bound === 'start' ? 0 : 1] : rules;
  const hidden = TIME_PARTS.slice(shown);
  return Object.fromEntries(hidden.map((part) => [part, bound === 'start' ? 0 : LIMITS[part]]));
}

function isPair(
  rules: TimeRuleSet | readonly [TimeRuleSet, TimeRuleSet],
): rules is readonly [TimeRuleSet, TimeRuleSet] {
  return Array.isArray(rules);
}

/** The values that a rule allows for a part, ascending; all where it allows none. */
export function allowedValues(part: TimePart, rule: PartRule | undefined, time: TimeParts): number[] {
  const all = Array.from({ length: LIMITS[part] + 1 }, (_, value) => value);
  if (rule === undefined) return all;
  const allowed = all.filter((value) => isAllowed(rule, value, time));
  return allowed.length > 0 ? allowed : all;
}

function isAllowed(rule: PartRule, value: number, time: TimeParts): boolean {
  if (typeof rule === 'number') return value === rule;
  if (typeof rule === 'function') return rule(value, time);
  if ('min' in rule || 'max' in rule || 'interval' in rule) {
    const { min = 0, max = Infinity, interval = 1 } = rule;
    return value >= min && value <= max && (value - min) % interval === 0;
  }
  return Array.isArray(rule) ? rule.includes(value) : true;
}

/** The wall time of the same day whose parts are the nearest allowed ones; the lower of two that are as near. */
export function snapTime(wall: number, rules: TimeRuleSet): number {
  let snapped = wall;
  for (const part of TIME_PARTS) {
    const time = dateParts(snapped);
    const allowed = allowedValues(part, rules[part], time);
    snapped = withPart(snapped, part, nearest(allowed, time[part]));
  }
  return snapped;
}

function nearest(values: readonly number[], wanted: number): number {
  return values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));
}

/** The wall time with another hour, minute, second or millisecond. */
export function withPart(wall: number, part: TimePart, value: number): number {
  return wall + (value - dateParts(wall)[part]) * UNITS[part];
}

export type Half = 'AM' | 'PM';

export function halfOf(wall: number): Half {
  return dateParts(wall).hours < 12 ? 'AM' : 'PM';
}

/** The halves of the day that have an allowed hour. */
export function halvesOf(hours: readonly number[]): Half[] {
  return (['AM', 'PM'] as const).filter((half) => hours.some((hour) => hour < 12 === (half === 'AM')));
}

/** The same time in the other half of the day: 12 hours on or back. */
export function toggleHalf(wall: number, half: Half): number {
  return halfOf(wall) === half ? wall : wall + (half === 'PM' ? DAY / 2 : -DAY / 2);
}
