import type { PlannedSession } from '../../../../domain/calls/scheduling.ts';
import { formatPeriod } from '../../../../domain/values/formats.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';

/** "Mon, Dec 7, 2026, 2 PM – 3:30 PM", in the zone of the place. */
export function formatTimes({ startsAt, endsAt }: Pick<PlannedSession, 'startsAt' | 'endsAt'>, zone: string): string {
  return formatPeriod(wallClockOf(startsAt, zone), wallClockOf(endsAt, zone));
}
