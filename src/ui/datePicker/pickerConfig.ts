import { dateTimeStyle, formatDay } from '../../../domain/values/formats.ts';
import type { HourPlace } from '../hourText.ts';
import { dayRules, type DayLimits, type DayRules } from './disabledDays.ts';
import { isoDay, startOfDay } from './days.ts';
import { formatMask } from './masks.ts';
import { ruleSetOf, snapTime, type Bound, type TimeAccuracy, type TimeRules } from './timeRules.ts';
import { usualMasks, type PickerMode, type TypedFormat } from './typed.ts';
import { NO_ZONE, pickerZone, wallNow, type PickerZone } from './zone.ts';

export type PickerView = 'monthly' | 'weekly' | 'daily';

/** A range to choose by its name, in days. */
export interface Preset {
  label: string;
  start: string;
  end: string;
}

export interface PickerOptions extends DayLimits {
  /** Default: date. */
  mode?: PickerMode | undefined;
  /** IANA zone in which instants are shown and edited. Without it a date is a day, and an instant is shown in UTC. */
  zone?: string | undefined;
  /** Default: 2. */
  accuracy?: TimeAccuracy | undefined;
  /** Default: by the locale of the site. */
  is24?: boolean | undefined;
  rules?: TimeRules | undefined;
  /** A time that begins or ends something: of an end, midnight is that of the following day. Decimal hours are read too. */
  hour?: HourPlace | undefined;
  /** An empty input keeps the previous value, and so does a click on the selected day. Default: false. */
  isRequired?: boolean | undefined;
  /** An empty end of a range stays empty: from a day on. Default: false, it takes the start. */
  isOpenEnded?: boolean | undefined;
  /** The first one displays. */
  masks?: readonly string[] | undefined;
  /** 0 is Sunday. */
  firstWeekday?: number | undefined;
  /** Default: monthly. */
  view?: PickerView | undefined;
  rows?: number | undefined;
  columns?: number | undefined;
  /** The first month to show: "2026-03". Default: that of the value, else of today. */
  initialPage?: string | undefined;
  presets?: readonly Preset[] | undefined;
}

/** The options of a picker, with what follows from them. */
export interface PickerConfig {
  mode: PickerMode;
  isRange: boolean;
  isRequired: boolean;
  isOpenEnded: boolean;
  zone: PickerZone;
  /** Values are points in time, also where the picker shows only their time of day. */
  isMoment: boolean;
  accuracy: TimeAccuracy;
  is24: boolean;
  format: TypedFormat;
  days: DayRules;
  rules: TimeRules | undefined;
  firstWeekday: number;
  view: PickerView;
  rows: number;
  columns: number;
  initialPage: string | undefined;
  presets: readonly Preset[];
}

export function configOf(options: PickerOptions, isRange: boolean, isMoment = false): PickerConfig {
  const { mode = 'date', accuracy = 2, is24 = dateTimeStyle().clock === 24 } = options;
  const isClock = mode === 'time' && !isMoment;
  const zone = options.zone === undefined || isClock ? NO_ZONE : pickerZone(options.zone);
  return {
    mode,
    isRange,
    isRequired: options.isRequired ?? false,
    isOpenEnded: options.isOpenEnded ?? false,
    zone,
    isMoment,
    accuracy,
    is24,
    format: { mode, zone, masks: options.masks ?? usualMasks(mode, accuracy, is24), hour: options.hour },
    days: dayRules(options),
    rules: options.rules,
    firstWeekday: options.firstWeekday ?? 0,
    view: options.view ?? 'monthly',
    rows: options.rows ?? 1,
    columns: options.columns ?? 1,
    initialPage: options.initialPage,
    presets: options.presets ?? [],
  };
}

/** The nearest wall time that the time rules of a bound allow. */
export function snapped(wall: number, bound: Bound, { mode, rules, accuracy }: PickerConfig): number {
  return snapTime(wall, ruleSetOf(rules, bound, mode === 'date' ? 0 : accuracy));
}

/** With mode time: the day on which the times of a value are. A time of day that belongs to no day is one of 1970-01-01. */
export function dayOfTimes(current: number | null, { isMoment, zone }: PickerConfig): number {
  return isMoment ? startOfDay(current ?? wallNow(zone)) : 0;
}

/** Why a day cannot be chosen; null where it can. */
export function dayFault(wall: number, { days, mode }: PickerConfig): string | null {
  if (mode === 'time' || !days.isDisabled(wall)) return null;
  const { first, last } = days;
  if (wall >= first && startOfDay(wall) <= last) return `${formatMask(wall, 'L')} cannot be chosen. Enter another day`;
  // As the form says it when it is submitted.
  const from = first === -Infinity ? '' : ` from ${formatDay(isoDay(first))}`;
  const to = last === Infinity ? '' : ` up to ${formatDay(isoDay(last))}`;
  return `Choose a date${from}${to}`;
}
