import type { ClockOffset } from '../../domain/content.ts';

/** What calendar and clock of a place show: its date and its hour as a decimal. */
export interface LocalClock {
  date: string;
  hour: number;
}

/** Date and hour at an instant (milliseconds) by what the server told of the place's clock; null before that begins, and without an instant. */
export function localClock(instant: number | null, clock: readonly ClockOffset[]): LocalClock | null {
  const present = instant === null ? undefined : clock.findLast(({ from }) => from <= instant);
  if (instant === null || present === undefined) return null;
  const shown = new Date(instant + present.offset * 60_000);
  return { date: shown.toISOString().slice(0, 10), hour: shown.getUTCHours() + shown.getUTCMinutes() / 60 };
}
