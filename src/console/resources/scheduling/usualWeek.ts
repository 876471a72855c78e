import type { UsualHours } from '../../../../domain/hours/hours.ts';

/** A day whose end does not follow its start is closed. */
const NONE: readonly number[] = [0, 0, 0, 0, 0, 0, 0];

const CLOSED_WEEK: UsualHours = { weekends: false, openTimes: NONE, closeTimes: NONE };

/** The week with other hours on a weekday (0 for Sunday); null: closed. A place that opens on Sundays lists its weekends. */
export function withWeekday(
  hours: UsualHours | null,
  weekday: number,
  to: { opens: number; closes: number } | null,
): UsualHours {
  const { weekends, openTimes, closeTimes } = hours ?? CLOSED_WEEK;
  // Until now it was closed on Sundays whatever is stored.
  const stored = (times: readonly (number | null)[], day: number) => (day === 0 && !weekends ? 0 : (times[day] ?? 0));
  const days = [0, 1, 2, 3, 4, 5, 6];
  return {
    weekends: weekday === 0 ? to !== null : weekends,
    openTimes: days.map((day) => (day === weekday ? (to?.opens ?? 0) : stored(openTimes, day))),
    closeTimes: days.map((day) => (day === weekday ? (to?.closes ?? 0) : stored(closeTimes, day))),
  };
}
