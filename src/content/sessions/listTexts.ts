import { formatDay } from '../../../domain/values/formats.ts';
import { addDays } from '../../../domain/hours/hours.ts';
import type { PublicSession } from '../../../domain/calls/sessions.ts';
import { zoneName } from '../../../domain/values/zoned-time.ts';
import { momentText } from './localTimeText.ts';

/** "Today, Monday, November 23"; with its year where that is another one. */
export function dayHeading(date: string, today: string): string {
  const near = date === today ? 'Today, ' : date === addDays(today, 1) ? 'Tomorrow, ' : '';
  return `${near}${formatDay(date, date.slice(0, 4) === today.slice(0, 4) ? 'day' : 'full')}`;
}

/** "10 AM – 11:30 AM", with the date of an end on another day, and the zone where it is not the site's. */
export function timesText(
  { start, end, timezone }: Pick<PublicSession, 'start' | 'end' | 'timezone'>,
  zone: string,
): string {
  const day = start.slice(0, 10);
  const named = timezone === zone ? '' : ` ${zoneName(timezone, Date.parse(start))}`;
  return `${momentText(start, day)} – ${momentText(end, day)}${named}`;
}
