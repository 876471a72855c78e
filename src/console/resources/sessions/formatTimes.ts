import type { PlannedSession } from '../../../../domain/calls/scheduling.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { WEEKDAY_NAMES } from '../../../../domain/values/date-names.ts';
import { weekdayOf } from '../../../../domain/hours/hours.ts';
import { formatDay } from '../../../ui/instants.ts';

/** "Mon 7 Dec 2026, 14:00 to 15:30", in the zone of the place. */
export function formatTimes({ startsAt, endsAt }: Pick<PlannedSession, 'startsAt' | 'endsAt'>, zone: string): string {
  const [start, end] = [wallClockOf(startsAt, zone), wallClockOf(endsAt, zone)];
  const day = (wall: string) => `${WEEKDAY_NAMES[weekdayOf(wall.slice(0, 10))]?.slice(0, 3)} ${formatDay(wall)}`;
  const until = start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : `${day(end)}, ${end.slice(11)}`;
  return `${day(start)}, ${start.slice(11)} to ${until}`;
}
