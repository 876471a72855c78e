import {
  closedSpans,
  MAX_CONFLICTS,
  MOST_COMPARED,
  overlaps,
  type Conflict,
  type ClosedSpan,
  type PlannedSpan,
} from './conflicts.ts';
import { hoursOfDays, type SpecialHours } from '../../../../domain/hours/hours.ts';
import type { DateSpan } from '../../../../domain/sessions/session-dates.ts';
import type { Db } from '../../../platform/database.ts';
import { loopTurns } from '../../../platform/loop-turns.ts';
import { localDate } from '../../../platform/zone-years.ts';
import type { PlannedBlock } from '../blocks/blocks-between.ts';
import { occurrencesOf } from '../blocks/series.ts';
import type { Place } from '../location.ts';

const DAY = 86_400_000;
/** Dates of a group: so many are compared without a pause. */
const MOST_DATES = 500;
/** Sessions of a group begin within so many days, so that sparse ones do not expand what takes place between them. */
const LONGEST_GROUP = 60;

/** A session with its dates in epoch milliseconds. */
export interface DatedSession {
  /** Unique among the plans and the other sessions. */
  id: string;
  title: string;
  start: number;
  end: number;
  spans: readonly DateSpan[];
  /** Its dates that have a place. */
  placed: readonly PlannedSpan[];
  instructorIds: ReadonlySet<number>;
}

export interface SessionGroup {
  sessions: DatedSession[];
  from: number;
  to: number;
}

/** All of the sessions, in groups of neighbors. */
export function groupsByTime(sessions: readonly DatedSession[]): SessionGroup[] {
  const groups: SessionGroup[] = [];
  let dates = 0;
  for (const session of sessions.toSorted((a, b) => a.start - b.start)) {
    const { start, end, spans } = session;
    const last = groups.at(-1);
    dates += spans.length;
    if (last !== undefined && dates <= MOST_DATES && start - last.from <= LONGEST_GROUP * DAY) {
      last.sessions.push(session);
      last.to = Math.max(last.to, end);
    } else {
      groups.push({ sessions: [session], from: start, to: end });
      dates = spans.length;
    }
  }
  return groups;
}

/** The occurrences of blocks that overlap the dates: at most one per block and date, and at most MOST_COMPARED per date. */
export async function blockedSpans(
  planned: readonly PlannedSpan[],
  blocks: readonly PlannedBlock[],
  places: ReadonlyMap<number, Place>,
  { from, to }: SessionGroup,
  titleOf: (block: PlannedBlock) => string,
): Promise<PlannedSpan[]> {
  const nextTurn = loopTurns();
  const found = new Set<PlannedSpan>();
  const counts = new Map<PlannedSpan, number>();
  let open = planned;
  for (const block of blocks) {
    const place = places.get(block.locationId);
    if (block.kind === 'hold' || place === undefined || !open.some(({ placeId }) => placeId === place.id)) continue;
    const title = titleOf(block);
    const spans = occurrencesOf(block, place.timezone, from, to).map(({ date, startsAt, endsAt }): PlannedSpan => ({
      id: `block-${block.id}-${date}`,
      placeId: place.id,
      start: startsAt,
      end: endsAt,
      title,
    }));
    for (const [date, span] of overlaps(open, spans, 1)) {
      found.add(span);
      counts.set(date, (counts.get(date) ?? 0) + 1);
    }
    open = open.filter((date) => (counts.get(date) ?? 0) < MOST_COMPARED);
    await nextTurn();
  }
  return [...found];
}

/** When a place is closed during the period; never, where it has no hours. */
export function closedDuring({ from, to }: SessionGroup, place: Place, special: readonly SpecialHours[]): ClosedSpan[] {
  if (place.hours === null) return [];
  const first = localDate(from - DAY, place.timezone);
  const last = localDate(to + DAY, place.timezone);
  const days = (Date.parse(last) - Date.parse(first)) / DAY + 1;
  const theirs = special.filter(
    ({ locationId, startsOn, endsOn }) =>
      (locationId === null || locationId === place.id) && startsOn <= last && endsOn >= first,
  );
  return closedSpans(place.id, place.timezone, hoursOfDays(first, days, place.hours, theirs));
}

export interface Meeting {
  personId: number;
  session: DatedSession;
  other: DatedSession;
}

/** People with two sessions at the same time: at most MAX_CONFLICTS per session. */
export async function meetingsOf(
  sessions: readonly DatedSession[],
  others: readonly DatedSession[],
): Promise<Meeting[]> {
  const nextTurn = loopTurns();
  const found = new Map<DatedSession, Map<string, Meeting>>();
  for (const personId of new Set(sessions.flatMap(({ instructorIds }) => [...instructorIds]))) {
    const spansOf = (list: readonly DatedSession[]) =>
      list
        .filter(({ instructorIds }) => instructorIds.has(personId))
        .flatMap((session) =>
          session.spans.map(({ startsAt, endsAt }) => ({ placeId: personId, start: startsAt, end: endsAt, session })),
        );
    const open = sessions.filter((session) => (found.get(session)?.size ?? 0) < MAX_CONFLICTS);
    for (const [{ session }, { session: other }] of overlaps(spansOf(open), spansOf(others), MOST_COMPARED)) {
      if (session.id === other.id) continue;
      const meetings = found.get(session) ?? new Map<string, Meeting>();
      found.set(session, meetings);
      const key = `${personId} ${other.title}`;
      if (meetings.size < MAX_CONFLICTS && !meetings.has(key)) meetings.set(key, { personId, session, other });
    }
    await nextTurn();
  }
  return [...found.values()].flatMap((meetings) => [...meetings.values()]);
}

/** The conflicts by the ids of the sessions. */
export async function instructorConflicts(db: Db, meetings: readonly Meeting[]): Promise<Map<string, Conflict[]>> {
  if (meetings.length === 0) return new Map();
  const people = await db
    .selectFrom('users')
    .select(['id', 'displayName'])
    .where('id', 'in', [...new Set(meetings.map(({ personId }) => personId))])
    .execute();
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
  const found = new Map<string, Conflict[]>();
  for (const { personId, session, other } of meetings) {
    const text = `${names.get(personId) ?? 'The instructor'} is at ${other.title}`;
    const list = found.get(session.id) ?? [];
    found.set(session.id, list);
    if (!list.some((one) => one.text === text)) list.push({ kind: 'person', with: other.id, text });
  }
  return found;
}
