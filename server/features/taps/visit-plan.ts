import { TAP_REPEAT_SECONDS } from '../../../domain/sessions/taps.ts';

const REPEAT = TAP_REPEAT_SECONDS * 1_000;
const HOUR = 3_600_000;
/** A tap so soon after a visit has been closed automatically is its departure. */
const LATE_DEPARTURE = 2 * HOUR;
/** A visit is not extended further into the past. */
const LONGEST = 12 * HOUR;

/** Instants are in epoch milliseconds. */
export interface PlannedVisit {
  id: number;
  arrivedAt: number;
  /** Null: open. */
  departedAt: number | null;
  isAutoClosed: boolean;
}

export type VisitPlan =
  | { kind: 'arrive' }
  /** An arrival before a later visit: no one knows when it ended. */
  | { kind: 'arriveBefore' }
  | { kind: 'depart'; visit: PlannedVisit }
  /** The later visit began with this tap. */
  | { kind: 'extend'; visit: PlannedVisit }
  /** Nothing changes: the tap of an arrival or a departure is repeated. */
  | { kind: 'repeat'; visit: PlannedVisit; isArrival: boolean };

/**
 * What a tap at `at` does. `last` is the person's last visit that began by then, and `next` the first one that began later: taps without a
 * connection are evaluated after those of other stations.
 */
export function planVisit(at: number, last: PlannedVisit | null, next: PlannedVisit | null): VisitPlan {
  const fromLast = last === null ? null : planFromLast(at, last);
  if (fromLast !== null) return fromLast;
  if (next === null) return { kind: 'arrive' };
  if (next.arrivedAt - at < REPEAT) return { kind: 'repeat', visit: next, isArrival: true };
  return next.arrivedAt - at <= LONGEST ? { kind: 'extend', visit: next } : { kind: 'arriveBefore' };
}

function planFromLast(at: number, visit: PlannedVisit): VisitPlan | null {
  const { arrivedAt, departedAt, isAutoClosed } = visit;
  if (at - arrivedAt < REPEAT) return { kind: 'repeat', visit, isArrival: true };
  if (departedAt === null) return { kind: 'depart', visit };
  if (isAutoClosed && at - departedAt < LATE_DEPARTURE) return { kind: 'depart', visit };
  return at - departedAt < REPEAT ? { kind: 'repeat', visit, isArrival: false } : null;
}
