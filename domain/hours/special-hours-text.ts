import { formatDay, formatHours } from '../values/formats.ts';
import type { SpecialHours } from './hours.ts';

/** "Closed on May 5, 2026"; "Open 10 AM – 2 PM from May 5, 2026 to May 8, 2026" */
export function formatSpecialHours({
  startsOn,
  endsOn,
  closed,
  opensAt,
  closesAt,
}: Omit<SpecialHours, 'id' | 'reason'>): string {
  const days =
    startsOn === endsOn ? `on ${formatDay(startsOn)}` : `from ${formatDay(startsOn)} to ${formatDay(endsOn)}`;
  return `${closed ? 'Closed' : `Open ${formatHours(opensAt ?? 0, closesAt ?? 0)}`} ${days}`;
}
