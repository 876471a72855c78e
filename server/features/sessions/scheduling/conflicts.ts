/** Conflicts of planned sessions: two sessions in one place, a session in a block or in closed hours. */
import type { DayHours } from '../../../../domain/hours/hours.ts';
import { instantOfWallTime, zoneOffsets } from '../../../../domain/values/zoned-time.ts';

/** Something planned at a place, in epoch milliseconds, its end exclusive. */
export interface PlannedSpan {
  id: string;
  placeId: number;
  start: number;
  end: number;
  title: string;
}

/** Hours in which a place is closed, in epoch milliseconds. */
export interface ClosedSpan {
  placeId: number;
  start: number;
  end: number;
  /** Why: "Thanksgiving"; null outside the usual hours. */
  reason: string | null;
}

export interface Conflict {
  kind: 'session' | 'block' | 'closed' | 'person';
  /** Id of the session or block; null for closed hours. */
  with: string | null;
  /** "Overlaps Laser cutter training" */
  text: string;
}

/** Listed per session. */
export const MAX_CONFLICTS = 8;
/** Compared per session in a crowd at one time and place. */
export const MOST_COMPARED = 40;

/**
 * The conflicts of each session by its id, in the order of time; sessions without any have no entry. Sessions that
 * touch do not conflict. Without canceled sessions. `others`: the sessions to compare with.
 */
export function conflictsOf(
  sessions: readonly PlannedSpan[],
  blocks: readonly PlannedSpan[],
  closed: readonly ClosedSpan[],
  others: readonly PlannedSpan[] = sessions,
): Map<string, Conflict[]> {
  const found = new Map<string, Conflict[]>();
  const add = (id: string, conflict: Conflict) => {
    const list = found.get(id) ?? [];
    if (list.length < MAX_CONFLICTS && !list.some(({ text }) => text === conflict.text)) list.push(conflict);
    found.set(id, list);
  };
  for (const [session, other] of overlaps(sessions, others, MOST_COMPARED)) {
    if (session.id === other.id) continue;
    add(session.id, { kind: 'session', with: other.id, text: `Overlaps ${other.title}` });
  }
  for (const [session, block] of overlaps(sessions, blocks, MOST_COMPARED))
    add(session.id, { kind: 'block', with: block.id, text: `During ${block.title}` });
  for (const [session, { reason }] of overlaps(sessions, closed, MOST_COMPARED)) {
    // A block that closes the place says more.
    if (found.get(session.id)?.some(({ kind }) => kind === 'block')) continue;
    const text = reason === null ? 'Outside opening hours' : `In closed hours: ${reason}`;
    add(session.id, { kind: 'closed', with: null, text });
  }
  return found;
}

type Span = Pick<PlannedSpan, 'placeId' | 'start' | 'end'>;

/** Each pair that overlaps at the same place, by a sweep over the starts; at most so many of each of the first. */
export function overlaps<A extends Span, B extends Span>(
  ones: readonly A[],
  others: readonly B[],
  most = Infinity,
): [A, B][] {
  const pairs: [A, B][] = [];
  const byPlace = inOrder(others);
  for (const [placeId, here] of inOrder(ones)) {
    const there = byPlace.get(placeId) ?? [];
    let active: B[] = [];
    let next = 0;
    for (const one of here) {
      active = active.filter(({ end }) => end > one.start);
      for (let other = there[next]; other !== undefined && other.start < one.end; other = there[++next])
        if (other.end > one.start) active.push(other);
      let found = 0;
      for (const other of active) {
        if (found >= most) break;
        if (other.start >= one.end || other.end <= one.start) continue;
        pairs.push([one, other]);
        found += 1;
      }
    }
  }
  return pairs;
}

/** The spans of each place, by their starts. */
function inOrder<S extends Span>(spans: readonly S[]): Map<number, S[]> {
  const places = new Map<number, S[]>();
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const list = places.get(span.placeId);
    if (list === undefined) places.set(span.placeId, [span]);
    else list.push(span);
  }
  return places;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When a place is closed on these dates, which follow one another. Throws RangeError for an unknown zone. */
export function closedSpans(placeId: number, zone: string, days: readonly DayHours[]): ClosedSpan[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Date.parse(`${first.date}T00:00:00Z`);
  const offsets = zoneOffsets(zone, from - 2 * 24 * HOUR, Date.parse(`${last.date}T00:00:00Z`) + 3 * 24 * HOUR);
  return days.flatMap(({ date, opens, closes, reason }) => {
    const midnight = Date.parse(`${date}T00:00:00Z`);
    const parts =
      opens === null || closes === null
        ? [[0, 24]]
        : [
            [0, opens],
            [closes, 24],
          ];
    return parts
      .filter(([start = 0, end = 0]) => end > start)
      .map(([start = 0, end = 0]) => ({
        placeId,
        start: instantOfWallTime(midnight + start * HOUR, offsets),
        end: instantOfWallTime(midnight + end * HOUR, offsets),
        reason,
      }));
  });
}
