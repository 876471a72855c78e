import type { DayHours } from '../../domain/content.ts';
import { hourText } from '../../domain/hour-text.ts';
import { addDays } from '../../domain/hours.ts';
import type { LocalClock } from './localClock.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export interface OpenState { isOpen: boolean; words: string }

/** "9 AM – 6 PM", or "Closed". */
export function hoursText({ opens, closes }: Pick<DayHours, 'opens' | 'closes'>): string {
  return opens === null || closes === null ? 'Closed' : `${hourText(opens)} – ${hourText(closes)}`;
}

/** Whether a place is open at this moment and what comes next; null when the days do not know this moment. */
export function openState(days: readonly DayHours[], clock: LocalClock | null): OpenState | null {
  if (clock === null) return null;
  const index = days.findIndex(({ date }) => date === clock.date);
  const today = days[index];
  if (today === undefined) return null;
  const { opens, closes } = today;
  if (opens !== null && closes !== null) {
    if (clock.hour >= opens && clock.hour < closes) return { isOpen: true, words: closes === 24 ? 'Open until midnight' : `Open until ${hourText(closes)}` };
    if (clock.hour < opens) return { isOpen: false, words: `Closed now, opens at ${hourText(opens)}` };
  }
  const next = days.slice(index + 1).find((day) => day.opens !== null);
  if (next === undefined || next.opens === null) return { isOpen: false, words: opens === null ? 'Closed today' : 'Closed now' };
  const day = dayName(next, today.date);
  return { isOpen: false, words: `${opens === null ? 'Closed today' : 'Closed now'}, opens ${day} at ${hourText(next.opens)}` };
}

/** The day as it can be told without knowing the time. */
export function todayText(day: DayHours | undefined): string {
  if (day === undefined) return '';
  return day.opens === null ? 'Closed today' : `Today ${hoursText(day)}`;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] as const;

/** A day as it is called on another: tomorrow, by its weekday within the next six days, then by its date. */
function dayName({ date, weekday }: DayHours, today: string): string {
  if (date === addDays(today, 1)) return 'tomorrow';
  if (date < addDays(today, 7)) return WEEKDAYS[weekday] ?? '';
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`;
}
