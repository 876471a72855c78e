import { formatDay, formatHour, formatHours } from '../../../domain/values/formats.ts';
import { WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';
import { addDays, type DayHours, type EffectiveDay } from '../../../domain/hours/hours.ts';
import type { LocalClock } from './localClock.ts';

export interface OpenState {
  isOpen: boolean;
  text: string;
  detail: string;
}

/** "9 AM – 6 PM", "9 AM – 12 PM, 4 PM – 8 PM", or "Closed". The specification's location card keeps the 12-hour clock. */
export function hoursText({ intervals }: Pick<EffectiveDay, 'intervals'>): string {
  return intervals.length === 0 ? 'Closed' : intervals.map(({ from, to }) => formatHours(from, to, 12)).join(', ');
}

/** Whether a place is open now, and what comes next; null when the days do not cover this moment. */
export function openState(days: readonly EffectiveDay[], clock: LocalClock | null): OpenState | null {
  const moment = momentIn(days, clock);
  if (moment === null) return null;
  const { isOpen, today, next } = moment;
  if (isOpen && next !== null) return { isOpen, text: 'Open now', detail: `Until ${closingText(next.hour)}` };
  const text = today.opens === null ? 'Closed today' : 'Closed now';
  if (next === null) return { isOpen, text, detail: '' };
  const day = next.day === null ? '' : `${dayName(next.day, today.date)} `;
  return { isOpen, text, detail: `Opens ${day}at ${formatHour(next.hour)}` };
}

/** The same in a few words: "Open until 8 PM", "Closed until Mon 9 AM". */
export function openSummary(
  days: readonly EffectiveDay[],
  clock: LocalClock | null,
): Pick<OpenState, 'isOpen' | 'text'> | null {
  const moment = momentIn(days, clock);
  if (moment === null) return null;
  const { isOpen, today, next } = moment;
  if (isOpen && next !== null) return { isOpen, text: `Open until ${closingText(next.hour)}` };
  if (next === null) return { isOpen, text: 'Closed' };
  const day = next.day === null ? '' : `${shortDayName(next.day, today.date)} `;
  return { isOpen, text: `Closed until ${day}${formatHour(next.hour)}` };
}

/** `next`: the hour at which the state changes; its day is null for today. */
interface LocalMoment {
  isOpen: boolean;
  today: EffectiveDay;
  next: { day: EffectiveDay | null; hour: number } | null;
}

function momentIn(days: readonly EffectiveDay[], clock: LocalClock | null): LocalMoment | null {
  const index = clock === null ? -1 : days.findIndex(({ date }) => date === clock.date);
  const today = days[index];
  if (clock === null || today === undefined) return null;
  const interval = today.intervals.find(({ to }) => clock.hour < to);
  if (interval && clock.hour >= interval.from) return { isOpen: true, today, next: { day: null, hour: interval.to } };
  if (interval) return { isOpen: false, today, next: { day: null, hour: interval.from } };
  const day = days.slice(index + 1).find(({ intervals }) => intervals.length > 0);
  return {
    isOpen: false,
    today,
    next: day?.intervals[0] === undefined ? null : { day, hour: day.intervals[0].from },
  };
}

function closingText(hour: number): string {
  return hour === 24 ? 'midnight' : formatHour(hour);
}

/** The state of a day when the current time is unknown. */
export function todayState(day: EffectiveDay | undefined): OpenState {
  if (day === undefined) return { isOpen: false, text: 'Today', detail: '' };
  return day.opens === null
    ? { isOpen: false, text: 'Closed today', detail: day.reason ?? '' }
    : { isOpen: false, text: 'Today', detail: hoursText(day) };
}

/** A day relative to today: tomorrow, a weekday within the next six days, otherwise the date. */
function dayName({ date, weekday }: DayHours, today: string): string {
  if (date === addDays(today, 1)) return 'tomorrow';
  if (date < addDays(today, 7)) return WEEKDAY_NAMES[weekday] ?? '';
  return formatDay(date, 'named');
}

function shortDayName(day: DayHours, today: string): string {
  const name = dayName(day, today);
  return name === 'tomorrow' ? name : name.replace(/^([A-Z][a-z]{2})[a-z]*/, '$1');
}
