import type { DayHours } from '../../domain/hours.ts';
import { hourText } from '../../domain/hour-text.ts';
import { addDays } from '../../domain/hours.ts';
import type { LocalClock } from './localClock.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The state, and what comes next; the second line may be empty. */
export interface OpenState {
  isOpen: boolean;
  words: string;
  detail: string;
}

/** "9 AM – 6 PM", or "Closed". */
export function hoursText({ opens, closes }: Pick<DayHours, 'opens' | 'closes'>): string {
  return opens === null || closes === null ? 'Closed' : `${hourText(opens)} – ${hourText(closes)}`;
}

/** Whether a place is open now, and what comes next; null when the days do not cover this moment. */
export function openState(days: readonly DayHours[], clock: LocalClock | null): OpenState | null {
  if (clock === null) return null;
  const index = days.findIndex(({ date }) => date === clock.date);
  const today = days[index];
  if (today === undefined) return null;
  const { opens, closes } = today;
  if (opens !== null && closes !== null) {
    if (clock.hour >= opens && clock.hour < closes)
      return { isOpen: true, words: 'Open now', detail: `Until ${closes === 24 ? 'midnight' : hourText(closes)}` };
    if (clock.hour < opens) return { isOpen: false, words: 'Closed now', detail: `Opens at ${hourText(opens)}` };
  }
  const words = opens === null ? 'Closed today' : 'Closed now';
  const next = days.slice(index + 1).find((day) => day.opens !== null);
  if (next === undefined || next.opens === null) return { isOpen: false, words, detail: '' };
  return { isOpen: false, words, detail: `Opens ${dayName(next, today.date)} at ${hourText(next.opens)}` };
}

/** The state of a day when the current time is unknown. */
export function todayState(day: DayHours | undefined): OpenState {
  if (day === undefined) return { isOpen: false, words: 'Today', detail: '' };
  return day.opens === null
    ? { isOpen: false, words: 'Closed today', detail: day.reason ?? '' }
    : { isOpen: false, words: 'Today', detail: hoursText(day) };
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** A day relative to today: tomorrow, a weekday within the next six days, otherwise the date. */
function dayName({ date, weekday }: DayHours, today: string): string {
  if (date === addDays(today, 1)) return 'tomorrow';
  if (date < addDays(today, 7)) return WEEKDAYS[weekday] ?? '';
  return dateText(date);
}

/** "November 20". */
export function dateText(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`;
}
