import { daysLater } from '../values/zoned-time.ts';

/** An event's rules for no-shows and late cancellations. */
export interface SignupPolicy {
  /** No-shows that block sign-up; null: never. */
  noShowLimit: number | null;
  /** The same for late cancellations. */
  lateCancelLimit: number | null;
  /** Days over which they are counted. */
  limitDays: number;
  /** Days for which sign-up for the event is blocked. */
  blockDays: number;
}

export const NO_POLICY: SignupPolicy = { noShowLimit: null, lateCancelLimit: null, limitDays: 180, blockDays: 30 };

/** A cancellation this soon after booking costs no one a seat and is never late. In milliseconds. */
export const CANCEL_GRACE = 15 * 60_000;

/** Instants in epoch milliseconds, in any order. */
export interface Missed {
  noShows: readonly number[];
  lateCancellations: readonly number[];
}

/**
 * Until when sign-up is blocked: from the last time at which a limit was reached. Null where none was. May be over. Days are local days of
 * the zone.
 */
export function blockedUntil(
  { noShowLimit, lateCancelLimit, limitDays, blockDays }: SignupPolicy,
  { noShows, lateCancellations }: Missed,
  zone: string,
): number | null {
  const reached = [
    ...reachedAt(noShows, noShowLimit, limitDays, zone),
    ...reachedAt(lateCancellations, lateCancelLimit, limitDays, zone),
  ];
  return reached.length === 0 ? null : daysLater(Math.max(...reached), blockDays, zone);
}

function reachedAt(times: readonly number[], limit: number | null, days: number, zone: string): number[] {
  if (limit === null || times.length < limit) return [];
  const counted = times.map((time) => ({ time, until: daysLater(time, days, zone) }));
  return times.filter((end) => counted.filter(({ time, until }) => time <= end && end < until).length >= limit);
}

/** One sentence per rule, shown before signing up. */
export function describePolicy({ noShowLimit, lateCancelLimit, limitDays, blockDays }: SignupPolicy): string[] {
  const then = `cannot sign up for this event for ${daysText(blockDays)}`;
  const within = (limit: number): string => (limit === 1 ? '' : ` within ${daysText(limitDays)}`);
  return [
    ...(noShowLimit === null
      ? []
      : [`Attendees who miss a session${timesText(noShowLimit)}${within(noShowLimit)} ${then}.`]),
    ...(lateCancelLimit === null
      ? []
      : [`Attendees who cancel late${timesText(lateCancelLimit)}${within(lateCancelLimit)} ${then}.`]),
  ];
}

export function daysText(days: number): string {
  return days === 1 ? 'one day' : `${days} days`;
}

function timesText(count: number): string {
  if (count === 1) return '';
  return count === 2 ? ' twice' : ` ${count} times`;
}
