/** The dates of a session: one from its start to its end, or several, each with its own times and, where it differs, its own place. */
import type { Session } from '../generated/resources.ts';
import { sameJson } from '../values/json.ts';

type StoredDate = NonNullable<Session['dates']>[number];
/** When an instance takes place. Instants as text. */
export type Arrangement = Pick<Session, 'startsAt' | 'endsAt' | 'dates'>;

/** One date of a session, in epoch milliseconds. */
export interface DateSpan {
  nth: number;
  startsAt: number;
  endsAt: number;
  locationId: number | null;
  note: string;
}

/** The dates of a session, by time; at least one. */
export function dateSpans(row: Arrangement & Partial<Pick<Session, 'locationId'>>): DateSpan[] {
  const { startsAt, endsAt, locationId: usual = null } = row;
  const dates: StoredDate[] = row.dates?.length ? row.dates : [{ startsAt, endsAt }];
  return byTime(dates).map(({ startsAt: start, endsAt: end, locationId = usual, note = '' }, index) => ({
    nth: index + 1,
    startsAt: Date.parse(start),
    endsAt: Date.parse(end),
    locationId,
    note,
  }));
}

/** The identifier of a date in calendars: "session-12", "session-12-2" for the second one. */
export function dateUid(id: number, nth: number): string {
  return nth === 1 ? `session-${id}` : `session-${id}-${nth}`;
}

export function doSpansOverlap(
  ones: readonly Pick<DateSpan, 'startsAt' | 'endsAt'>[],
  others: readonly Pick<DateSpan, 'startsAt' | 'endsAt'>[],
): boolean {
  return ones.some((one) => others.some((other) => one.startsAt < other.endsAt && other.startsAt < one.endsAt));
}

/**
 * The changes with what follows from them: the dates in their order, the start of the first and the end of the last. The times of a session
 * that had one date stay its first one when others are added. Left as they are where they contradict each other: `dateFaults` says so.
 */
export function arranged<Changes extends Partial<Arrangement>>(changes: Changes, before: Arrangement | null): Changes {
  if (changes.dates === undefined || !areReadable(changes.dates)) return changes;
  const had = before?.dates?.length ? byTime(before.dates) : [];
  const given = byTime(changes.dates ?? []);
  const isTimed = changes.startsAt !== undefined || changes.endsAt !== undefined;
  if (given.length === 0) {
    const [first] = had;
    return { ...changes, dates: null, ...(first && !isTimed ? pickTimes(first) : {}) };
  }
  const dates = had.length > 0 ? given : withOwnTimes(given, { ...before, ...changes });
  const times = had.length > 0 && isTimed ? {} : differing(envelopeOf(dates), before);
  const [only] = dates;
  const isPlain = dates.length === 1 && only?.locationId === undefined && only?.note === undefined;
  return { ...changes, ...times, dates: isPlain ? null : dates };
}

/** The dates of a session that had one so far: its own times and the given ones. */
function withOwnTimes(given: StoredDate[], { startsAt, endsAt }: Partial<Times>): StoredDate[] {
  if (startsAt == null || endsAt == null) return given;
  const own = { startsAt, endsAt };
  return [envelopeOf(given), ...given].some((one) => isSameTime(one, own)) ? given : byTime([own, ...given]);
}

/** What is wrong with the several dates of a session, by field; null where nothing is. */
export function dateFaults({ startsAt, endsAt, dates }: Arrangement): Record<string, string> | null {
  if (!dates?.length) return null;
  const spans = dateSpans({ startsAt, endsAt, dates });
  for (const [index, span] of spans.entries()) {
    const place = `Date ${span.nth}`;
    if (span.endsAt <= span.startsAt) return { dates: `${place}: the end must be after the start` };
    const earlier = spans.slice(0, index).find((one) => one.endsAt > span.startsAt);
    if (earlier) return { dates: `${place} begins before date ${earlier.nth} has ended` };
  }
  const whole = envelopeOf(dates);
  if (Date.parse(whole.startsAt) !== Date.parse(startsAt))
    return { startsAt: 'This session has several dates: change the first one in the list of dates' };
  if (Date.parse(whole.endsAt) !== Date.parse(endsAt))
    return { endsAt: 'This session has several dates: change the last one in the list of dates' };
  return null;
}

export function isSameArrangement(one: Arrangement, other: Arrangement): boolean {
  return isSameTime(one, other) && sameJson(one.dates ?? null, other.dates ?? null);
}

type Times = Pick<StoredDate, 'startsAt' | 'endsAt'>;

function pickTimes({ startsAt, endsAt }: Times): Times {
  return { startsAt, endsAt };
}

function byTime(dates: readonly StoredDate[]): StoredDate[] {
  return dates.toSorted(
    (a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || Date.parse(a.endsAt) - Date.parse(b.endsAt),
  );
}

function envelopeOf(dates: readonly Times[]): Times {
  const starts = dates.map(({ startsAt }) => startsAt).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const ends = dates.map(({ endsAt }) => endsAt).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return { startsAt: starts[0] ?? '', endsAt: ends.at(-1) ?? '' };
}

function isSameTime(one: Times, other: Times): boolean {
  return Date.parse(one.startsAt) === Date.parse(other.startsAt) && Date.parse(one.endsAt) === Date.parse(other.endsAt);
}

/** The times that have changed. */
function differing(times: Times, before: Times | null): Partial<Times> {
  const { startsAt, endsAt } = times;
  return {
    ...(before && Date.parse(before.startsAt) === Date.parse(startsAt) ? {} : { startsAt }),
    ...(before && Date.parse(before.endsAt) === Date.parse(endsAt) ? {} : { endsAt }),
  };
}

/** Whether they are readable dates: unvalidated values can be anything. */
function areReadable(dates: unknown): dates is StoredDate[] | null {
  return (
    dates === null ||
    (Array.isArray(dates) &&
      dates.every((date: unknown) => {
        const { startsAt = null, endsAt = null } =
          typeof date === 'object' && date !== null ? (date as Partial<Times>) : {};
        return !Number.isNaN(Date.parse(startsAt ?? '')) && !Number.isNaN(Date.parse(endsAt ?? ''));
      }))
  );
}
